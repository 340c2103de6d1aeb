package search

import (
	"context"

	"github.com/quarrykb/quarry"
)

// Batch is what one write changes in an index, all of it or nothing.
type Batch struct {
	Puts    []quarry.Entry
	Deletes []quarry.EntryRef // unknown ones are passed over
	Cursor  quarry.Sequence   // the change up to which the index has read after this
	Session string            // of the store, in which it was read
}

// Writer is an index that follows the feed. It keeps its cursor beside its
// data, so that both are always of the same moment.
type Writer interface {
	// Cursor returns the change up to which the index has read, or
	// quarry.KindUnavailable where there is no index to speak of.
	Cursor(ctx context.Context) (quarry.Sequence, error)
	// Apply writes a batch. Searches that begin afterwards see it, and it lasts.
	// One goroutine writes at a time.
	Apply(ctx context.Context, b Batch) error
}

// Index is an engine's writing side.
type Index interface {
	Writer

	// Session returns the store's session of the last batch.
	Session(ctx context.Context) string
	// Stale says why the index has to be built anew, or "" where it does not. It
	// is cheap enough to ask before every read of the feed.
	Stale(ctx context.Context) string
	// Rebuild begins an empty index beside the one that serves.
	Rebuild(ctx context.Context) (Rebuild, error)
}

// Sized is an index to which the size of a write matters: what it has made of a batch
// is lost where the write does not come to its end.
type Sized interface {
	// Batch returns how many entries one write should have; 0 for as many as the
	// follower likes.
	Batch() int
}

// Audited is an index that can be held against the store, by its writer.
type Audited interface {
	// Amiss returns those of some entries that the index does not hold, or holds as
	// they were before.
	Amiss(ctx context.Context, entries []quarry.Entry) ([]quarry.Entry, error)
	// Count returns how many entries the index holds.
	Count(ctx context.Context) (int, error)
}

// Rebuild is an index that is being built. Exactly one of Commit and Discard
// ends it.
type Rebuild interface {
	Writer

	// Commit puts the new index in the place of the old one, which is removed
	// when its last search is done.
	Commit(ctx context.Context) error
	// Discard removes what was built.
	Discard() error
}

// Feed lists what changed in the store.
type Feed interface {
	// ChangesAfter returns the changes behind a sequence, oldest first, at most
	// so many. None means that the end is reached.
	ChangesAfter(ctx context.Context, after quarry.Sequence, most int) ([]quarry.Change, error)
	// Revision returns the sequence of the last change.
	Revision(ctx context.Context) (quarry.Sequence, error)
	// Session names the run of the store that is writing the feed now.
	Session(ctx context.Context) (string, error)
	// Continues reports whether the feed goes on from where a reader stopped that
	// had read up to a sequence in a session. It does not where the store was
	// replaced by another one, or put back to an earlier state.
	Continues(ctx context.Context, session string, read quarry.Sequence) (bool, error)
}

// Scanner walks the entries that are alive.
type Scanner interface {
	// ScanEntries returns the entries behind a reference, in the order of their
	// references, at most so many. The zero reference is before all of them;
	// none means that the end is reached.
	ScanEntries(ctx context.Context, after quarry.EntryRef, most int) ([]quarry.Entry, error)
}

// Store is what a follower reads.
type Store interface {
	Feed
	EntryReader
	Scanner
}
