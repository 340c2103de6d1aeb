package api

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/quarrykb/quarry"
)

func TestATurnGoesToWhoCameFirst(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		all := newTurns(time.Minute)
		for range cap(all.taken) {
			if err := all.take(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		const many = 50
		var order []int
		for i := range many {
			go func() {
				if err := all.take(t.Context()); err != nil {
					t.Error(err)
				}
				order = append(order, i) // one at a time: each ends its turn behind it
				all.end()
			}()
			synctest.Wait()
		}
		all.end()
		synctest.Wait()
		if len(order) != many || !slices.IsSorted(order) {
			t.Errorf("turns went to %v, want all in the order of arrival", order)
		}
	})
}

func TestWhoHasNoTimeLeftTakesNoTurn(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		all := newTurns(time.Minute)
		for range cap(all.taken) {
			if err := all.take(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		ctx, cancel := context.WithCancel(t.Context())
		failed := make(chan error, 1)
		go func() { failed <- all.take(ctx) }()
		synctest.Wait()
		cancel()
		if err := <-failed; !errors.Is(err, context.Canceled) {
			t.Errorf("take = %v, want the context's end", err)
		}
		all.end()
		if err := all.take(t.Context()); err != nil {
			t.Errorf("the turn is not there for the next: %v", err)
		}
	})
}

func TestATurnIsNotWaitedForTooLong(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		all := newTurns(time.Minute)
		for range cap(all.taken) {
			if err := all.take(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		refused := make(chan error, mostWaiting)
		for range mostWaiting {
			go func() { refused <- all.take(t.Context()) }()
		}
		synctest.Wait()
		began := time.Now()
		if err := all.take(t.Context()); quarry.Explain(err).Code != codeOverloaded || time.Since(began) != 0 {
			t.Errorf("one too many waits %v and gets %v, want it refused at once", time.Since(began), err)
		}
		for range mostWaiting {
			if err := <-refused; quarry.Explain(err).Code != codeOverloaded {
				t.Fatalf("take = %v, want %s", err, codeOverloaded)
			}
		}
		if waited := time.Since(began); waited != 20*time.Second || all.waiting.Load() != 0 {
			t.Errorf("waited %v, and %d still do; want a third of a request's time, and none", waited, all.waiting.Load())
		}
	})
}
