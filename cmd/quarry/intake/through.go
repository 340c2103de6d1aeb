package intake

import (
	"context"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/cmd/quarry/app"
	"github.com/quarrykb/quarry/cmd/quarry/datadir"
	"github.com/quarrykb/quarry/store/sqlite"
)

// conflictWatch tells what became of the conflicts since it began. The server derives
// them whenever it comes to it, so they are compared by what was there before.
type conflictWatch struct {
	store  *sqlite.Store
	before map[quarry.EntryID]bool
	since  quarry.Sequence
}

func watchConflicts(ctx context.Context, store *sqlite.Store) (*conflictWatch, error) {
	w := &conflictWatch{store: store, before: map[quarry.EntryID]bool{}}
	var err error
	if w.since, err = store.Revision(ctx); err != nil {
		return nil, err
	}
	return w, datadir.Each(ctx, store.ConflictHeads, quarry.Filter{}, func(conflict quarry.Conflict) {
		w.before[quarry.EntryID(conflict.ID)] = true
	})
}

// report counts what changed.
func (w *conflictWatch) report(ctx context.Context) (*app.ConflictsReport, error) {
	var derived quarry.Derived
	for since := w.since; ; {
		changes, err := w.store.ChangesAfter(ctx, since, changesAtOnce)
		if err != nil {
			return nil, err
		}
		if len(changes) == 0 {
			return app.CountConflicts(ctx, w.store, derived)
		}
		for _, change := range changes {
			since = change.Sequence
			switch before := w.before[change.ID]; {
			case change.Kind != quarry.EntryConflict:
			case change.Op == quarry.OpPut && before:
				derived.Changed++
			case change.Op == quarry.OpPut:
				derived.Added++
			case before:
				derived.Removed++
			}
		}
	}
}

const changesAtOnce = 2000
