package mcp

import (
	"context"
	"net/http"
	"time"
)

// caller is who sent a request to the HTTP endpoint.
type caller struct {
	request context.Context //nolint:containedctx // the SDK parts a call from its request; this ties them again
	header  http.Header
	address string
	origin  string // by which the caller reached us: "https://quarry.example"
}

type callerKey struct{}

func withCaller(ctx context.Context, r *http.Request) context.Context {
	scheme := "http://"
	if r.TLS != nil {
		scheme = "https://"
	}
	return context.WithValue(ctx, callerKey{}, caller{
		request: r.Context(), header: r.Header, address: r.RemoteAddr, origin: scheme + r.Host,
	})
}

func callerOf(ctx context.Context) (caller, bool) {
	from, ok := ctx.Value(callerKey{}).(caller)
	return from, ok
}

// longestCall bounds one call of a tool. Routes take less; this is for a server that
// does not answer at all.
const longestCall = time.Minute

// whileAsked returns a context that ends when the call or the caller's request does, or
// takes too long.
func whileAsked(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithTimeout(ctx, longestCall)
	from, ok := callerOf(ctx)
	if !ok {
		return ctx, cancel
	}
	stop := context.AfterFunc(from.request, cancel)
	return ctx, func() {
		stop()
		cancel()
	}
}
