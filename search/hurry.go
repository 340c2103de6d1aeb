package search

import (
	"context"

	"github.com/quarrykb/quarry"
)

// hurried are entries that are wanted in an index before it comes to them.
type hurried struct {
	refs []quarry.EntryRef
	done chan error // holds one element
}

// Hurry takes entries into the index as the store has them, ahead of all changes that it has
// not read yet, and returns once searches find them: between two writes of the follower,
// which runs, even while the index is built anew beside the one that answers. Later the
// follower comes to them in their order, and changes nothing. An index that does not answer
// at the moment is KindUnavailable.
func (f *Follower) Hurry(ctx context.Context, refs []quarry.EntryRef) error {
	if len(refs) == 0 {
		return nil
	}
	wanted := hurried{refs: refs, done: make(chan error, 1)}
	f.mu.Lock()
	f.hurries = append(f.hurries, wanted)
	f.mu.Unlock()
	f.Notify()
	select {
	case err := <-wanted.done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// hurry does what is hurried. The caller is the one that writes the index.
func (f *Follower) hurry(ctx context.Context) {
	f.mu.Lock()
	all := f.hurries
	f.hurries = nil
	f.mu.Unlock()
	for _, wanted := range all {
		wanted.done <- f.takeIn(ctx, wanted.refs)
	}
}

// takeIn writes entries as the store has them, and leaves the cursor where it is.
func (f *Follower) takeIn(ctx context.Context, refs []quarry.EntryRef) error {
	cursor, err := f.index.Cursor(ctx)
	if err != nil {
		return err
	}
	batch, err := f.asStored(ctx, refs)
	if err != nil {
		return err
	}
	batch.Cursor, batch.Session = cursor, f.index.Session(ctx)
	if err := f.index.Apply(ctx, batch); err != nil {
		return err
	}
	f.ahead.Add(1)
	return nil
}
