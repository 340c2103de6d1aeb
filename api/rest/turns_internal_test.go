package rest

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/quarrykb/quarry"
)

// allTaken are turns of which none is left.
func allTaken(t *testing.T) *Turns {
	t.Helper()
	all := NewTurns(time.Minute)
	for range cap(all.taken) {
		if err := all.Take(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

func TestATurnGoesToWhoCameFirst(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		all := allTaken(t)
		const many = 50
		var order []int
		for i := range many {
			go func() {
				if err := all.Take(t.Context()); err != nil {
					t.Error(err)
				}
				order = append(order, i) // one at a time: each ends its turn behind it
				all.End()
			}()
			synctest.Wait()
		}
		all.End()
		synctest.Wait()
		if len(order) != many || !slices.IsSorted(order) {
			t.Errorf("turns went to %v, want all in the order of arrival", order)
		}
	})
}

func TestWhoHasNoTimeLeftTakesNoTurn(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		all := allTaken(t)
		ctx, cancel := context.WithCancel(t.Context())
		failed := make(chan error, 1)
		go func() { failed <- all.Take(ctx) }()
		synctest.Wait()
		cancel()
		if err := <-failed; !errors.Is(err, context.Canceled) {
			t.Errorf("take = %v, want the context's end", err)
		}
		all.End()
		if err := all.Take(t.Context()); err != nil {
			t.Errorf("the turn is not there for the next: %v", err)
		}
	})
}

func TestATurnIsNotWaitedForTooLong(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		all := allTaken(t)
		refused := make(chan string, mostWaiting+1)
		ask := func() { refused <- quarry.Explain(all.Take(t.Context())).Code }
		for range mostWaiting {
			go ask()
		}
		synctest.Wait()
		began := time.Now()
		ask() // it is one too many, and refused at once
		if waited := time.Since(began); waited != 0 {
			t.Errorf("one too many waits %v", waited)
		}
		for range mostWaiting + 1 {
			if code := <-refused; code != codeOverloaded {
				t.Fatalf("code = %q, want %s", code, codeOverloaded)
			}
		}
		if waited := time.Since(began); waited != 20*time.Second || all.Waiting.Load() != 0 {
			t.Errorf("waited %v, and %d still do; want a third of a request's time, and none", waited, all.Waiting.Load())
		}
	})
}
