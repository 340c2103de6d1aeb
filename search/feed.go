package search

import (
	"context"

	"github.com/quarrykb/quarry"
)

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
