//go:build !windows

package subprocess

import (
	"syscall"
	"time"
)

// giveWay lets others have the processors first: who asks the program something does not wait
// for documents. What cannot be had is done without.
func giveWay() {
	const courtesy = 5 // nice value
	_ = syscall.Setpriority(syscall.PRIO_PROCESS, 0, courtesy)
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

// processorTime returns what this process has taken of processors.
func processorTime() time.Duration {
	var used syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &used) // of itself it is never refused
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
