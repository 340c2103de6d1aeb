package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search/bleveindex"
	"github.com/quarrykb/quarry/search/embed/lsa"
)

// trainedIn is how long learning from promisedNotes may take. This one figure is
// no ratio of two sides: it is of the machine that it is measured on.
const trainedIn = 10 * time.Second

// trainingFigure is how long the default embedder learns from notes: splitting
// them into terms, counting, decomposing.
func trainingFigure(count int) figure {
	return figure{
		name:   fmt.Sprintf("learn from %d notes", count),
		ours:   "split the notes into terms and train the embedder of related terms, on all cores",
		peer:   "ten seconds for each 100,000 of them",
		target: 1, unit: time.Millisecond,
		open: func(_ context.Context, dir string) (contest, error) {
			return contest{
				ours: inFreshFolder(filepath.Join(dir, "scratch"),
					func(ctx context.Context, _ string) (time.Duration, error) {
						return learn(ctx, count)
					}),
				peer: func(context.Context, int) (time.Duration, error) {
					return trainedIn * time.Duration(count) / promisedNotes, nil
				},
				each: 1, anew: true, close: func() error { return nil },
			}, nil
		},
	}
}

// learn measures learning alone: the notes are made in between.
func learn(ctx context.Context, count int) (time.Duration, error) {
	terms, err := bleveindex.NewTerms(nil)
	if err != nil {
		return 0, err
	}
	trainer := lsa.NewTrainer(terms)
	var took time.Duration
	err = eachBatch(count, func(batch []quarry.Entry) error {
		began := time.Now()
		for _, e := range batch {
			trainer.Add(e.Title + "\n" + e.Text)
		}
		took += time.Since(began)
		return nil
	})
	if err != nil {
		return 0, err
	}
	began := time.Now()
	model, err := trainer.Train(ctx)
	if err == nil && model.Dim() == 0 {
		err = errors.New("nothing was learnt")
	}
	return took + time.Since(began), err
}
