package search

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/feed"
)

// rebuild fills a new index and puts it in the old one's place. What changes
// meanwhile comes out of the feed: it is read from the revision that the scan
// began at, so that a change may be met twice and never not at all.
func (f *Follower) rebuild(ctx context.Context, reason string) error {
	f.log.InfoContext(ctx, "index is built anew",
		slog.String("follower", f.Name()), slog.String("reason", reason))
	f.Building(reason)
	defer f.Building("")

	next, err := f.index.Rebuild(ctx)
	if err != nil {
		return fmt.Errorf("begin a new %s index: %w", f.Name(), err)
	}
	replaced := false
	err = f.fill(ctx, next)
	for err == nil && !replaced {
		if err = f.follow(ctx, next); err == nil {
			replaced, err = f.replace(ctx, next)
		}
	}
	switch {
	case err == nil:
		return nil
	case replaced:
		return fmt.Errorf("put the new %s index in place: %w", f.Name(), err)
	}
	return errors.Join(fmt.Errorf("build the %s index: %w", f.Name(), err), next.Discard())
}

// replace commits a new index where it has read everything that the one that answers may
// have, which is not written meanwhile. It reports whether it has begun to.
func (f *Follower) replace(ctx context.Context, next Rebuild) (bool, error) {
	begun := false
	err := f.writeServing(ctx, func() error {
		cursor, err := next.Cursor(ctx)
		if err != nil {
			return fmt.Errorf("read the cursor of the new %s index: %w", f.Name(), err)
		}
		behind, err := f.isBehind(ctx, cursor)
		if err != nil || behind {
			return err
		}
		begun = true
		return next.Commit(ctx)
	})
	return begun, err
}

func (f *Follower) fill(ctx context.Context, next Rebuild) error {
	revision, err := f.store.Revision(ctx)
	if err != nil {
		return fmt.Errorf("read the store's revision: %w", err)
	}
	session, err := f.store.Session(ctx)
	if err != nil {
		return fmt.Errorf("read the store's session: %w", err)
	}
	if err := f.scan(ctx, next); err != nil {
		return err
	}
	if err := next.Apply(ctx, Batch{Cursor: revision, Session: session}); err != nil {
		return fmt.Errorf("set the cursor to %d: %w", revision, err)
	}
	return nil
}

// scan puts every entry that is alive into a new index.
func (f *Follower) scan(ctx context.Context, next Writer) error {
	var after quarry.EntryRef
	for done := 0; ; {
		f.Told(feed.Step{Done: done})
		entries, err := f.store.ScanEntries(ctx, after, f.batch)
		if err != nil {
			return fmt.Errorf("scan entries after %q: %w", after.ID, err)
		}
		if len(entries) == 0 {
			return nil
		}
		if err := next.Apply(ctx, Batch{Puts: entries}); err != nil {
			return fmt.Errorf("index entries after %q: %w", after.ID, err)
		}
		done += len(entries)
		after = entries[len(entries)-1].EntryRef
	}
}
