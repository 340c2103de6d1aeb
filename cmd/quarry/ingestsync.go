package main

import (
	"context"

	"github.com/quarrykb/quarry/ingest"
)

// syncedOutcomes tells what became of documents once that is on the disk: what is said to
// be added is there after a power cut. Several documents share a sync.
type syncedOutcomes struct {
	ctx  context.Context //nolint:containedctx // outlives the run: what was saved before an interruption is told as well
	sync func(context.Context) error
	tell func(ingest.Outcome, note)

	waiting []syncedOutcome
	saved   int // documents that were told to be added or changed
	failed  error
}

type syncedOutcome struct {
	outcome ingest.Outcome
	noted   note
}

// outcomesASync is how many documents share a sync.
const outcomesASync = 64

// add takes what became of a document.
func (t *syncedOutcomes) add(o ingest.Outcome, noted note) {
	t.waiting = append(t.waiting, syncedOutcome{o, noted})
	if len(t.waiting) >= outcomesASync {
		_ = t.flush() // the last one returns it as well
	}
}

// flush tells what waits. What could not be synced is not told, and the error is that of
// the first time.
func (t *syncedOutcomes) flush() error {
	if t.sync != nil && t.failed == nil && len(t.waiting) > 0 {
		t.failed = t.sync(t.ctx)
	}
	if t.failed == nil {
		for _, one := range t.waiting {
			t.tell(one.outcome, one.noted)
			if one.outcome.Status == ingest.Added || one.outcome.Status == ingest.Changed {
				t.saved++
			}
		}
	}
	t.waiting = nil
	return t.failed
}
