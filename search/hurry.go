package search

import (
	"context"

	"github.com/quarrykb/quarry"
)

// Hurry takes entries into the index that answers as the store has them, ahead of all
// changes that it has not read yet, and returns once searches find them: between two writes
// of the follower, and at once while the index is built anew beside the one that answers.
// Later the follower comes to them in their order, and changes nothing. An index that does
// not answer at the moment is KindUnavailable.
func (f *Follower) Hurry(ctx context.Context, refs []quarry.EntryRef) error {
	if len(refs) == 0 {
		return nil
	}
	return f.writeServing(ctx, func() error { return f.takeIn(ctx, refs) })
}

// writeServing does something while nothing else writes the index that answers: from reading
// what is stored until it is written, so that nothing older comes behind something newer.
func (f *Follower) writeServing(ctx context.Context, do func() error) error {
	select {
	case f.writing <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { <-f.writing }()
	return do()
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
	return f.index.Apply(ctx, batch)
}
