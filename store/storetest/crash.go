package storetest

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/quarrykb/quarry"
)

func crashTests() tests {
	return tests{
		"an interrupted save leaves the old state or the new": func(t *testing.T, store Store) {
			t.Helper()
			first, second := edition()
			save(t, store, Mixed("other.md"))
			save(t, store, first)
			interruptEverywhere(t, store, func(ctx context.Context) error {
				_, err := store.SaveDocument(ctx, second)
				return err
			})
			equal(t, "questions", StateOf(t.Context(), t, store).Questions[:1], second.Questions)
		},
		"an interrupted deletion leaves the old state or the new": func(t *testing.T, store Store) {
			t.Helper()
			save(t, store, Mixed("other.md"))
			gone := Mixed("gone.md")
			save(t, store, gone)
			interruptEverywhere(t, store, func(ctx context.Context) error {
				_, err := store.DeleteDocument(ctx, gone.Document.ID)
				return err
			})
			equal(t, "documents", len(StateOf(t.Context(), t, store).Documents), 1)
		},
	}
}

// interruptEverywhere runs a write again and again, and interrupts it one look
// at its context later each time, until it comes through. Whatever looks at the
// context before every statement is interrupted between any two of them. In
// between, the store must be in the old state or in the new one, and in the
// new one when the write came through.
func interruptEverywhere(t *testing.T, store Store, write func(ctx context.Context) error) {
	t.Helper()
	before := StateOf(t.Context(), t, store)
	var between []State
	for looks := 1; ; looks++ {
		err := write(NewInterrupted(looks))
		if err == nil {
			break
		}
		if now := StateOf(t.Context(), t, store); !cmp.Equal(before, now, cmpopts.EquateEmpty()) {
			between = append(between, now)
			break // it came through and did not know
		}
		if looks > 10_000 {
			t.Fatalf("the write never comes through: %v", err)
		}
	}
	after := StateOf(t.Context(), t, store)
	for _, state := range between {
		equal(t, "state in between", state, after)
	}
	if after.Stats.Revision == before.Stats.Revision {
		t.Error("the write came through and changed nothing")
	}
}

// Interrupted is a context that is cancelled by being looked at.
type Interrupted struct {
	mu    sync.Mutex
	looks int
	done  chan struct{}
}

var _ context.Context = (*Interrupted)(nil)

// NewInterrupted returns a context that is done from a number of looks on.
func NewInterrupted(looks int) *Interrupted {
	return &Interrupted{looks: looks, done: make(chan struct{})}
}

func (c *Interrupted) look() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.looks--; c.looks == 0 {
		close(c.done)
	}
}

// Deadline returns none.
func (c *Interrupted) Deadline() (time.Time, bool) { return time.Time{}, false }

// Done counts as a look.
func (c *Interrupted) Done() <-chan struct{} {
	c.look()
	return c.done
}

// Err counts as a look.
func (c *Interrupted) Err() error {
	c.look()
	select {
	case <-c.done:
		return context.Canceled
	default:
		return nil
	}
}

// Value returns nil.
func (c *Interrupted) Value(any) any { return nil }

// States compares a state with the only two that are allowed.
func States(t *testing.T, got State, allowed ...State) {
	t.Helper()
	for _, state := range allowed {
		if cmp.Equal(state, got, cmpopts.EquateEmpty()) {
			return
		}
	}
	for _, state := range allowed {
		t.Errorf("the state is neither of the allowed (-want +got):\n%s", cmp.Diff(state, got, cmpopts.EquateEmpty()))
	}
}

// Editions returns two editions of one document, for tests that replace the
// first with the second.
func Editions() (quarry.Knowledge, quarry.Knowledge) { return edition() }
