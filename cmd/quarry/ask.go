package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"github.com/quarrykb/quarry"
)

// askTimeout bounds one question to a server.
const askTimeout = 60 * time.Second

// longestAnswer bounds what is read of one answer, in bytes.
const longestAnswer = 64 << 20

func overNetwork(addr string) *asker {
	return &asker{
		client: &http.Client{Timeout: askTimeout, Transport: &http.Transport{Proxy: nil}},
		base:   "http://" + addr, close: func() error { return nil },
	}
}

func inProcess(handler http.Handler, closeAll func() error) *asker {
	return &asker{
		client: &http.Client{Timeout: askTimeout, Transport: handlerTransport{handler}},
		base:   "http://localhost", close: closeAll,
	}
}

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
	if response.StatusCode != http.StatusOK {
		return nil, a.problemOf(body)
	}
	if err := json.Unmarshal(body, into); err != nil {
		return nil, fmt.Errorf("read the answer of %s: %w", path, err)
	}
	return body, nil
}

// handlerTransport answers a request by calling the handler.
type handlerTransport struct{ handler http.Handler }

// RoundTrip calls the handler and returns what it wrote.
func (t handlerTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	w := &memoryWriter{header: http.Header{}, status: http.StatusOK}
	r = r.Clone(r.Context())
	r.Host, r.RequestURI, r.RemoteAddr = r.URL.Host, r.URL.RequestURI(), "127.0.0.1:0"
	t.handler.ServeHTTP(w, r)
	return &http.Response{
		StatusCode: w.status, Status: http.StatusText(w.status), Header: w.header,
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Body: io.NopCloser(&w.body), ContentLength: int64(w.body.Len()), Request: r,
	}, nil
}

type memoryWriter struct {
	header http.Header
	body   bytes.Buffer
	status int
}

// Header returns the answer's header.
func (w *memoryWriter) Header() http.Header { return w.header }

// WriteHeader keeps the status.
func (w *memoryWriter) WriteHeader(status int) { w.status = status }

// Write keeps the body.
func (w *memoryWriter) Write(body []byte) (int, error) { return w.body.Write(body) }
