package app

import (
	"context"
	"net/http"
	"sync"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/cmd/quarry/datadir"
)

// ReconnectingClient answers for longer than a server may live: a chatbot runs for days. Where
// the server that was asked is gone, the one that took its place is, or this process.
type ReconnectingClient struct {
	open    func(context.Context) (*Client, error) // takes as long as building the indexes anew
	ctx     context.Context                        //nolint:containedctx // of what opens beside the calls
	stop    context.CancelFunc
	working sync.WaitGroup

	mu   sync.Mutex // never held while anything is waited for
	now  *Client
	next *opening // nil while none is being opened
}

// opening is a client that is being opened.
type opening struct {
	done chan struct{} // closed once the others are there
	came *Client
	err  error
}

// AskForLong returns what is asked for as long as a chatbot runs. The caller closes it.
func (s *Session) AskForLong(ctx context.Context) (*ReconnectingClient, error) {
	open := func(ctx context.Context) (*Client, error) {
		return s.askOpened(ctx, datadir.Lasting, (*App).ReadChanges)
	}
	first, err := open(ctx)
	if err != nil {
		return nil, err
	}
	return newReconnectingClient(ctx, first, open), nil
}

// newReconnectingClient returns one that begins with an open client. The caller closes
// it.
func newReconnectingClient(
	ctx context.Context, first *Client, open func(context.Context) (*Client, error),
) *ReconnectingClient {
	ctx, stop := context.WithCancel(ctx)
	return &ReconnectingClient{open: open, ctx: ctx, stop: stop, now: first}
}

// RoundTrip asks the server that answers now, and once more if none did.
func (a *ReconnectingClient) RoundTrip(r *http.Request) (*http.Response, error) {
	a.mu.Lock()
	asked := a.now
	a.mu.Unlock()
	response, err := asked.send(r)
	if err == nil || r.Context().Err() != nil {
		return response, err
	}
	next, err := a.instead(r.Context(), asked)
	if err != nil {
		return nil, err
	}
	return next.send(r)
}

// instead returns who answers in the place of one that does not. Who has no time left
// to wait for that goes without; the next one finds what was done meanwhile.
func (a *ReconnectingClient) instead(ctx context.Context, gone *Client) (*Client, error) {
	next, err := a.opening(gone)
	if err != nil {
		return nil, err
	}
	select {
	case <-next.done:
		return next.came, next.err
	case <-ctx.Done():
		return nil, quarry.Errorf(quarry.KindUnavailable,
			"the Quarry server has ended, and its data is being opened and its indexes built: try again in a moment").
			Because(ctx.Err())
	}
}

// opening returns what opens a client in the place of one that does not answer, and
// begins it if that was not done.
func (a *ReconnectingClient) opening(gone *Client) (*opening, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	switch {
	case a.now != gone: // another call noticed, and it is done
		there := &opening{done: make(chan struct{}), came: a.now}
		close(there.done)
		return there, nil
	case a.next != nil:
		return a.next, nil
	case a.ctx.Err() != nil:
		return nil, quarry.Errorf(quarry.KindUnavailable, "this program is about to end")
	}
	next := &opening{done: make(chan struct{})}
	a.next = next
	a.working.Go(func() { a.complete(next, gone) })
	return next, nil
}

// complete opens a client and lets the calls use it. After a failure the next call
// begins anew.
func (a *ReconnectingClient) complete(next *opening, gone *Client) {
	next.came, next.err = a.open(a.ctx)
	a.mu.Lock()
	a.next = nil
	if next.err == nil {
		a.now = next.came
	}
	a.mu.Unlock()
	if next.err == nil {
		next.err = gone.close()
	}
	close(next.done)
}

// Close ends what is being opened, and closes who answers now.
func (a *ReconnectingClient) Close() error {
	a.mu.Lock()
	a.stop()
	a.mu.Unlock()
	a.working.Wait()
	return a.now.close()
}

// Address returns where the server is that answers now, "" where this process does,
// which cannot be asked from outside.
func (a *ReconnectingClient) Address() string {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.now.base == insideBase {
		return ""
	}
	return a.now.base
}
