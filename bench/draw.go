package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/store/sqlite"

	"github.com/quarrykb/quarry/bench/generate"
)

const (
	fewQuestions  = 1_000
	manyQuestions = 100_000
	deckQuestions = 100
)

// drawFigure is a draw of ten from many questions beside one from few.
func drawFigure() figure {
	return figure{
		name:   "random draw of ten",
		ours:   "from 100,000 questions",
		peer:   "from 1,000 questions",
		target: 2, unit: time.Microsecond,
		open: func(ctx context.Context, dir string) (contest, error) {
			return openDraw(ctx, dir, quarry.Filter{})
		},
	}
}

// filteredDrawFigure is the same for those of one difficulty.
func filteredDrawFigure() figure {
	return figure{
		name:   "random draw of ten hard ones",
		ours:   "from 100,000 questions",
		peer:   "from 1,000 questions",
		target: 2, unit: time.Microsecond,
		open: func(ctx context.Context, dir string) (contest, error) {
			return openDraw(ctx, dir, quarry.Filter{Difficulties: []quarry.Difficulty{quarry.Hard}})
		},
	}
}

func openDraw(ctx context.Context, dir string, filter quarry.Filter) (contest, error) {
	few, many, err := openDecks(ctx, dir)
	if err != nil {
		return contest{}, err
	}
	return contest{
		ours:  timed(func(ctx context.Context, i int) error { return draw(ctx, many, filter, i) }),
		peer:  timed(func(ctx context.Context, i int) error { return draw(ctx, few, filter, i) }),
		each:  300,
		close: func() error { return errors.Join(few.Close(), many.Close()) },
	}, nil
}

func draw(ctx context.Context, store *sqlite.Store, filter quarry.Filter, i int) error {
	drawn, err := store.DrawQuestions(ctx, quarry.DrawRequest{Filter: filter, Seed: uint64(i), Count: 10}) //nolint:gosec // An index is never negative.
	if err == nil && len(drawn.Questions) != 10 {
		err = fmt.Errorf("%d questions were drawn, want 10", len(drawn.Questions))
	}
	return err
}

// firstDrawFigure is a draw right after a change: what was worked out for the
// draws before holds no longer. It grows with the store, and nothing is
// promised of it but that it is told.
func firstDrawFigure() figure {
	return figure{
		name: "the first draw after a change",
		ours: "from 100,000 questions",
		peer: "from 1,000 questions",
		unit: time.Microsecond,
		open: openFirstDraw,
	}
}

func openFirstDraw(ctx context.Context, dir string) (contest, error) {
	few, many, err := openDecks(ctx, dir)
	if err != nil {
		return contest{}, err
	}
	firstOf := func(store *sqlite.Store) side {
		return func(ctx context.Context, i int) (time.Duration, error) {
			if _, err := store.SaveDocument(ctx, change(i)); err != nil {
				return 0, err
			}
			began := time.Now()
			err := draw(ctx, store, quarry.Filter{}, i)
			return time.Since(began), err
		}
	}
	return contest{
		ours: firstOf(many), peer: firstOf(few), each: 20,
		close: func() error { return errors.Join(few.Close(), many.Close()) },
	}, nil
}

// change is a small document that is another one each time.
func change(i int) quarry.Knowledge {
	document := quarry.Document{
		Collection: quarry.DefaultCollection, Root: "/generated", Path: "change.md", Title: "Change",
		SHA256: strconv.Itoa(i), TextSHA256: strconv.Itoa(i), TextOf: quarry.TextOfFile,
	}
	document.ID = quarry.DocumentID(quarry.NewID(document.Identity()))
	return quarry.Knowledge{Document: document}
}

// openDecks opens a store with few questions and one with many.
func openDecks(ctx context.Context, dir string) (*sqlite.Store, *sqlite.Store, error) {
	few, err := openDeck(ctx, filepath.Join(dir, "few-questions"), fewQuestions)
	if err != nil {
		return nil, nil, err
	}
	many, err := openDeck(ctx, manyDir(dir), manyQuestions)
	if err != nil {
		return nil, nil, errors.Join(err, few.Close())
	}
	return few, many, nil
}

func manyDir(dir string) string { return filepath.Join(dir, "many-questions") }

// openDeck opens a store with so many questions. The first figure that asks for
// it fills it.
func openDeck(ctx context.Context, dir string, questions int) (*sqlite.Store, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	store, err := sqlite.Open(ctx, database(dir), sqlite.Options{})
	if err != nil {
		return nil, err
	}
	revision, err := store.Revision(ctx)
	for number := 0; err == nil && revision == 0 && number < questions/deckQuestions; number++ {
		_, err = store.SaveDocument(ctx, generate.Deck(seed, number))
	}
	if err != nil {
		return nil, errors.Join(err, store.Close())
	}
	return store, nil
}
