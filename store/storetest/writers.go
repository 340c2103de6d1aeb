package storetest

import (
	"context"
	"fmt"
	"testing"

	"golang.org/x/sync/errgroup"

	"github.com/quarrykb/quarry"
)

// TwoWriters lets two stores on one database write at once, while a reader
// follows the feed, and checks the feed's promise: a reader that has read up to n
// never later sees a sequence at or below n appear. The stores may be the same.
func TwoWriters(t *testing.T, first, second Store) {
	t.Helper()
	reader := follower{feed: second, seen: map[quarry.EntryRef]quarry.Change{}}
	following, stop := context.WithCancel(t.Context())
	defer stop()
	var reading errgroup.Group
	reading.Go(func() error { return reader.follow(following) })

	writing, ctx := errgroup.WithContext(t.Context())
	writing.Go(func() error { return rewrite(ctx, first, "first") })
	writing.Go(func() error { return rewrite(ctx, second, "second") })
	if err := writing.Wait(); err != nil {
		t.Fatalf("write: %v", err)
	}
	stop()
	if err := reading.Wait(); err != nil {
		t.Fatalf("read: %v", err)
	}
	if err := reader.drain(t.Context()); err != nil {
		t.Fatalf("read: %v", err)
	}
	for _, change := range changesOf(t, second) {
		if got := reader.seen[change.EntryRef]; got != change {
			t.Errorf("the reader last saw %+v, the feed has %+v: it was written behind its back", got, change)
		}
	}
}

const rewrites = 40

// rewrite saves, edits and deletes documents of its own and one of everybody's.
func rewrite(ctx context.Context, store Store, name string) error {
	for i := range rewrites {
		own := Mixed(fmt.Sprintf("%s-%d.md", name, i%5))
		shared := NewDraft("shared.md").Fact("Writer", fmt.Sprintf("%s wrote this in round %d.", name, i)).Knowledge()
		if _, err := store.SaveDocument(ctx, own); err != nil {
			return err
		}
		if _, err := store.SaveDocument(ctx, shared); err != nil {
			return err
		}
		if i%5 != 4 {
			continue
		}
		if _, err := store.DeleteDocument(ctx, own.Document.ID); err != nil {
			return err
		}
	}
	return nil
}

// follower reads a feed in small steps and keeps what it saw.
type follower struct {
	feed   Feed
	cursor quarry.Sequence
	seen   map[quarry.EntryRef]quarry.Change
}

// follow reads until it is told to stop.
func (f *follower) follow(ctx context.Context) error {
	for ctx.Err() == nil {
		if _, err := f.step(context.WithoutCancel(ctx)); err != nil {
			return err
		}
	}
	return nil
}

// drain reads until nothing is left.
func (f *follower) drain(ctx context.Context) error {
	for {
		read, err := f.step(ctx)
		if err != nil || read == 0 {
			return err
		}
	}
}

func (f *follower) step(ctx context.Context) (int, error) {
	const most = 7
	changes, err := f.feed.ChangesAfter(ctx, f.cursor, most)
	if err != nil {
		return 0, err
	}
	for _, change := range changes {
		if change.Sequence <= f.cursor {
			return 0, fmt.Errorf("sequence %d after %d", change.Sequence, f.cursor)
		}
		f.cursor = change.Sequence
		f.seen[change.EntryRef] = change
	}
	return len(changes), nil
}
