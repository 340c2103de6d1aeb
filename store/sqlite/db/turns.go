package db

import (
	"context"
	"slices"
	"sync"
)

// turns hands out the connection that writes, to one at a time: first to those whose
// callers wait, and then to what is worked off in the background. SQLite and database/sql
// know no order, and a small write would wait for as many others as there happen to be.
type turns struct {
	mu      sync.Mutex
	taken   bool
	waiting [2][]chan struct{} // by pressure, in their order; closed when it is their turn
	passed  int                // turns since something in the background had one
}

// pressure says who waits for a write.
type pressure uint8

const (
	awaited    pressure = iota // a caller
	background                 // no caller: what is derived
)

// mostPassed is how many turns are given away before one in the background.
const mostPassed = 16

// take waits for a turn, which is to be given back.
func (t *turns) take(ctx context.Context, p pressure) error {
	t.mu.Lock()
	if !t.taken {
		t.taken = true
		t.mu.Unlock()
		return nil
	}
	mine := make(chan struct{})
	t.waiting[p] = append(t.waiting[p], mine)
	t.mu.Unlock()
	select {
	case <-mine:
		return nil
	case <-ctx.Done():
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	at := slices.Index(t.waiting[p], mine)
	if at < 0 { // it came just now
		t.next()
		return ctx.Err()
	}
	t.waiting[p] = slices.Delete(t.waiting[p], at, at+1)
	return ctx.Err()
}

// give gives a turn back.
func (t *turns) give() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.next()
}

// next gives the turn to the next. The mutex is held.
func (t *turns) next() {
	first := awaited
	if len(t.waiting[awaited]) == 0 || len(t.waiting[background]) > 0 && t.passed >= mostPassed {
		first = background
	}
	t.passed++
	if first == background {
		t.passed = 0
	}
	t.taken = len(t.waiting[first]) > 0
	if t.taken {
		close(t.waiting[first][0])
		t.waiting[first] = t.waiting[first][1:]
	}
}

// Waiting returns how many wait for their turn to write.
func (d *DB) Waiting() int {
	d.turns.mu.Lock()
	defer d.turns.mu.Unlock()
	return len(d.turns.waiting[awaited]) + len(d.turns.waiting[background])
}
