package main

import (
	"context"
	"fmt"
	"runtime"
	"syscall"
	"time"
)

// busy is a side whose work is measured by the processor time that this process
// takes for it, garbage collection and system calls included: what else goes on
// in the machine does not count. What was left behind by the work before is
// collected first.
func busy(work func(ctx context.Context, i int) error) side {
	return func(ctx context.Context, i int) (time.Duration, error) {
		runtime.GC()
		before, err := processorTime()
		if err != nil {
			return 0, err
		}
		if err := work(ctx, i); err != nil {
			return 0, err
		}
		after, err := processorTime()
		return after - before, err
	}
}

// processorTime returns how long all threads of this process have run.
func processorTime() (time.Duration, error) {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		return 0, fmt.Errorf("read the processor time: %w", err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano()), nil
}
