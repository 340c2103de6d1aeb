package subprocess

import (
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
	"time"
)

// How often a process looks at what a document takes, and what it may have beside its
// documents: the stacks of its threads, and what was freed between others and can be used
// by none.
const (
	lookEvery  = 10 * time.Millisecond
	overhead   = 512 << 20
	processors = 2 // for the parser, and for collecting its garbage and looking after it
)

// confinement holds a process to its limits.
type confinement struct {
	limits Limits
	base   int64 // bytes that the process has without a document
}

// confine limits the process that it is called in.
func confine(limits Limits) *confinement {
	runtime.GOMAXPROCS(processors)
	giveWay()
	c := &confinement{limits: limits, base: memory()}
	if limits.Memory > 0 {
		const near = 8 // from 7/8 of the limit on, garbage is collected rather than counted
		debug.SetMemoryLimit(c.base + limits.Memory - limits.Memory/near)
		debug.SetMaxStack(int(min(limits.Memory/2, math.MaxInt32))) // a stack that grows is copied
		limitData(limits.Memory + overhead)
	}
	return c
}

// watch ends the process where what begins now takes more than the limits, until what it returns is called.
func (c *confinement) watch() func() {
	began, ended := processorTime(), make(chan struct{})
	var looking sync.WaitGroup
	looking.Go(func() { c.look(began, ended) })
	return func() {
		close(ended)
		looking.Wait()
	}
}

func (c *confinement) look(began time.Duration, ended <-chan struct{}) {
	ticker := time.NewTicker(lookEvery)
	defer ticker.Stop()
	for {
		select {
		case <-ended:
			return
		case <-ticker.C:
		}
		if c.limits.Time > 0 && processorTime()-began > c.limits.Time {
			os.Exit(exitTooLong)
		}
		if c.limits.Memory > 0 && memory()-c.base > c.limits.Memory {
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

// memory returns how many bytes Go has of the system for this process, without those that it
// has given back.
func memory() int64 {
	sizes := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(sizes)
	return int64(sizes[0].Value.Uint64() - sizes[1].Value.Uint64()) //nolint:gosec // bytes of this machine
}
