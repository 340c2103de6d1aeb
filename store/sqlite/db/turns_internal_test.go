package db

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
)

// queue notes in which order turns were had.
type queue struct {
	turns

	mu    sync.Mutex
	order []pressure
}

// want waits for a turn beside the others.
func (q *queue) want(t *testing.T, p pressure) {
	t.Helper()
	go func() {
		if err := q.take(t.Context(), p); err != nil {
			t.Error(err)
		}
		q.mu.Lock()
		q.order = append(q.order, p)
		q.mu.Unlock()
		q.give()
	}()
	synctest.Wait()
}

func TestThoseWhoAreWaitedForWriteBeforeTheBackground(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var q queue
		if err := q.take(t.Context(), background); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			q.want(t, background)
		}
		for range 40 {
			q.want(t, awaited)
		}
		q.give()
		synctest.Wait()
		if first := slices.Index(q.order, background); len(q.order) != 42 || first != mostPassed {
			t.Errorf("the first of %d in the background came behind %d others, want %d", len(q.order), first, mostPassed)
		}
	})
}

func TestATurnThatIsNotWantedAnyMoreIsTheNexts(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var q queue
		if err := q.take(t.Context(), awaited); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		left := make(chan error, 1)
		go func() { left <- q.take(ctx, awaited) }()
		synctest.Wait()
		q.want(t, awaited)
		cancel()
		if err := <-left; !errors.Is(err, context.Canceled) {
			t.Errorf("error = %v, want the end of the context", err)
		}
		q.give()
		synctest.Wait()
		if err := q.take(t.Context(), background); err != nil || len(q.order) != 1 {
			t.Errorf("error = %v behind %d turns, want a turn behind the other one", err, len(q.order))
		}
	})
}
