package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// raiseFiles lets this process have so many files open, connections among them. The
// server raises its own limit by itself.
func raiseFiles(wanted uint64) error {
	const others = 100
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		return fmt.Errorf("read the limit of open files: %w", err)
	}
	if limit.Max < wanted+others {
		return fmt.Errorf("a process may have %d files open here, and %d are needed: raise the hard limit (ulimit -Hn)", limit.Max, wanted+others)
	}
	limit.Cur = limit.Max
	return syscall.Setrlimit(syscall.RLIMIT_NOFILE, &limit)
}

// size is the memory of a server, in kilobytes.
type size struct{ process, live int }

// sizeOf reads the memory of a server. What was alive when garbage was last collected
// is half of what the next collection waits for, less the room of the heap (bare.go).
func sizeOf(ctx context.Context, s *server) (size, error) {
	process, err := memory(ctx, s.pid)
	if err != nil {
		return size{}, err
	}
	numbers, err := newClient(1).send(ctx, s.url, asked{method: "GET", path: "/metrics"})
	if err != nil {
		return size{}, err
	}
	const kilobyte, goal = 1024, "go_memstats_next_gc_bytes "
	for lines := bufio.NewScanner(bytes.NewReader(numbers)); lines.Scan(); {
		if value, is := strings.CutPrefix(lines.Text(), goal); is {
			next, err := strconv.ParseFloat(value, 64)
			return size{process, (int(next)/2 - roomBytes) / kilobyte}, err
		}
	}
	return size{}, fmt.Errorf("%s/metrics does not say how large the heap is", s.url)
}

// How long the memory of a server may take to return: garbage is collected after two
// minutes at the latest, and given back bit by bit.
const (
	returnWithin = 5 * time.Minute
	returnLook   = time.Second
)

// returned waits until a server has about as much memory as before, or for as long as
// that may take, and returns what it has and how long that took.
func (s *server) returned(ctx context.Context, before size) (size, time.Duration, error) {
	look := time.NewTicker(returnLook)
	defer look.Stop()
	for began := time.Now(); ; {
		now, err := sizeOf(ctx, s)
		took := time.Since(began)
		near := float64(now.process) <= mostReturned*float64(before.process) &&
			float64(now.live) <= mostReturned*float64(before.live)
		if err != nil || near || took > returnWithin {
			return now, took, err
		}
		select {
		case <-ctx.Done():
			return now, took, ctx.Err()
		case <-look.C:
		}
	}
}
