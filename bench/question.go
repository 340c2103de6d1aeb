package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/quarrykb/quarry"
)

const askedQuestions = 500

// questionOverLoopback is a question by its id as a client gets it.
func questionOverLoopback() figure {
	return figure{
		name:   "question by id over loopback",
		ours:   "GET /v1/questions/{id}",
		peer:   "the same server answers a constant of that size",
		target: 1.5, unit: time.Microsecond,
		open: openQuestionOverLoopback,
	}
}

func openQuestionOverLoopback(ctx context.Context, dir string) (contest, error) {
	b, err := openLibrary(ctx, dir)
	if err != nil {
		return contest{}, err
	}
	questions, err := b.questions(ctx, askedQuestions)
	if err != nil {
		return contest{}, errors.Join(err, b.close())
	}
	ours, err := b.serve(ctx)
	if err != nil {
		return contest{}, errors.Join(err, b.close())
	}
	size, err := usualSize(ctx, ours, questions)
	if err != nil {
		return contest{}, errors.Join(err, ours.close(), b.close())
	}
	peer, err := serve(ctx, func(string) (http.Handler, error) { return constant(size), nil })
	if err != nil {
		return contest{}, errors.Join(err, ours.close(), b.close())
	}
	ask := func(l *loopback) side {
		return timed(func(ctx context.Context, i int) error {
			_, err := l.get(ctx, pathOf(questions[i%len(questions)]))
			return err
		})
	}
	return contest{
		ours: ask(ours), peer: ask(peer), each: 1000,
		close: func() error { return errors.Join(peer.close(), ours.close(), b.close()) },
	}, nil
}

func pathOf(q quarry.Question) string { return "/v1/questions/" + string(q.ID) }

// usualSize is the mean size of the answers.
func usualSize(ctx context.Context, l *loopback, questions []quarry.Question) (int, error) {
	sum := 0
	for _, q := range questions {
		body, err := l.get(ctx, pathOf(q))
		if err != nil {
			return 0, err
		}
		sum += len(body)
	}
	return sum / len(questions), nil
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

// questionInProcess is the same without a network.
func questionInProcess() figure {
	return figure{
		name:   "question by id in process",
		ours:   "the whole handler",
		peer:   "a handler with one prepared SELECT and the same JSON",
		target: 2, unit: time.Microsecond,
		open: openQuestionInProcess,
	}
}

func openQuestionInProcess(ctx context.Context, dir string) (contest, error) {
	b, err := openLibrary(ctx, dir)
	if err != nil {
		return contest{}, err
	}
	peer, err := openBareQuestions(ctx, database(b.dir))
	if err != nil {
		return contest{}, errors.Join(err, b.close())
	}
	c, err := compareHandlers(ctx, b, peer)
	c.close = func() error { return errors.Join(peer.close(), b.close()) }
	if err != nil {
		return contest{}, errors.Join(err, c.close())
	}
	return c, nil
}

// compareHandlers makes both sides, once it is sure that they answer alike.
func compareHandlers(ctx context.Context, b *base, peer http.Handler) (contest, error) {
	server, err := b.handler("")
	if err != nil {
		return contest{}, err
	}
	ours := server.Handler()
	questions, err := b.questions(ctx, askedQuestions)
	if err != nil {
		return contest{}, err
	}
	requests := make([]*http.Request, len(questions))
	for i, q := range questions {
		requests[i], err = http.NewRequestWithContext(context.WithoutCancel(ctx), http.MethodGet, "http://localhost"+pathOf(q), http.NoBody)
		if err != nil {
			return contest{}, err
		}
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
