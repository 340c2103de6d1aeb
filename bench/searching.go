package main

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/search/highlight/highlighter/html"

	"github.com/quarrykb/quarry/bench/generate"
)

const (
	searchQueries = 5000 // more than are asked: none comes twice
	searchRound   = 200
	searchLimit   = 20
)

// searchFigure is a search as a client gets it, hits with their entries, beside
// the ranking alone.
func searchFigure() figure {
	return figure{
		name:   "search over loopback, no marks",
		ours:   "GET /v1/search?limit=20&highlight=false, 10,000 entries",
		peer:   "the bare bleve query in process, ids only",
		target: 2, unit: time.Microsecond,
		open: func(ctx context.Context, dir string) (contest, error) { return openSearch(ctx, dir, keepNothing) },
	}
}

// highlightFigure is the same with what matched marked.
func highlightFigure() figure {
	return figure{
		name:   "search over loopback, marked",
		ours:   "GET /v1/search?limit=20, 10,000 entries",
		peer:   "the bare bleve query in process, with its highlighter",
		target: 2, unit: time.Microsecond,
		open: func(ctx context.Context, dir string) (contest, error) { return openSearch(ctx, dir, keepTexts) },
	}
}

// loopbackFigure is the same as a client gets it from either side.
func loopbackFigure() figure {
	return figure{
		name:   "search and a bare query, both over loopback",
		ours:   "GET /v1/search?limit=20&highlight=false, 10,000 entries",
		peer:   "the bare bleve query behind a bare net/http handler, which sends nothing of it",
		target: 2, unit: time.Microsecond,
		open: openLoopbackSearch,
	}
}

// openLoopbackSearch makes both sides, the bare one as openSearch does, served.
func openLoopbackSearch(ctx context.Context, dir string) (contest, error) {
	c, err := openSearch(ctx, dir, keepNothing)
	if err != nil {
		return contest{}, err
	}
	query, asked := c.peer, new(atomic.Int64)
	server, err := serve(ctx, func(string) (http.Handler, error) {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if _, err := query(r.Context(), int(asked.Load())); err != nil {
				http.Error(w, err.Error(), http.StatusInternalServerError)
			}
		}), nil
	})
	if err != nil {
		return contest{}, errors.Join(err, c.close())
	}
	closeBoth := c.close
	c.peer = timed(func(ctx context.Context, i int) error {
		asked.Store(int64(i))
		_, err := server.get(ctx, "/")
		return err
	})
	c.close = func() error { return errors.Join(server.close(), closeBoth()) }
	return c, nil
}

// openSearch makes both sides. A bare index that keeps its texts marks what
// matched in them, and Quarry then does too.
func openSearch(ctx context.Context, dir string, texts keep) (contest, error) {
	b, err := openLibrary(ctx, dir)
	if err != nil {
		return contest{}, err
	}
	entries, err := b.entries(ctx, mostEntries)
	if err != nil {
		return contest{}, errors.Join(err, b.close())
	}
	barely := filepath.Join(dir, "bare-"+strconv.FormatBool(bool(texts)))
	bare, err := openBareIndex(barely, texts)
	if err != nil {
		return contest{}, errors.Join(err, b.close())
	}
	closeBoth := func() error { return errors.Join(bare.Close(), b.close(), os.RemoveAll(barely)) }
	if err := writeBarely(bare, entries, followed); err != nil {
		return contest{}, errors.Join(err, closeBoth())
	}
	server, err := b.serve(ctx)
	if err != nil {
		return contest{}, errors.Join(err, closeBoth())
	}
	queries := generate.Queries(seed, searchQueries)
	return contest{
		ours: timed(func(ctx context.Context, i int) error {
			_, err := server.get(ctx, searchPath(queries[i%len(queries)], texts))
			return err
		}),
		peer: timed(func(ctx context.Context, i int) error {
			return searchBarely(ctx, bare, bareRequest(queries[i%len(queries)], texts))
		}),
		each:  searchRound,
		close: func() error { return errors.Join(server.close(), closeBoth()) },
	}, nil
}

func searchPath(query string, texts keep) string {
	return "/v1/search?" + url.Values{
		"q": {query}, "limit": {strconv.Itoa(searchLimit)}, "highlight": {strconv.FormatBool(bool(texts))},
	}.Encode()
}

func bareRequest(query string, texts keep) *bleve.SearchRequest {
	request := bleve.NewSearchRequestOptions(matchQuery(query), searchLimit, 0, false)
	if texts {
		request.Highlight = bleve.NewHighlightWithStyle(html.Name)
	}
	return request
}
