package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/cmd/quarry/app"

	"github.com/quarrykb/quarry/bench/generate"
)

// besides is what a whole search may take beside its engines.
const besides = 2 * time.Millisecond

// hybridFigure is a whole search by words and by meaning: both engines, fusion,
// folding, entries and marks.
func hybridFigure(count int) figure {
	return figure{
		name:   fmt.Sprintf("hybrid in %d notes", count),
		ours:   "a whole hybrid search in process as the program does it: ten hits with entries and marks, names of the glossary, and how likely they answer",
		peer:   "the best ten of the lexical engine, the best ten of the vectors, and 2 ms",
		target: 1, tail: true, unit: time.Microsecond,
		open: func(ctx context.Context, dir string) (contest, error) { return openHybrid(ctx, dir, count) },
	}
}

func openHybrid(ctx context.Context, dir string, count int) (contest, error) {
	s, err := openShelf(ctx, dir, count)
	if err != nil {
		return contest{}, err
	}
	runtime.GC() // of what filling left behind
	queries := generate.NoteQueries(seed, searchQueries, count)
	asked := func(i int) quarry.Query {
		return quarry.Query{Text: strings.Join(queries[i%len(queries)], " "), Limit: topHits, Highlight: true}
	}
	return contest{
		ours: timed(func(ctx context.Context, i int) error { return s.search(ctx, asked(i)) }),
		peer: func(ctx context.Context, i int) (time.Duration, error) {
			took, err := timed(func(ctx context.Context, i int) error { return s.askEngines(ctx, asked(i)) })(ctx, i)
			return took + besides, err
		},
		each: queriesEach(count), close: s.Close,
	}, nil
}

// shelf is a base of notes with both engines, opened as cmd/quarry opens it.
type shelf struct {
	*app.App

	session *app.Session
}

// openShelf opens a shelf of so many notes. The first figure that asks for it
// fills it.
func openShelf(ctx context.Context, dir string, count int) (*shelf, error) {
	dir = filepath.Join(notesDir(dir, count), "shelf")
	session, err := app.NewSession(dir) //nolint:contextcheck // Nothing in it can take long.
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	opened, err := session.Open(ctx)
	if err != nil {
		return nil, err
	}
	revision, err := opened.Store.Revision(ctx)
	for number := 0; err == nil && revision == 0 && number*generate.ChapterNotes < count; number++ {
		_, err = opened.Store.SaveDocument(ctx, generate.Chapter(seed, number))
	}
	if err == nil {
		err = errors.Join(opened.Follower.CatchUp(ctx), opened.Vectors.CatchUp(ctx))
	}
	if err != nil {
		return nil, errors.Join(err, opened.Close())
	}
	return &shelf{opened, session}, nil
}

// search asks the whole question.
func (s *shelf) search(ctx context.Context, q quarry.Query) error {
	q.Mode = quarry.ModeHybrid
	found, err := s.Searcher.Search(ctx, q)
	if err == nil && (len(found.Hits) == 0 || len(found.Degraded) > 0) {
		err = fmt.Errorf("%q found %d hits without %q", q.Text, len(found.Hits), found.Degraded)
	}
	return err
}

// askEngines asks one engine after the other.
func (s *shelf) askEngines(ctx context.Context, q quarry.Query) error {
	_, words := s.Index.Search(ctx, q)
	_, vectors := s.Meaning.Search(ctx, q)
	return errors.Join(words, vectors)
}
