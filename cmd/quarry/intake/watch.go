package intake

import (
	"context"
	"slices"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/store/sqlite"
)

// watcher stands between a run and what it writes to, and notes what a report
// says beyond the run's outcomes. A run writes one document after the other and
// tells the outcome of each before it begins the next. Of a run that writes nothing it notes
// every entry that would be another.
type watcher struct {
	ingest.Writer

	store *sqlite.Store
	dry   *dryRun // the writer of a run that writes nothing, nil of any other
	noted *note   // of the document that was written last
}

// note is what a report says of one document beyond its outcome.
type note struct {
	path       string
	twin       string // another path with the same bytes
	unanswered int    // questions
	difference *differenceReport
}

// SaveDocument notes what is to be said of a document, and hands it on.
func (w *watcher) SaveDocument(ctx context.Context, k quarry.Knowledge) (quarry.Difference, error) {
	w.noted = &note{path: k.Document.Path}
	for _, q := range k.Questions {
		if q.Answer == "" {
			w.noted.unanswered++
		}
	}
	twin, err := w.twin(ctx, k.Document)
	if err != nil {
		return quarry.Difference{}, err
	}
	w.noted.twin = twin
	difference, err := w.Writer.SaveDocument(ctx, k)
	if err != nil || w.dry == nil {
		return difference, err
	}
	entries := make(map[quarry.EntryRef]quarry.Entry, k.Size()) // as indexes see them
	add := func(e quarry.Entry) { entries[e.EntryRef] = e }
	for _, q := range k.Questions {
		add(q.Entry())
	}
	for _, f := range k.Facts {
		add(f.Entry())
	}
	for _, s := range k.Specs {
		add(s.Entry())
	}
	for _, p := range k.Passages {
		add(p.Entry())
	}
	w.noted.difference, err = w.compare(ctx, difference, entries)
	return difference, err
}

// DeleteDocument notes what goes, and hands on.
func (w *watcher) DeleteDocument(ctx context.Context, id quarry.DocumentID) (quarry.Difference, error) {
	difference, err := w.Writer.DeleteDocument(ctx, id)
	if err != nil || w.dry == nil {
		return difference, err
	}
	w.noted = &note{}
	w.noted.difference, err = w.compare(ctx, difference, nil)
	return difference, err
}

// take returns the note of the document whose outcome is told, and forgets it.
func (w *watcher) take(o ingest.Outcome) note {
	noted := w.noted
	w.noted = nil
	if noted == nil || (noted.path != "" && noted.path != o.Path) {
		return note{}
	}
	return *noted
}

// twin returns another path with a document's bytes: one that is stored, as
// those before it in the run are by now, or one that a dry run came by.
func (w *watcher) twin(ctx context.Context, d quarry.Document) (string, error) {
	if w.dry != nil {
		if first := w.dry.firstWith(d); first != "" {
			return first, nil
		}
	}
	return w.store.Twin(ctx, d.Collection, d.SHA256, d.Path)
}

// entriesAtOnce is how many entries are asked for at a time.
const entriesAtOnce = 5000

// compare tells a difference entry by entry: as the entries were and as they
// would be.
func (w *watcher) compare(
	ctx context.Context, d quarry.Difference, next map[quarry.EntryRef]quarry.Entry,
) (*differenceReport, error) {
	was := make(map[quarry.EntryRef]quarry.Entry, len(d.Changed)+len(d.Removed))
	for refs := range slices.Chunk(slices.Concat(d.Changed, d.Removed, d.Merged), entriesAtOnce) {
		entries, _, err := w.store.Occurrences(ctx, refs)
		if err != nil {
			return nil, err
		}
		for _, entry := range entries {
			was[entry.EntryRef] = entry
		}
	}
	report := &differenceReport{
		Added: []entryLine{}, Changed: []entryEdit{}, Removed: []entryLine{}, Merged: []entryLine{},
	}
	for _, ref := range d.Added {
		report.Added = append(report.Added, describe(next[ref]))
	}
	for _, ref := range d.Changed {
		before, after := was[ref], next[ref]
		edit := entryEdit{entryLine: describe(after), Changes: changesOf(before, after)}
		if before.Text != after.Text {
			edit.Before, edit.After = before.Text, after.Text
		}
		report.Changed = append(report.Changed, edit)
	}
	for _, ref := range d.Removed {
		report.Removed = append(report.Removed, describe(was[ref]))
	}
	for _, ref := range d.Merged {
		entry, own := next[ref]
		if !own {
			entry = was[ref]
		}
		report.Merged = append(report.Merged, describe(entry))
	}
	return report, nil
}

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
