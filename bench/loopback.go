package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"

	"github.com/quarrykb/quarry/api"
	"github.com/quarrykb/quarry/api/rest"
)

// loopback is a server on an address of this machine, and a client that keeps
// its connection.
type loopback struct {
	server *http.Server
	client *http.Client
	base   string
	body   bytes.Buffer // of the last answer: a client's garbage is no business of the sides
	served chan error
}

// serve starts a server with the settings of `quarry serve`. The handler is made
// once the address is known.
func serve(ctx context.Context, handler func(addr string) (http.Handler, error)) (*loopback, error) {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	made, err := handler(listener.Addr().String())
	if err != nil {
		return nil, errors.Join(err, listener.Close())
	}
	l := &loopback{
		server: &http.Server{
			Handler: made, ReadHeaderTimeout: 10 * time.Second, ReadTimeout: 30 * time.Second,
			WriteTimeout: time.Minute, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 32 << 10,
		},
		client: &http.Client{Transport: &http.Transport{DisableCompression: true}},
		base:   "http://" + listener.Addr().String(),
		served: make(chan error, 1),
	}
	go func() { l.served <- l.server.Serve(listener) }()
	return l, nil
}

// get asks for a path and returns the whole body of a good answer, which is good
// until the next one. It is for one goroutine.
func (l *loopback) get(ctx context.Context, path string) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, l.base+path, http.NoBody)
	if err != nil {
		return nil, err
	}
	return l.do(request)
}

// post sends JSON to a path and takes a good answer.
func (l *loopback) post(ctx context.Context, path string, body map[string]any) error {
	sent, err := json.Marshal(body)
	if err != nil {
		return err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, l.base+path, bytes.NewReader(sent))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/json")
	_, err = l.do(request)
	return err
}

func (l *loopback) do(request *http.Request) ([]byte, error) {
	response, err := l.client.Do(request)
	if err != nil {
		return nil, err
	}
	l.body.Reset()
	_, err = l.body.ReadFrom(response.Body)
	if err := errors.Join(err, response.Body.Close()); err != nil {
		return nil, err
	}
	if response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s: %s: %s", request.URL.Path, response.Status, &l.body)
	}
	return l.body.Bytes(), nil
}

// close stops the server and waits for it.
func (l *loopback) close() error {
	l.client.CloseIdleConnections()
	err := l.server.Close()
	if served := <-l.served; !errors.Is(served, http.ErrServerClosed) {
		err = errors.Join(err, served)
	}
	return err
}

// served starts the API of a base.
func (b *base) serve(ctx context.Context) (*loopback, error) {
	return serve(ctx, func(addr string) (http.Handler, error) {
		return handlerOf(ctx, b.session, b.store, api.Config{
			Addr: addr, Searcher: b.searcher, Followers: []rest.Follower{b.follower},
		})
	})
}
