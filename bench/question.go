package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"
)

// opener opens what questions are asked of.
type opener func(ctx context.Context, dir string) (*asked, error)

// questionOverLoopback is a question by its id as a client gets it.
func questionOverLoopback() figure {
	return figure{
		name:   "question by id over loopback",
		ours:   "GET /v1/questions/{id}, one of 500",
		peer:   "the same server answers a constant of that size",
		target: 1.5, unit: time.Microsecond,
		open: func(ctx context.Context, dir string) (contest, error) { return overLoopback(ctx, dir, openAgain) },
	}
}

// newQuestionOverLoopback is the same for questions that were not asked for
// before. Nothing is promised of it: a bare SELECT alone takes half as long as
// the whole exchange of a constant.
func newQuestionOverLoopback() figure {
	return figure{
		name: "question by id over loopback, first time",
		ours: "GET /v1/questions/{id}, another one each time",
		peer: "the same server answers a constant of that size",
		unit: time.Microsecond,
		open: func(ctx context.Context, dir string) (contest, error) { return overLoopback(ctx, dir, openOnce) },
	}
}

func overLoopback(ctx context.Context, dir string, open opener) (contest, error) {
	a, err := open(ctx, dir)
	if err != nil {
		return contest{}, err
	}
	ours, err := serve(ctx, func(addr string) (http.Handler, error) {
		return a.handler(ctx, addr)
	})
	if err != nil {
		return contest{}, errors.Join(err, a.close())
	}
	size, err := usualSize(ctx, ours, a)
	if err != nil {
		return contest{}, errors.Join(err, ours.close(), a.close())
	}
	peer, err := serve(ctx, func(string) (http.Handler, error) { return constant(size), nil })
	if err != nil {
		return contest{}, errors.Join(err, ours.close(), a.close())
	}
	ask := func(l *loopback) side {
		return timed(func(ctx context.Context, i int) error {
			_, err := l.get(ctx, a.path(i)+inFull)
			return err
		})
	}
	return contest{
		ours: ask(ours), peer: ask(peer), each: 1000,
		close: func() error { return errors.Join(peer.close(), ours.close(), a.close()) },
	}, nil
}

// usualSize is the mean size of some answers.
func usualSize(ctx context.Context, l *loopback, a *asked) (int, error) {
	sum := 0
	for _, i := range a.samples() {
		body, err := l.get(ctx, a.path(i)+inFull)
		if err != nil {
			return 0, err
		}
		sum += len(body)
	}
	return sum / samples, nil
}

// constant answers everything with the same JSON of a size.
func constant(size int) http.Handler {
	body := append(append([]byte{'"'}, bytes.Repeat([]byte{'x'}, size-2)...), '"')
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json; charset=utf-8")
		w.Header().Set("Content-Length", strconv.Itoa(len(body)))
		_, _ = w.Write(body) // A client that went away is noticed by itself.
	})
}

// questionInProcess is a question without a network.
func questionInProcess() figure {
	return figure{
		name:   "question by id in process",
		ours:   "the whole handler, one of 500 questions",
		peer:   "a handler with one prepared SELECT and the same JSON",
		target: 2, unit: time.Microsecond,
		open: func(ctx context.Context, dir string) (contest, error) { return inProcess(ctx, dir, openAgain) },
	}
}

// newQuestionInProcess is the same for questions that were not asked for before.
func newQuestionInProcess() figure {
	return figure{
		name:   "question by id in process, first time",
		ours:   "the whole handler, another question each time",
		peer:   "a handler with one prepared SELECT and the same JSON",
		target: 2, unit: time.Microsecond,
		open: func(ctx context.Context, dir string) (contest, error) { return inProcess(ctx, dir, openOnce) },
	}
}

func inProcess(ctx context.Context, dir string, open opener) (contest, error) {
	a, err := open(ctx, dir)
	if err != nil {
		return contest{}, err
	}
	peer, err := openBareQuestions(ctx, a.session.Database())
	if err != nil {
		return contest{}, errors.Join(err, a.close())
	}
	c, err := compareHandlers(ctx, a, peer)
	c.close = func() error { return errors.Join(peer.close(), a.close()) }
	if err != nil {
		return contest{}, errors.Join(err, c.close())
	}
	return c, nil
}

// compareHandlers makes both sides, once it is sure that they answer alike.
func compareHandlers(ctx context.Context, a *asked, peer http.Handler) (contest, error) {
	ours, err := a.handler(ctx, "")
	if err != nil {
		return contest{}, err
	}
	requests := make([]*http.Request, len(a.ids))
	for i := range requests {
		requests[i], err = http.NewRequestWithContext(context.WithoutCancel(ctx), http.MethodGet,
			"http://localhost"+a.path(i)+inFull, http.NoBody)
		if err != nil {
			return contest{}, err
		}
	}
	for _, i := range a.samples() {
		if want, got := answerOf(peer, requests[i]), answerOf(ours, requests[i]); !bytes.Equal(want, got) {
			return contest{}, fmt.Errorf("the sides answer differently:\nours %s\npeer %s", got, want)
		}
	}
	call := func(handler http.Handler) side {
		w := &sink{header: http.Header{}}
		return timed(func(_ context.Context, i int) error {
			w.reset()
			handler.ServeHTTP(w, requests[i%len(requests)])
			return w.err()
		})
	}
	return contest{ours: call(ours), peer: call(peer), each: 2000}, nil
}

func answerOf(handler http.Handler, request *http.Request) []byte {
	w := &sink{header: http.Header{}}
	handler.ServeHTTP(w, request)
	return w.body.Bytes()
}

// sink takes an answer. It is used again and again, and costs neither side
// anything.
type sink struct {
	header http.Header
	status int
	body   bytes.Buffer
}

// Header returns the header fields.
func (s *sink) Header() http.Header { return s.header }

// WriteHeader keeps the status.
func (s *sink) WriteHeader(status int) { s.status = status }

// Write keeps the body.
func (s *sink) Write(body []byte) (int, error) { return s.body.Write(body) }

func (s *sink) reset() {
	clear(s.header)
	s.status = http.StatusOK
	s.body.Reset()
}

func (s *sink) err() error {
	if s.status != http.StatusOK || s.body.Len() == 0 {
		return fmt.Errorf("answered %d with %d bytes", s.status, s.body.Len())
	}
	return nil
}
