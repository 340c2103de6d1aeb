package ingesttest

import (
	"syscall"
	"testing"
	"time"
)

// ProcessorTime returns how long all threads of the test have run: what else goes on
// in the machine does not count.
func ProcessorTime(tb testing.TB) time.Duration {
	tb.Helper()
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		tb.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
