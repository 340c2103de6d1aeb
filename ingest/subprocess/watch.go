package subprocess

import (
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
	"syscall"
	"time"
)

// How often a process looks at what a document takes, and what it may have beside its
// documents: the stacks of its threads, and what was freed between others and can be used
// by none.
const (
	lookEvery  = 10 * time.Millisecond
	overhead   = 512 << 20
	processors = 2 // for the parser, and for collecting its garbage and looking after it
	courtesy   = 5 // nice value: who asks the program something goes first
)

// confinement holds a process to its limits.
type confinement struct {
	limits Limits
	base   int64 // bytes that the process has without a document
}

// confine limits the process that it is called in.
func confine(limits Limits) *confinement {
	runtime.GOMAXPROCS(processors)
	_ = syscall.Setpriority(syscall.PRIO_PROCESS, 0, courtesy) // what cannot be had is done without
	c := &confinement{limits: limits, base: memory()}
	if limits.Memory > 0 {
		const near = 8 // from 7/8 of the limit on, garbage is collected rather than counted
		debug.SetMemoryLimit(c.base + limits.Memory - limits.Memory/near)
		debug.SetMaxStack(int(min(limits.Memory/2, math.MaxInt32))) // a stack that grows is copied
		limitData(limits.Memory + overhead)
	}
	return c
}

// limitData lets the system refuse what would take the process so many bytes further at
// once: then it ends before it is seen. Linux alone counts memory that is mapped; elsewhere
// the watch has to do.
func limitData(further int64) {
	var limit syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_DATA, &limit) != nil {
		return
	}
	limit.Cur = min(limit.Max, uint64(memory()+further)) //nolint:gosec // neither is negative
	_ = syscall.Setrlimit(syscall.RLIMIT_DATA, &limit)   // it may be refused, and is no more than a help
}

// watch ends the process where what begins now takes more than the limits.
func (c *confinement) watch() *watched {
	w := &watched{confinement: c, began: processorTime(), ended: make(chan struct{})}
	w.looking.Go(w.look)
	return w
}

// watched is a document that is being read.
type watched struct {
	*confinement

	began   time.Duration
	ended   chan struct{}
	looking sync.WaitGroup
}

// end is called once the document was read.
func (w *watched) end() {
	close(w.ended)
	w.looking.Wait()
}

func (w *watched) look() {
	ticker := time.NewTicker(lookEvery)
	defer ticker.Stop()
	for {
		select {
		case <-w.ended:
			return
		case <-ticker.C:
		}
		if w.limits.Time > 0 && processorTime()-w.began > w.limits.Time {
			os.Exit(exitTooLong)
		}
		if w.limits.Memory > 0 && memory()-w.base > w.limits.Memory {
			os.Exit(exitTooMuch)
		}
	}
}

// tidy gives memory back that a large document took, so that it does not count against the
// next one.
func (c *confinement) tidy() {
	const part = 8
	if c.limits.Memory > 0 && memory()-c.base > c.limits.Memory/part {
		debug.FreeOSMemory()
	}
}

// processorTime returns what this process has taken of processors.
func processorTime() time.Duration {
	var used syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &used) // of itself it is never refused
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// memory returns how many bytes Go has of the system for this process, without those that it
// has given back.
func memory() int64 {
	sizes := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(sizes)
	return int64(sizes[0].Value.Uint64() - sizes[1].Value.Uint64()) //nolint:gosec // bytes of this machine
}
