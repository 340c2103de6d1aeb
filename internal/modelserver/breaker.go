package modelserver

import (
	"context"
	"sync"
	"time"

	"github.com/quarrykb/quarry"
)

// breaker keeps people from waiting for a server that answers none of them: after so many
// failures, one after the other, they are told so at once, and the server is asked beside
// them whether it is back.
type breaker struct {
	mu       sync.Mutex
	failures int       // of those who waited, since something was answered
	ended    time.Time // of the last probe
	stop     func()    // ends the probe that is under way; nil where none is
	closed   bool
	probes   sync.WaitGroup
}

// failuresToBreak is after how many failures nobody waits any more, and betweenProbes how
// long after a probe the next one begins.
const (
	failuresToBreak = 3
	betweenProbes   = 5 * time.Second
)

// open reports whether nobody is to wait.
func (b *breaker) open() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.failures >= failuresToBreak
}

// answered notes that the server is there.
func (b *breaker) answered() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.failures = 0
}

// failed notes that somebody waited in vain.
func (b *breaker) failed() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.failures++
}

// begin lets one probe begin, where none is under way and the last one ended long
// enough ago.
func (b *breaker) begin(now time.Time, stop func()) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed || b.stop != nil || now.Sub(b.ended) < betweenProbes {
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

// Hurry asks for somebody who waits: within so long, whatever ask does. Where the server
// answered none of the last three it is not asked, which is quarry.KindUnavailable, and probe
// asks it in the meantime whether it is back. What others ask without hurry tells that it is back, too.
func (c *Client) Hurry(ctx context.Context, within time.Duration, ask, probe func(context.Context) error) error {
	if !c.breaker.open() {
		return c.hurry(ctx, within, ask)
	}
	apart, stop := context.WithCancel(context.WithoutCancel(ctx))
	if !c.breaker.begin(c.options.Now(), stop) {
		stop()
		return errGone()
	}
	go func() {
		defer func() {
			stop()
			c.breaker.end(c.options.Now())
		}()
		_ = c.hurry(apart, within, probe) // what comes of it is noted
	}()
	return errGone()
}

// hurry asks within a time. Who stops waiting says nothing of the server, and what is refused
// was read by it.
func (c *Client) hurry(ctx context.Context, within time.Duration, ask func(context.Context) error) error {
	soon, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	err := ask(soon)
	if err != nil && !Refused(err) && ctx.Err() == nil {
		c.breaker.failed()
	}
	return err
}

func errGone() *quarry.Error {
	return quarry.Errorf(quarry.KindUnavailable, "the server did not answer the last %d who waited", failuresToBreak)
}

// Trouble says why nobody waits for the server at present; "" where people do.
func (c *Client) Trouble() string {
	if !c.breaker.open() {
		return ""
	}
	return errGone().Error()
}

// Close ends what the client does in the background and waits for it. It must not be asked
// afterwards.
func (c *Client) Close() error {
	c.breaker.close()
	return nil
}
