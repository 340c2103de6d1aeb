package main

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/quarrykb/quarry/api"

	"github.com/quarrykb/quarry/bench/generate"
)

// checkFigure is an answer to a question judged, as a client gets it. Nothing is promised
// of it: it tells whether judging becomes dearer.
func checkFigure() figure {
	return figure{
		name: "check of an answer over loopback",
		ours: "POST /v1/questions/{id}/check, the text of another one of 500 as the answer",
		peer: "GET /v1/questions/{id} from the same server",
		unit: time.Microsecond, open: openCheck,
	}
}

func openCheck(ctx context.Context, dir string) (contest, error) {
	a, err := openAgain(ctx, dir)
	if err != nil {
		return contest{}, err
	}
	texts := make([]string, len(a.ids))
	for i, id := range a.ids {
		q, _, err := a.store.Question(ctx, id)
		if err != nil {
			return contest{}, errors.Join(err, a.close())
		}
		texts[i] = q.Answer
	}
	l, err := serve(ctx, func(addr string) (http.Handler, error) { return a.handler(ctx, addr) })
	if err != nil {
		return contest{}, errors.Join(err, a.close())
	}
	return contest{
		ours: timed(func(ctx context.Context, i int) error {
			return l.post(ctx, a.path(i)+"/check", map[string]any{"answer": texts[(i+1)%len(texts)]})
		}),
		peer: timed(func(ctx context.Context, i int) error {
			_, err := l.get(ctx, a.path(i))
			return err
		}),
		each: 1000, close: func() error { return errors.Join(l.close(), a.close()) },
	}, nil
}

// contextNotes is how many notes a context is made of.
const contextNotes = 1000

// contextFigure is what a chatbot is told, as a client gets it. Nothing is promised of it.
func contextFigure() figure {
	return figure{
		name: "context over loopback",
		ours: "POST /v1/context, 600 tokens, 1,000 notes",
		peer: "a hybrid query for ten hits from the same server",
		unit: time.Microsecond, open: openContext,
	}
}

func openContext(ctx context.Context, dir string) (contest, error) {
	s, err := openShelf(ctx, dir, contextNotes)
	if err != nil {
		return contest{}, err
	}
	l, err := serve(ctx, func(addr string) (http.Handler, error) {
		server, err := s.session.Handler(ctx, s.App, api.Config{Addr: addr})
		if err != nil {
			return nil, err
		}
		return server.Handler(), nil
	})
	if err != nil {
		return contest{}, errors.Join(err, s.Close())
	}
	queries := generate.NoteQueries(seed, searchQueries, contextNotes)
	query := func(i int) string { return strings.Join(queries[i%len(queries)], " ") }
	return contest{
		ours: timed(func(ctx context.Context, i int) error {
			return l.post(ctx, "/v1/context", map[string]any{"query": query(i), "max_tokens": 600})
		}),
		peer: timed(func(ctx context.Context, i int) error {
			_, err := l.get(ctx, "/v1/search?mode=hybrid&limit="+strconv.Itoa(topHits)+"&q="+url.QueryEscape(query(i)))
			return err
		}),
		each: queriesEach(contextNotes), close: func() error { return errors.Join(l.close(), s.Close()) },
	}, nil
}
