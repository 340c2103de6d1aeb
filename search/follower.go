package search

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/feed"
)

// Pace says how a follower works. A zero field means its default.
type Pace struct {
	Batch int           // changes, or entries of a rebuild, a write; what the index likes, or 2,000
	Look  time.Duration // between two looks at the feed without a Notify; 5 seconds
}

const defaultBatch = 2000

// Follower keeps one index up to date with the store's change feed, and builds
// it anew where that cannot be done. Its methods may be called side by side.
type Follower struct {
	*feed.Loop

	store Store
	index Index
	audit audit
	batch int
	log   *slog.Logger

	writing chan struct{} // holds one element while the index that answers is brought up to date
}

// NewFollower returns a follower of this name, which stands in State.
func NewFollower(name string, store Store, index Index, pace Pace, log *slog.Logger) *Follower {
	if sized, ok := index.(Sized); ok && pace.Batch < 1 {
		pace.Batch = sized.Batch()
	}
	if pace.Batch < 1 {
		pace.Batch = defaultBatch
	}
	return &Follower{
		Loop: feed.NewLoop(name, pace.Look, log), store: store, index: index, batch: pace.Batch, log: log,
		writing: make(chan struct{}, 1),
	}
}

// Run follows the feed until ctx ends, and then returns nil. What goes wrong is
// logged and tried again at the next look. Once the feed's end is reached, an index
// that is Audited is held against the store. The caller starts Run in a goroutine
// and waits for it.
func (f *Follower) Run(ctx context.Context) error {
	return f.Loop.Run(ctx, func(ctx context.Context) error {
		if err := f.CatchUp(ctx); err != nil {
			return err
		}
		return f.Audit(ctx)
	})
}

// CatchUp applies every change up to the feed's end. An index that cannot
// follow is built anew, and so is one that what it has read made stale.
func (f *Follower) CatchUp(ctx context.Context) error {
	return f.Alone(ctx, func() error {
		reason, err := f.whyRebuild(ctx)
		if err != nil {
			return err
		}
		if reason == "" {
			err = f.follow(ctx, f.index)
			if reason = f.index.Stale(ctx); reason == "" || ctx.Err() != nil {
				return err
			}
		}
		return f.rebuild(ctx, reason)
	})
}

// Rebuild builds the index anew while the old one serves.
func (f *Follower) Rebuild(ctx context.Context) error {
	return f.Alone(ctx, func() error { return f.rebuild(ctx, "asked for") })
}

// State says how far the index has come. It is ready when it can answer and
// has seen the feed's end once since the follower was made, or answers while it is
// built anew.
func (f *Follower) State(ctx context.Context) quarry.FollowerState {
	state := f.Loop.State(f.index.Cursor(ctx))
	if learnt, ok := f.index.(interface{ Model() string }); ok {
		state.Model = learnt.Model()
	}
	if troubled, ok := f.index.(interface{ Trouble() string }); ok && state.Reason == "" {
		state.Reason = troubled.Trouble()
	}
	if hurried, ok := f.index.(interface{ Ahead() uint64 }); ok {
		state.Ahead = hurried.Ahead()
	}
	return state
}

// whyRebuild returns why following is not enough, or "". An index that has read
// what its store does not hold belongs to another store, or to a later state of
// this one.
func (f *Follower) whyRebuild(ctx context.Context) (string, error) {
	if reason := f.index.Stale(ctx); reason != "" {
		return reason, nil
	}
	cursor, err := f.index.Cursor(ctx)
	if err != nil {
		return "", fmt.Errorf("read the cursor of %s: %w", f.Name(), err)
	}
	session := f.index.Session(ctx)
	if cursor == 0 && session == "" {
		return "", nil // nothing was read yet
	}
	goesOn, err := f.store.Continues(ctx, session, cursor)
	if err != nil {
		return "", fmt.Errorf("compare %s with the store: %w", f.Name(), err)
	}
	if !goesOn {
		return "the index has read what the store does not hold", nil
	}
	return "", nil
}

// follow applies changes until the feed's end. How far it is with those that came while a
// new index took in all entries is not told: they are few beside these.
func (f *Follower) follow(ctx context.Context, to Writer) error {
	session, err := f.store.Session(ctx)
	if err != nil {
		return fmt.Errorf("read the store's session: %w", err)
	}
	cursor, err := to.Cursor(ctx)
	if err != nil {
		return fmt.Errorf("read the cursor of %s: %w", f.Name(), err)
	}
	for first := cursor; ; {
		end, err := f.store.Revision(ctx)
		if err != nil {
			return fmt.Errorf("read the store's revision: %w", err)
		}
		if end > first && to == Writer(f.index) {
			f.Told(feed.Step{Done: int(cursor - first), Of: int(end - first)})
		}
		next := cursor
		err = f.writeServing(ctx, func() error {
			var err error
			next, err = f.advance(ctx, to, session, cursor)
			return err
		})
		if err != nil || next == cursor {
			return err
		}
		cursor = next
	}
}

// advance applies the next changes behind a cursor and returns the cursor
// behind them, the same one where there are none.
func (f *Follower) advance(
	ctx context.Context, to Writer, session string, cursor quarry.Sequence,
) (quarry.Sequence, error) {
	changes, err := f.store.ChangesAfter(ctx, cursor, f.batch)
	if err != nil {
		return cursor, fmt.Errorf("read changes after %d: %w", cursor, err)
	}
	if len(changes) == 0 {
		return cursor, nil
	}
	batch, err := f.read(ctx, changes)
	if err != nil {
		return cursor, err
	}
	batch.Session = session
	if err := to.Apply(ctx, batch); err != nil {
		return cursor, fmt.Errorf("index changes after %d: %w", cursor, err)
	}
	return batch.Cursor, nil
}

// read turns changes into a write.
func (f *Follower) read(ctx context.Context, changes []quarry.Change) (Batch, error) {
	var wanted, gone []quarry.EntryRef
	for _, change := range changes {
		switch {
		case !slices.Contains(quarry.EntryKinds(), change.Kind):
		case change.Op == quarry.OpDelete:
			gone = append(gone, change.EntryRef)
		default:
			wanted = append(wanted, change.EntryRef)
		}
	}
	batch, err := f.asStored(ctx, wanted)
	batch.Deletes = append(batch.Deletes, gone...)
	batch.Cursor = changes[len(changes)-1].Sequence
	return batch, err
}

// asStored is a write of entries as the store has them. What it no longer has is deleted,
// whatever a change said: the change that says so is on its way.
func (f *Follower) asStored(ctx context.Context, wanted []quarry.EntryRef) (Batch, error) {
	if len(wanted) == 0 {
		return Batch{}, nil
	}
	entries, _, err := f.store.Entries(ctx, wanted)
	if err != nil {
		return Batch{}, fmt.Errorf("read %d changed entries: %w", len(wanted), err)
	}
	batch := Batch{Puts: entries}
	alive := make(map[quarry.EntryRef]bool, len(entries))
	for _, entry := range entries {
		alive[entry.EntryRef] = true
	}
	for _, ref := range wanted {
		if !alive[ref] {
			batch.Deletes = append(batch.Deletes, ref)
		}
	}
	return batch, nil
}

// Hurry takes entries into the index that answers as the store has them, ahead of all
// changes that it has not read yet, and returns once searches find them: between two writes
// of the follower, and at once while the index is built anew beside the one that answers.
// Later the follower comes to them in their order, and changes nothing. An index that does
// not answer at the moment is KindUnavailable.
func (f *Follower) Hurry(ctx context.Context, refs []quarry.EntryRef) error {
	if len(refs) == 0 {
		return nil
	}
	return f.writeServing(ctx, func() error {
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
	})
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
