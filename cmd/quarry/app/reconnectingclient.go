package app

import (
	"context"
	"net/http"
	"sync/atomic"

	"golang.org/x/sync/singleflight"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/cmd/quarry/datadir"
)

// ReconnectingClient answers for longer than a server may live: a chatbot runs for days. Where
// the server that was asked is gone, the one that took its place is, or this process.
type ReconnectingClient struct {
	open    func(context.Context) (*Client, error) // takes as long as building the indexes anew
	ctx     context.Context                        //nolint:containedctx // of what opens beside the calls
	stop    context.CancelFunc
	now     atomic.Pointer[Client]
	opening singleflight.Group // of the one instead of that which is gone
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
	a := &ReconnectingClient{open: open, ctx: ctx, stop: stop}
	a.now.Store(first)
	return a
}

// RoundTrip asks the server that answers now, and once more if none did.
func (a *ReconnectingClient) RoundTrip(r *http.Request) (*http.Response, error) {
	asked := a.now.Load()
	response, err := asked.send(r)
	if err == nil || r.Context().Err() != nil {
		return response, err
	}
	for { // again where it waited for the opening of the very one that did not answer
		if err := a.replace(r.Context(), asked); err != nil {
			return nil, err
		}
		if now := a.now.Load(); now != asked {
			return now.send(r)
		}
	}
}

// replace opens a client in the place of one that does not answer, unless another call did. Who
// has no time left to wait for that goes without; the next one finds what was done meanwhile.
// After a failure the next call begins anew.
func (a *ReconnectingClient) replace(ctx context.Context, gone *Client) error {
	opened := a.opening.DoChan("", func() (any, error) {
		if now := a.now.Load(); now != gone {
			return now, nil
		}
		if a.ctx.Err() != nil {
			return nil, quarry.Errorf(quarry.KindUnavailable, "this program is about to end")
		}
		next, err := a.open(a.ctx)
		if err != nil {
			return nil, err
		}
		a.now.Store(next)
		return next, gone.close()
	})
	select {
	case done := <-opened:
		return done.Err
	case <-ctx.Done():
		return quarry.Errorf(quarry.KindUnavailable,
			"the Quarry server has ended, and its data is being opened and its indexes built: try again in a moment").
			Because(ctx.Err())
	}
}

// Close ends what is being opened, and closes who answers now.
func (a *ReconnectingClient) Close() error {
	a.stop()
	_, _, _ = a.opening.Do("", func() (any, error) { return a, nil }) // it waits for what is being opened
	return a.now.Load().close()
}

// Address returns where the server is that answers now, "" where this process does,
// which cannot be asked from outside.
func (a *ReconnectingClient) Address() string {
	if base := a.now.Load().base; base != insideBase {
		return base
	}
	return ""
}
