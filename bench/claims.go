package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/quarrykb/quarry/api"
	"github.com/quarrykb/quarry/api/rest"
	"github.com/quarrykb/quarry/cmd/quarry/app"
	"github.com/quarrykb/quarry/store/sqlite"

	"github.com/quarrykb/quarry/bench/generate"
)

// claimFigures measure looking up and comparing what is claimed.
func claimFigures() []figure { return []figure{lookUpFigure(), compareFigure()} }

const (
	fewDevices      = 1_000
	manyDevices     = 10_000
	devicesPerDeck  = 100
	devicesAsked    = 500
	devicesCompared = 8
)

// lookUpFigure is a claim by device and attribute among many devices beside one
// among few.
func lookUpFigure() figure {
	return figure{
		name:   "spec by device and attribute",
		ours:   "the whole handler, among 10,000 devices",
		peer:   "the whole handler, among 1,000 devices",
		target: 1.5, unit: time.Microsecond,
		open: func(ctx context.Context, dir string) (contest, error) {
			many, err := openClaims(ctx, dir, manyDevices)
			if err != nil {
				return contest{}, err
			}
			few, err := openClaims(ctx, dir, fewDevices)
			if err != nil {
				return contest{}, errors.Join(err, many.close())
			}
			return contest{
				ours: many.lookUp(), peer: few.lookUp(), each: 500,
				close: func() error { return errors.Join(few.close(), many.close()) },
			}, nil
		},
	}
}

// compareFigure is eight devices side by side beside one of them looked up.
func compareFigure() figure {
	return figure{
		name:   "compare eight devices",
		ours:   "the whole handler: eight devices in one attribute, among 10,000",
		peer:   "the whole handler: one device in that attribute",
		target: 5, unit: time.Microsecond,
		open: func(ctx context.Context, dir string) (contest, error) {
			many, err := openClaims(ctx, dir, manyDevices)
			if err != nil {
				return contest{}, err
			}
			return contest{ours: many.compare(), peer: many.lookUp(), each: 300, close: many.close}, nil
		},
	}
}

// claimed is the API over a store of claims.
type claimed struct {
	handler http.Handler
	devices int
	close   func() error
}

// openClaims opens a store with claims of so many devices. The first figure that
// asks for it fills it.
func openClaims(ctx context.Context, dir string, devices int) (*claimed, error) {
	dir = filepath.Join(dir, "claims-"+strconv.Itoa(devices))
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	session, err := app.NewSession(dir) //nolint:contextcheck // Nothing in it can take long.
	if err != nil {
		return nil, err
	}
	store, err := session.OpenStore(ctx, sqlite.Open)
	if err != nil {
		return nil, err
	}
	revision, err := store.Revision(ctx)
	for number := 0; err == nil && revision == 0 && number < devices/devicesPerDeck; number++ {
		_, err = store.SaveDocument(ctx, generate.Claims(number))
	}
	if err != nil {
		return nil, errors.Join(err, store.Close())
	}
	handler, err := handlerOf(ctx, session, store, api.Config{})
	if err != nil {
		return nil, errors.Join(err, store.Close())
	}
	return &claimed{handler: handler, devices: devices, close: store.Close}, nil
}

// device is the i-th device that is asked for; they lie all over the store.
func (c *claimed) device(i int) string {
	return generate.ClaimedDevice(i % devicesAsked * (c.devices / devicesAsked))
}

func (c *claimed) lookUp() side {
	return c.ask(func(i int) string {
		return "/v1/specs?attribute=tdp&device=" + url.QueryEscape(c.device(i))
	})
}

func (c *claimed) compare() side {
	return c.ask(func(i int) string {
		names := make([]string, devicesCompared)
		for n := range names {
			names[n] = c.device(i + n)
		}
		return "/v1/specs/compare?attributes=tdp&devices=" + url.QueryEscape(rest.Alternatives(names...))
	})
}

// ask calls the handler; making the request is not timed.
func (c *claimed) ask(path func(i int) string) side {
	w := &sink{header: http.Header{}}
	return func(ctx context.Context, i int) (time.Duration, error) {
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://localhost"+path(i), http.NoBody)
		if err != nil {
			return 0, err
		}
		w.reset()
		began := time.Now()
		c.handler.ServeHTTP(w, request)
		took := time.Since(began)
		if err := w.err(); err != nil {
			return 0, fmt.Errorf("%s: %w", path(i), err)
		}
		return took, nil
	}
}
