package derive_test

import (
	"context"
	"errors"
	"iter"
	"log/slog"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/feed"
	"github.com/quarrykb/quarry/ingest/derive"
)

// steps is a store that derives from two changes a time.
type steps struct {
	mu               sync.Mutex
	cursor, revision quarry.Sequence
	failing          error
	looks            int                  // how often the cursor was asked for
	seen             chan quarry.Sequence // receives every cursor, if not nil
}

func (s *steps) grow(to quarry.Sequence) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.revision = to
}

func (s *steps) ConflictsDerived(context.Context, string) (quarry.Derived, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.looks++
	return quarry.Derived{Cursor: s.cursor, Revision: s.revision}, nil
}

func (s *steps) DeriveConflicts(
	context.Context, string, int, func(iter.Seq[quarry.Spec]) quarry.Verdict,
) (quarry.Derived, error) {
	if s.failing != nil {
		return quarry.Derived{}, s.failing
	}
	s.mu.Lock()
	s.cursor = min(s.cursor+2, s.revision)
	derived := quarry.Derived{Cursor: s.cursor, Revision: s.revision, Added: 1}
	s.mu.Unlock()
	if s.seen != nil {
		s.seen <- derived.Cursor
	}
	return derived, nil
}

func newConflicts(t *testing.T, store derive.ConflictStore) *derive.Conflicts {
	t.Helper()
	return derive.NewConflicts(store, derive.NewJudge(testLexicon(t)), time.Hour, slog.New(slog.DiscardHandler))
}

func TestConflictsAreDerivedToTheEndOfTheFeed(t *testing.T) {
	t.Parallel()
	store := &steps{revision: 5}
	c := newConflicts(t, store)
	if state := c.State(t.Context()); state.Ready || state.Reason != "catching up" || state.Name != "conflicts" {
		t.Errorf("state at first = %+v, want not ready", state)
	}
	var told []feed.Step
	c.Tell(func(s feed.Step) { told = append(told, s) })
	announced := 0
	c.Announce(func() { announced++ })
	got, err := c.CatchUp(t.Context())
	if want := (quarry.Derived{Cursor: 5, Revision: 5, Added: 3}); err != nil || got != want {
		t.Errorf("derived = %+v (%v), want %+v", got, err, want)
	}
	if announced != 1 {
		t.Errorf("announced %d times, want once for all that was found", announced)
	}
	if _, err := c.CatchUp(t.Context()); err != nil || announced != 1 {
		t.Errorf("a catch-up that found nothing: announced %d times (%v)", announced, err)
	}
	if diff := cmp.Diff([]feed.Step{{Done: 0, Of: 5}, {Done: 2, Of: 5}, {Done: 4, Of: 5}}, told); diff != "" {
		t.Errorf("told (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(quarry.FollowerState{Name: "conflicts", Cursor: 5, Ready: true}, c.State(t.Context())); diff != "" {
		t.Errorf("state (-want +got):\n%s", diff)
	}
	if looks := store.looks; c.State(t.Context()).Cursor != 5 || store.looks != looks {
		t.Errorf("the store was asked %d times for what is known: every answer needs it", store.looks-looks)
	}
}

func TestAFailureIsToldAndTriedAgain(t *testing.T) {
	t.Parallel()
	store := &steps{revision: 2, failing: errors.New("secret path /var/x")}
	c := newConflicts(t, store)
	if _, err := c.CatchUp(t.Context()); err == nil {
		t.Error("a failing store caught up")
	}
	if got := c.State(t.Context()); got.Ready || got.Reason != "the last attempt did not succeed: internal error" {
		t.Errorf("state = %+v, want one that names no cause", got)
	}
	store.failing = nil
	if _, err := c.CatchUp(t.Context()); err != nil || !c.State(t.Context()).Ready {
		t.Errorf("the next attempt: %v, state %+v", err, c.State(t.Context()))
	}
}

//nolint:paralleltest // It looks at every goroutine of the process.
func TestConflictsFollowNotificationsAndStopWithTheirContext(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	store := &steps{revision: 2, seen: make(chan quarry.Sequence, 1)}
	c := newConflicts(t, store)
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- c.Run(ctx) }()
	if got := <-store.seen; got != 2 {
		t.Errorf("derived up to %d, want 2", got)
	}
	store.grow(4)
	c.Notify() // the next look is an hour away
	if got := <-store.seen; got != 4 {
		t.Errorf("derived up to %d, want 4", got)
	}
	stop()
	if err := <-done; err != nil {
		t.Errorf("run ended with %v", err)
	}
}
