package sqlite

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
)

func TestThoseWhoAreWaitedForWriteBeforeTheBackground(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var shared turns
		var mu sync.Mutex
		var order []pressure
		if err := shared.take(t.Context(), background); err != nil {
			t.Fatal(err)
		}
		want := func(p pressure) {
			go func() {
				if err := shared.take(t.Context(), p); err != nil {
					t.Error(err)
				}
				mu.Lock()
				order = append(order, p)
				mu.Unlock()
				shared.give()
			}()
			synctest.Wait()
		}
		for range 2 {
			want(background)
		}
		for range 40 {
			want(awaited)
		}
		ctx, cancel := context.WithCancel(t.Context())
		left := make(chan error, 1)
		go func() { left <- shared.take(ctx, awaited) }()
		synctest.Wait()
		cancel()
		if err := <-left; !errors.Is(err, context.Canceled) {
			t.Errorf("error = %v, want the end of the context", err)
		}
		shared.give()
		synctest.Wait()
		first := slices.Index(order, background)
		if len(order) != 42 || first != mostPassed || order[0] != awaited {
			t.Errorf("the first of %d in the background came behind %d others, want %d", len(order), first, mostPassed)
		}
		if err := shared.take(t.Context(), awaited); err != nil {
			t.Errorf("a turn that nobody has: %v", err)
		}
	})
}
