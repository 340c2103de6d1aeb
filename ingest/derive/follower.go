package derive

import (
	"context"
	"fmt"
	"iter"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/feed"
)

// ConflictStore is what conflicts are derived in. It keeps the cursor, so that
// what was derived and how far that goes are always of the same moment.
type ConflictStore interface {
	// DeriveConflicts reads the next changes, judges at most so many claims and
	// writes the conflicts and the cursor, all of it or nothing. Another version
	// begins at the first change.
	DeriveConflicts(ctx context.Context, version string, most int,
		judge func(iter.Seq[quarry.Spec]) quarry.Verdict) (quarry.Derived, error)
	// ConflictsDerived returns how far a version has come.
	ConflictsDerived(ctx context.Context, version string) (quarry.Derived, error)
}

// NameOfConflicts is the name of the follower that derives conflicts.
const NameOfConflicts = "conflicts"

// claimsAtOnce is how many claims are judged in one transaction.
const claimsAtOnce = 1000

// Conflicts is the follower that derives conflicts. Its methods may be called
// side by side.
type Conflicts struct {
	*feed.Loop

	store    ConflictStore
	judge    *Judge
	announce func()
	known    atomic.Pointer[quarry.Sequence] // the cursor; nil before the first CatchUp
}

// NewConflicts returns the follower. Look is the time between two looks at the
// feed without a Notify, 0 for the default.
func NewConflicts(store ConflictStore, judge *Judge, look time.Duration, log *slog.Logger) *Conflicts {
	return &Conflicts{
		Loop: feed.NewLoop(NameOfConflicts, look, log), store: store, judge: judge, announce: func() {},
	}
}

// Announce has a function called after each catch-up that changed conflicts and so
// wrote to the feed: a follower of it need not wait for its next look. It is
// called before the follower works.
func (c *Conflicts) Announce(announce func()) { c.announce = announce }

// Run derives until ctx ends, and then returns nil. What goes wrong is logged
// and tried again at the next look. The caller starts Run in a goroutine and
// waits for it.
func (c *Conflicts) Run(ctx context.Context) error {
	return c.Loop.Run(ctx, func(ctx context.Context) error {
		_, err := c.CatchUp(ctx)
		return err
	})
}

// CatchUp derives from every change up to the feed's end, and returns what that
// changed of the conflicts.
func (c *Conflicts) CatchUp(ctx context.Context) (quarry.Derived, error) {
	var derived quarry.Derived
	err := c.Alone(ctx, func() error {
		at, err := c.store.ConflictsDerived(ctx, c.judge.Version())
		if err != nil {
			return fmt.Errorf("derive conflicts: %w", err)
		}
		c.known.Store(&at.Cursor)
		first := at.Cursor
		for derived = at; derived.Cursor < derived.Revision; {
			c.Told(feed.Step{Done: int(derived.Cursor - first), Of: int(derived.Revision - first)})
			next, err := c.store.DeriveConflicts(ctx, c.judge.Version(), claimsAtOnce, c.judge.Detect)
			if err != nil {
				return fmt.Errorf("derive conflicts: %w", err)
			}
			derived = derived.Plus(next)
			c.known.Store(&next.Cursor)
		}
		return nil
	})
	if derived.Added+derived.Changed+derived.Removed > 0 {
		c.announce()
	}
	return derived, err
}

// State says how far the conflicts are derived. They are ready once the feed's
// end was seen. It asks the store only before the first CatchUp: nothing else
// derives.
func (c *Conflicts) State(ctx context.Context) quarry.FollowerState {
	if cursor := c.known.Load(); cursor != nil {
		return c.Loop.State(*cursor, nil)
	}
	at, err := c.store.ConflictsDerived(ctx, c.judge.Version())
	return c.Loop.State(at.Cursor, err)
}
