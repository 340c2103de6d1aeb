package main

import "runtime"

// roomBytes is how much garbage a server may keep beyond what it holds itself. A
// small heap that doubles under load is collected fifteen times a second, each time
// while requests wait; with this room it is three times, and of a heap of
// gigabytes it is no part that shows.
const roomBytes = 64 << 20

// makeRoom returns memory that is never touched, so that it takes address space and
// no memory: the collector, which begins when the heap has doubled, counts it with the
// heap. It lasts as long as the caller keeps it alive. A caller that sets GOGC or
// GOMEMLIMIT has said how memory is to be kept, and gets none.
func makeRoom() []byte {
	for _, name := range []string{"GOGC", "GOMEMLIMIT"} {
		if environment(name) != "" {
			return nil
		}
	}
	return make([]byte, roomBytes)
}

// threadsPerProcessor is how many threads of a server run Go side by side on each processor.
const threadsPerProcessor = 2

// shareProcessors leaves it to the operating system who has a processor next. With a thread
// for each processor, as Go has it, an index that is built on all of them lets a request wait
// for up to 10 ms at each of its steps, and Go does not even look whether one has come; the
// system shares in a third of that. Where GOMAXPROCS is set nothing is changed, nor where Go
// has fewer than all processors, as in a container with a quota: more threads would use it up
// sooner, and stand still until the next.
func shareProcessors() {
	if all := runtime.NumCPU(); environment("GOMAXPROCS") == "" && runtime.GOMAXPROCS(0) == all {
		runtime.GOMAXPROCS(threadsPerProcessor * all)
	}
}
