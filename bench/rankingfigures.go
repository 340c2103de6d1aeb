package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"time"

	"github.com/quarrykb/quarry"

	"github.com/quarrykb/quarry/bench/generate"
)

// rankingFigures measure the index of words.
func rankingFigures(count int) []figure {
	all := []figure{textSizeFigure(count)}
	for _, peer := range rankingPeers() {
		all = append(all, indexSizeFigure(count, peer), indexTimeFigure(count, peer),
			matchFigure(count, peer, matchAny), matchFigure(count, peer, matchAll), rankingMemoryFigure(count, peer))
	}
	return all
}

// promised are the targets beside FTS5; beside bleve nothing is promised.
func promised(peer rankers, target float64) float64 {
	if peer.name == "FTS5" {
		return target
	}
	return 0
}

// indexTimeFigure is the writing of an index from nothing, both sides in batches
// of the same size.
func indexTimeFigure(count int, peer rankers) figure {
	return figure{
		name:   fmt.Sprintf("index %d notes, %s", count, peer.name),
		ours:   fmt.Sprintf("build the lexical index in batches of %d, onto the disk", followed),
		peer:   "the same batches into " + peer.says,
		target: promised(peer, 6), unit: time.Millisecond,
		open: func(_ context.Context, dir string) (contest, error) {
			scratch := filepath.Join(dir, "scratch")
			return contest{
				ours: inFreshFolder(scratch, writingOf(ownRankers(), count)),
				peer: inFreshFolder(scratch, writingOf(peer, count)),
				each: 1, anew: true, close: func() error { return nil },
			}, nil
		},
	}
}

// writingOf measures writing alone: the notes are made in between.
func writingOf(r rankers, count int) func(context.Context, string) (time.Duration, error) {
	return func(ctx context.Context, dir string) (time.Duration, error) {
		opened, err := r.open(ctx, dir)
		if err != nil {
			return 0, err
		}
		var took time.Duration
		err = eachBatch(count, func(batch []quarry.Entry) error {
			began := time.Now()
			err := opened.add(ctx, batch)
			took += time.Since(began)
			return err
		})
		began := time.Now()
		if err == nil {
			err = opened.done(ctx)
		}
		err = errors.Join(err, opened.close())
		return took + time.Since(began), err
	}
}

const (
	matchQueries = 200
	fewerQueries = 40 // where there are very many entries
	veryMany     = 500_000
)

// queriesEach is how many queries a round asks of so many entries.
func queriesEach(count int) int {
	if count > veryMany {
		return fewerQueries
	}
	return matchQueries
}

// matchFigure is the ranking alone, ids and scores of the best ten.
func matchFigure(count int, peer rankers, wanted matching) figure {
	target := 0.5
	if wanted == matchAll {
		target = 0.4
	}
	return figure{
		name:   fmt.Sprintf("match %s in %d notes, %s", wanted, count, peer.name),
		ours:   "the best ten, and how many there are, in process, ids only",
		peer:   "the best ten of " + peer.says,
		target: promised(peer, target), tail: true, unit: time.Microsecond,
		open: func(ctx context.Context, dir string) (contest, error) {
			ours, err := ownRankers().openFilled(ctx, dir, count)
			if err != nil {
				return contest{}, err
			}
			theirs, err := peer.openFilled(ctx, dir, count)
			if err != nil {
				return contest{}, errors.Join(err, ours.close())
			}
			runtime.GC() // of what filling left behind
			queries := generate.NoteQueries(seed, searchQueries, count)
			asking := func(r ranker) side {
				return timed(func(ctx context.Context, i int) error {
					return askRanker(ctx, r, queries[i%len(queries)], wanted)
				})
			}
			return contest{
				ours: asking(ours), peer: asking(theirs), each: queriesEach(count),
				close: func() error { return errors.Join(ours.close(), theirs.close()) },
			}, nil
		},
	}
}

// askRanker asks one query. Each has an answer: its words stand together in a
// note.
func askRanker(ctx context.Context, r ranker, words []string, wanted matching) error {
	found, err := r.top(ctx, words, wanted)
	if err == nil && found == 0 {
		err = fmt.Errorf("nothing holds %s of %q", wanted, words)
	}
	return err
}
