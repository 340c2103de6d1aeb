package api

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"

	"github.com/prometheus/client_golang/prometheus"
)

func newTestTurns() turns {
	return newTurns(prometheus.NewGauge(prometheus.GaugeOpts{Name: "waiting"}))
}

func TestATurnGoesToWhoCameFirst(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		all := newTestTurns()
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
		all := newTestTurns()
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
