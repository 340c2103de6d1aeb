package main

import (
	"context"
	"errors"
	"runtime"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/feed"
	"github.com/quarrykb/quarry/ingest"
)

// stageReading is the stage in which documents are read again.
const stageReading = "reading"

// readAgain reads every document again from its stored bytes. What became another, or
// cannot be read any more, is in the outcome.
func (b *App) readAgain(ctx context.Context, show displays) (quarry.JobOutcome, error) {
	var outcome quarry.JobOutcome
	shown, total, done := show(stageReading, nil), 0, 0
	defer shown.end()
	run := ingest.Run{
		Pipeline: b.pipeline, Library: b.store, Writer: stillStored{b}, Workers: max(1, runtime.NumCPU()/2),
		Observe: func(o ingest.Outcome) {
			if o.Status != ingest.Unchanged {
				add(&outcome, o)
			}
			done++
			shown.show(done, total)
		},
	}
	summary, err := run.Again(ctx, b.store, func(documents int) {
		total = documents
		shown.show(done, total)
	})
	outcome.Result.ReadAgain = new(done)
	outcome.Result.Changed = new(summary.Documents[ingest.Changed])
	outcome.Result.Refused = new(summary.Documents[ingest.Rejected])
	return outcome, err
}

// stillStored saves what was read again of a document, as long as that is the one
// that is stored.
type stillStored struct{ *App }

// SaveDocument saves it, or refuses what moved on.
func (w stillStored) SaveDocument(ctx context.Context, k quarry.Knowledge) (quarry.Difference, error) {
	return w.store.SaveDocumentAgain(ctx, k)
}

// DeleteDocument deletes nothing: reading again removes no document.
func (stillStored) DeleteDocument(context.Context, quarry.DocumentID) (quarry.Difference, error) {
	return quarry.Difference{}, quarry.Errorf(quarry.KindUnsupported, "reading again removes no document")
}

// rebuild makes everything anew that is worked out of the entries: what is derived, the
// indexes, the vectors. What is there answers until then.
func (b *App) rebuild(ctx context.Context, show displays) error {
	if err := b.deriveAgain(ctx); err != nil {
		return err
	}
	for _, one := range []struct {
		what string
		loop interface{ Tell(tell func(feed.Step)) }
		make func(context.Context) error
	}{
		{"judging", b.conflicts, func(ctx context.Context) error { _, err := b.conflicts.CatchUp(ctx); return err }},
		{"abbreviations", b.glossary, b.glossary.CatchUp},
		{"indexing", b.follower, b.follower.Rebuild},
		{"embedding", b.vectors, func(ctx context.Context) error { return vectorsOrLater(b.vectors.Rebuild(ctx)) }},
	} {
		shown := show(one.what, func() int { return b.entries(ctx) })
		one.loop.Tell(shown.step)
		err := one.make(ctx)
		one.loop.Tell(ignoreSteps)
		shown.end()
		if err != nil {
			return err
		}
	}
	shown := show("linking", func() int { return b.count(ctx, quarry.Filter{Answered: quarry.No}) })
	b.links.Tell(shown.step)
	err := b.link(ctx)
	b.links.Tell(ignoreSteps)
	shown.end()
	return err
}

// deriveAgain lets everything that is derived begin anew, while nothing is being derived.
func (b *App) deriveAgain(ctx context.Context) error {
	return b.conflicts.Alone(ctx, func() error {
		return b.glossary.Alone(ctx, func() error {
			return b.links.Alone(ctx, func() error { return b.store.DeriveAgain(ctx) })
		})
	})
}

// reindex makes everything anew, from the stored bytes on or from the entries.
func (b *App) reindex(ctx context.Context, options map[string]string, show displays) (quarry.JobOutcome, error) {
	var outcome quarry.JobOutcome
	var err error
	if options[quarry.JobOptionExtract] != "" {
		outcome, err = b.readAgain(ctx, show)
	}
	if err == nil {
		err = b.rebuild(ctx, show)
	}
	return outcome, errors.Join(err, b.tally(ctx, &outcome.Result))
}

// tally says what is stored now.
func (b *App) tally(ctx context.Context, into *quarry.JobResult) error {
	stats, err := b.store.Stats(ctx)
	if err != nil {
		return err
	}
	conflicts, err := countConflicts(ctx, b.store, quarry.Derived{})
	if err != nil {
		return err
	}
	c := stats.Counts
	into.Documents = new(stats.Documents)
	into.Entries = new(c.Question + c.Fact + c.Spec + c.Passage)
	into.Conflicts = new(conflicts.Total)
	return nil
}
