package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api"
	"github.com/quarrykb/quarry/cmd/quarry/datadir"
)

// askTimeout bounds one question to a server.
const askTimeout = 60 * time.Second

// longestAnswer bounds what is read of one answer, in bytes.
const longestAnswer = 64 << 20

func overNetwork(server datadir.Holder) *asker {
	return &asker{
		client: &http.Client{Timeout: askTimeout, Transport: withToken{server.Token, &http.Transport{Proxy: nil}}},
		base:   "http://" + server.Addr, close: func() error { return nil },
	}
}

// withToken shows a server that a request comes from the user who runs it.
type withToken struct {
	token string
	next  http.RoundTripper
}

// RoundTrip sends the request with the token.
func (t withToken) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+t.token)
	return t.next.RoundTrip(r)
}

func inProcess(handler http.Handler, closeAll func() error) *asker {
	return &asker{
		client: &http.Client{Timeout: askTimeout, Transport: api.InProcess{Handler: handler}},
		base:   insideBase, close: closeAll,
	}
}

// insideBase begins the addresses that are asked of this process alone.
const insideBase = "http://localhost"

// get asks for a path and decodes the answer. The answer's bytes are returned
// too, for who pipes them.
func (a *asker) get(ctx context.Context, path string, query url.Values, into any) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, a.base+path+"?"+query.Encode(), http.NoBody)
	if err != nil {
		return nil, fmt.Errorf("ask %s: %w", path, err)
	}
	return a.do(request, into)
}

// post sends JSON to a path and decodes the answer, whose bytes it returns too.
func (a *asker) post(ctx context.Context, path string, body io.Reader, into any) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, a.base+path, body)
	if err != nil {
		return nil, fmt.Errorf("ask %s: %w", path, err)
	}
	request.Header.Set("Content-Type", "application/json")
	return a.do(request, into)
}

func (a *asker) do(request *http.Request, into any) ([]byte, error) {
	path := request.URL.Path
	response, err := a.client.Do(request)
	if err != nil {
		return nil, quarry.Errorf(quarry.KindUnavailable, "the server did not answer: %v", err).Because(err)
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(io.LimitReader(response.Body, longestAnswer))
	if err != nil {
		return nil, fmt.Errorf("read the answer of %s: %w", path, err)
	}
	if response.StatusCode != http.StatusOK && response.StatusCode != http.StatusAccepted {
		return nil, a.problemOf(request.Context(), body)
	}
	if err := json.Unmarshal(body, into); err != nil {
		return nil, fmt.Errorf("read the answer of %s: %w", path, err)
	}
	return body, nil
}
