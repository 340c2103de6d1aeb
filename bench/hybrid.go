package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/search"
	"github.com/quarrykb/quarry/search/bleveindex"
	"github.com/quarrykb/quarry/search/vectorindex"
	"github.com/quarrykb/quarry/store/sqlite"

	"github.com/quarrykb/quarry/bench/generate"
)

// besides is what a whole search may take beside its engines.
const besides = 2 * time.Millisecond

// hybridFigure is a whole search by words and by meaning: both engines, fusion,
// folding, entries and marks.
func hybridFigure(count int) figure {
	return figure{
		name:   fmt.Sprintf("hybrid in %d notes", count),
		ours:   "a whole hybrid search in process, ten hits with entries and marks",
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
		each: queriesEach(count), close: s.close,
	}, nil
}

// shelf is a store of notes with both engines and the searcher over it, wired as
// cmd/quarry wires them.
type shelf struct {
	store    *sqlite.Store
	words    *bleveindex.Index
	vectors  *vectorindex.Index
	setup    search.Setup
	searcher *search.Searcher
}

// openShelf opens a shelf of so many notes. The first figure that asks for it
// fills it.
func openShelf(ctx context.Context, dir string, count int) (*shelf, error) {
	dir = filepath.Join(notesDir(dir, count), "shelf")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	log := slog.New(slog.DiscardHandler)
	store, err := sqlite.Open(ctx, database(dir), sqlite.Options{Log: log, Now: time.Now})
	if err != nil {
		return nil, err
	}
	revision, err := store.Revision(ctx)
	for number := 0; err == nil && revision == 0 && number*generate.ChapterNotes < count; number++ {
		_, err = store.SaveDocument(ctx, generate.Chapter(seed, number))
	}
	if err != nil {
		return nil, errors.Join(err, store.Close())
	}
	s := &shelf{store: store}
	if err := s.follow(ctx, dir, log); err != nil {
		return nil, errors.Join(err, s.close())
	}
	return s, nil
}

// follow opens both engines and lets them catch up.
func (s *shelf) follow(ctx context.Context, dir string, log *slog.Logger) error {
	known, err := lexicon.Load() //nolint:contextcheck // Nothing in it can take long.
	if err != nil {
		return err
	}
	if s.words, err = bleveindex.Open(ctx, dir, bleveindex.Options{Log: log, Lexicon: known}); err != nil {
		return err
	}
	terms, err := bleveindex.NewTerms(known)
	if err != nil {
		return err
	}
	s.vectors, err = vectorindex.Open(ctx, s.store, vectorindex.Options{
		Learner: relatedTerms{terms}, Devices: known, Requirements: s.words, Entries: s.store, Log: log,
	})
	if err != nil {
		return err
	}
	s.setup = search.Setup{
		Entries: s.store, Highlighter: s.words, Devices: known, Log: log, Engines: []search.Named{
			{Name: search.EngineLexical, Engine: s.words},
			{Name: search.EngineVector, Engine: s.vectors},
		},
	}
	s.searcher = search.NewSearcher(s.setup)
	return errors.Join(
		search.NewFollower(search.EngineLexical, s.store, s.words, search.Pace{}, log).CatchUp(ctx),
		search.NewFollower(search.EngineVector, s.store, s.vectors, search.Pace{}, log).CatchUp(ctx))
}

func (s *shelf) close() error {
	var err error
	if s.words != nil {
		err = s.words.Close()
	}
	return errors.Join(err, s.store.Close())
}

// search asks the whole question.
func (s *shelf) search(ctx context.Context, q quarry.Query) error {
	q.Mode = quarry.ModeHybrid
	found, err := s.searcher.Search(ctx, q)
	if err == nil && (len(found.Hits) == 0 || len(found.Degraded) > 0) {
		err = fmt.Errorf("%q found %d hits without %q", q.Text, len(found.Hits), found.Degraded)
	}
	return err
}

// askEngines asks one engine after the other.
func (s *shelf) askEngines(ctx context.Context, q quarry.Query) error {
	_, words := s.words.Search(ctx, q)
	_, vectors := s.vectors.Search(ctx, q)
	return errors.Join(words, vectors)
}
