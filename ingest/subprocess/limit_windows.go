package subprocess

import (
	"syscall"
	"time"
)

// giveWay does nothing: Windows shares its processors without being told.
func giveWay() {}

// limitData does nothing: the watch has to do where no limit of the system can be had.
func limitData(int64) {}

// processorTime returns what this process has taken of processors.
func processorTime() time.Duration {
	self, err := syscall.GetCurrentProcess()
	if err != nil {
		return 0
	}
	var begun, ended, kernel, user syscall.Filetime
	if syscall.GetProcessTimes(self, &begun, &ended, &kernel, &user) != nil {
		return 0
	}
	const tick = 100 * time.Nanosecond
	ticks := func(t syscall.Filetime) int64 { return int64(t.HighDateTime)<<32 | int64(t.LowDateTime) }
	return time.Duration(ticks(kernel)+ticks(user)) * tick
}
