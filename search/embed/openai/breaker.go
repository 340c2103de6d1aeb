package openai

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/quarrykb/quarry/search"
)

// breaker keeps queries from waiting for an endpoint that answers none of them:
// after so many failures, one after the other, they are answered at once, and the
// endpoint is asked beside them whether it is back.
type breaker struct {
	mu       sync.Mutex
	failures int       // of queries, since something was answered
	ended    time.Time // of the last probe
	stop     func()    // ends the probe that is under way; nil where none is
	closed   bool
	probes   sync.WaitGroup
}

// failuresToBreak is after how many failures queries do not wait any more.
const failuresToBreak = 3

// open reports whether queries are not to wait.
func (b *breaker) open() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.failures >= failuresToBreak
}

// note takes in what came of a query, or of entries, which only tell that an
// endpoint is back: they are tried again by their sender. Texts that are
// refused were read.
func (b *breaker) note(err error, kind search.TextKind) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch {
	case err == nil || asRefused(err, new(*refusedError)):
		b.failures = 0
	case kind == search.TextQuery:
		b.failures++
	}
}

// begin lets one probe begin, where none is under way and the last one ended long
// enough ago.
func (b *breaker) begin(now time.Time, pause time.Duration, stop func()) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed || b.stop != nil || now.Sub(b.ended) < pause {
		return false
	}
	b.stop = stop
	b.probes.Add(1)
	return true
}

func (b *breaker) end(now time.Time) {
	b.mu.Lock()
	b.stop, b.ended = nil, now
	b.mu.Unlock()
	b.probes.Done()
}

// close ends the probe that is under way, and allows no further one.
func (b *breaker) close() {
	b.mu.Lock()
	b.closed = true
	if b.stop != nil {
		b.stop()
	}
	b.mu.Unlock()
	b.probes.Wait()
}

// away is what a query is answered while the endpoint is not asked, which it is
// in the meantime.
func (e *Embedder) away(ctx context.Context) error {
	apart, stop := context.WithCancel(context.WithoutCancel(ctx))
	if !e.breaker.begin(e.options.Now(), e.options.Again, stop) {
		stop()
		return unavailable(errGone())
	}
	go func() {
		defer func() {
			stop()
			e.breaker.end(e.options.Now())
		}()
		_, _ = e.send(apart, []string{"probe"}, search.TextQuery) // what comes of it is noted
	}()
	return unavailable(errGone())
}

func errGone() error {
	return fmt.Errorf("the endpoint did not answer the last %d queries", failuresToBreak)
}

// Close ends what the embedder does in the background and waits for it. It must
// not be asked afterwards.
func (e *Embedder) Close() error {
	e.breaker.close()
	return nil
}
