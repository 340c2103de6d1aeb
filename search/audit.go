package search

import (
	"context"
	"fmt"
	"log/slog"

	"github.com/quarrykb/quarry"
)

// audit is how far an index has been held against the store.
type audit struct {
	over  bool
	after quarry.EntryRef // up to here it was
	alive int             // entries up to there
	began quarry.Sequence // the store's revision at the beginning
}

// Audit holds an index that is Audited against the store: what it has read may have
// been lost unnoticed. What is amiss is put into it once more, and an
// index that holds what is not stored is built anew. It is done once in the life of
// a follower that has caught up, some entries at a time; where the store changes
// meanwhile, the next call goes on.
func (f *Follower) Audit(ctx context.Context) error {
	index, goesOn := f.index.(Audited)
	for goesOn {
		err := f.Alone(ctx, func() error {
			var err error
			goesOn, err = f.auditSome(ctx, index)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// auditSome audits some entries more. It reports false where that was all, and where
// the store has changes that the index has not read: they are nothing that was lost.
func (f *Follower) auditSome(ctx context.Context, index Audited) (bool, error) {
	if f.audit.over {
		return false, nil
	}
	goesOn, surplus := false, 0
	err := f.writeServing(ctx, func() error {
		var err error
		goesOn, surplus, err = f.auditNext(ctx, index)
		return err
	})
	if err == nil && surplus > 0 {
		err = f.rebuild(ctx, fmt.Sprintf("it holds %d entries that are not stored", surplus))
	}
	return goesOn, err
}

// auditNext reports whether to go on as auditSome does, and in the end how many entries the
// index holds beyond those that are stored.
func (f *Follower) auditNext(ctx context.Context, index Audited) (bool, int, error) {
	cursor, err := f.inStep(ctx)
	if err != nil || cursor == 0 {
		return false, 0, err
	}
	entries, err := f.store.ScanEntries(ctx, f.audit.after, f.batch)
	if err != nil {
		return false, 0, fmt.Errorf("scan entries after %q: %w", f.audit.after.ID, err)
	}
	if behind, err := f.isBehind(ctx, cursor); err != nil || behind {
		return false, 0, err
	}
	if f.audit.after == (quarry.EntryRef{}) {
		f.audit.alive, f.audit.began = 0, cursor
	}
	if len(entries) == 0 {
		f.audit.over = true
		held, err := index.Count(ctx)
		if err != nil {
			return true, 0, fmt.Errorf("count what %s holds: %w", f.Name(), err)
		}
		if cursor != f.audit.began { // what was counted before may have changed since
			return true, 0, nil
		}
		return true, held - f.audit.alive, nil
	}
	if err := f.putBack(ctx, index, entries, cursor); err != nil {
		return false, 0, err
	}
	f.audit.alive += len(entries)
	f.audit.after = entries[len(entries)-1].EntryRef
	return true, 0, nil
}

// isBehind reports whether the feed has changes behind a cursor. It asks the feed itself: a
// revision is told a moment after its change can be seen.
func (f *Follower) isBehind(ctx context.Context, cursor quarry.Sequence) (bool, error) {
	behind, err := f.store.ChangesAfter(ctx, cursor, 1)
	if err != nil {
		return false, fmt.Errorf("read changes after %d: %w", cursor, err)
	}
	return len(behind) > 0, nil
}

// inStep returns the cursor of an index that has read everything, and otherwise 0.
func (f *Follower) inStep(ctx context.Context) (quarry.Sequence, error) {
	cursor, err := f.index.Cursor(ctx)
	if err != nil {
		return 0, fmt.Errorf("read the cursor of %s: %w", f.Name(), err)
	}
	revision, err := f.store.Revision(ctx)
	if err != nil {
		return 0, fmt.Errorf("read the store's revision: %w", err)
	}
	if cursor != revision {
		return 0, nil
	}
	return cursor, nil
}

// putBack puts those of some entries into the index that are amiss there.
func (f *Follower) putBack(ctx context.Context, index Audited, entries []quarry.Entry, cursor quarry.Sequence) error {
	amiss, err := index.Amiss(ctx, entries)
	if err != nil {
		return fmt.Errorf("hold %s against the store: %w", f.Name(), err)
	}
	if len(amiss) == 0 {
		return nil
	}
	f.log.WarnContext(ctx, "the index had lost entries: they are put back",
		slog.String("follower", f.Name()), slog.Int("entries", len(amiss)))
	if err := f.index.Apply(ctx, Batch{Puts: amiss, Cursor: cursor, Session: f.index.Session(ctx)}); err != nil {
		return fmt.Errorf("put back %d entries: %w", len(amiss), err)
	}
	return nil
}
