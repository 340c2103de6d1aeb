package main

import (
	"encoding/json"
	"io"
	"sync"
	"time"
)

// localLines writes lines of a catch-up. Several may be told at once, and some when
// it is over: those are dropped.
type localLines struct {
	out   io.Writer
	flush func() error
	now   func() time.Time

	mu     sync.Mutex
	shown  time.Time
	closed bool
}

// indexing is what shows one part of a catch-up.
func (l *localLines) indexing(what string, entries func() int) *indexing {
	return &indexing{
		show: func(done, of int) { l.step(localLine{What: what, Done: done, Of: of}) },
		end:  func() { l.write(localLine{What: what, Ended: true}) }, entries: entries,
	}
}

// step writes how far it is, now and then.
func (l *localLines) step(line localLine) {
	l.mu.Lock()
	due := l.now().Sub(l.shown) >= barEvery
	if due {
		l.shown = l.now()
	}
	l.mu.Unlock()
	if due {
		l.write(line)
	}
}

func (l *localLines) write(line localLine) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return
	}
	if json.NewEncoder(l.out).Encode(line) != nil || l.flush() != nil {
		l.closed = true // the caller does not listen any more
	}
}

// close drops whatever is told from now on.
func (l *localLines) close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.closed = true
}
