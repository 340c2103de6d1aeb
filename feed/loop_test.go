package feed_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/feed"
)

func newLoop() *feed.Loop { return feed.NewLoop("test", time.Hour, slog.New(slog.DiscardHandler)) }

func TestAStateSaysWhatTheFollowerIsAt(t *testing.T) {
	t.Parallel()
	well := func() error { return nil }
	broken := func() error { return quarry.Errorf(quarry.KindUnavailable, "the disk is full") }
	silent := func() error {
		return fmt.Errorf("embed: %w", quarry.Errorf(quarry.KindUnavailable, "no answer came").WithCode("embedder_unavailable"))
	}
	for name, tc := range map[string]struct {
		work     []func() error
		building string
		cursor   error
		want     quarry.FollowerState
	}{
		"at first":        {want: quarry.FollowerState{Reason: "catching up"}},
		"at the end":      {work: []func() error{well}, want: quarry.FollowerState{Ready: true}},
		"after a failure": {work: []func() error{broken}, want: quarry.FollowerState{Reason: "the last attempt did not succeed: the disk is full"}},
		"while an embedder is silent": {work: []func() error{silent}, want: quarry.FollowerState{
			Waiting: true, Reason: "the last attempt did not succeed: no answer came",
		}},
		"an embedder speaks again":                      {work: []func() error{silent, well}, want: quarry.FollowerState{Ready: true}},
		"a failure is over":                             {work: []func() error{broken, well}, want: quarry.FollowerState{Ready: true}},
		"built anew at first, while the old one serves": {building: "lost", want: quarry.FollowerState{Ready: true, Building: true, Reason: "building: lost"}},
		"a later failure":                               {work: []func() error{well, broken}, want: quarry.FollowerState{Ready: true, Reason: "the last attempt did not succeed: the disk is full"}},
		"while it builds":                               {work: []func() error{well}, building: "lost", want: quarry.FollowerState{Ready: true, Building: true, Reason: "building: lost"}},
		"without a cursor":                              {work: []func() error{well}, cursor: broken(), want: quarry.FollowerState{Reason: "the disk is full"}},
		"a cause is not told":                           {work: []func() error{well}, cursor: errors.New("secret"), want: quarry.FollowerState{Reason: "internal error"}},
	} {
		l := newLoop()
		for _, work := range tc.work {
			_ = l.Alone(t.Context(), work) // its outcome is in the state
		}
		l.Building(tc.building)
		tc.want.Name, tc.want.Cursor = "test", 7
		if diff := cmp.Diff(tc.want, l.State(7, tc.cursor)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestAStateSaysHowFarAPieceOfWorkIsUntilItEnds(t *testing.T) {
	t.Parallel()
	l := newLoop()
	var meanwhile quarry.FollowerState
	err := l.Alone(t.Context(), func() error {
		l.Told(feed.Step{Done: 2, Of: 5})
		meanwhile = l.State(7, nil)
		return nil
	})
	if err != nil || meanwhile.Done != 2 || meanwhile.Total != 5 {
		t.Errorf("while it works: %d of %d (%v), want 2 of 5", meanwhile.Done, meanwhile.Total, err)
	}
	if after := l.State(9, nil); after.Done != 0 || after.Total != 0 {
		t.Errorf("afterwards: %d of %d, want nothing", after.Done, after.Total)
	}
}

//nolint:paralleltest // It looks at every goroutine of the process.
func TestALoopWorksOnNotificationsAndGoesOnAfterAFailure(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	l := newLoop()
	seen := make(chan int)
	rounds := 0
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() {
		done <- l.Run(ctx, func(context.Context) error {
			rounds++
			seen <- rounds
			return errors.New("broken")
		})
	}()
	for want := 1; want <= 3; want++ {
		if got := <-seen; got != want {
			t.Errorf("round %d, want %d", got, want)
		}
		l.Notify()
	}
	stop()
	select {
	case <-seen: // the last notification came through first
	case err := <-done:
		done <- err
	}
	if err := <-done; err != nil {
		t.Errorf("run ended with %v", err)
	}
}

//nolint:paralleltest // Time is its own.
func TestASilentServerOutsideIsNamedOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var logged bytes.Buffer
		l := feed.NewLoop("test", time.Second, slog.New(slog.NewTextHandler(&logged, nil)))
		silent := quarry.Errorf(quarry.KindUnavailable, "no answer came").WithCode("embedder_unavailable")
		outcomes := []error{silent, silent, silent, nil, silent, silent, errors.New("broken"), errors.New("broken")}
		ctx, stop := context.WithCancel(t.Context())
		err := l.Run(ctx, func(context.Context) error {
			next := outcomes[0]
			if outcomes = outcomes[1:]; len(outcomes) == 0 {
				defer stop()
				return nil
			}
			return next
		})
		if err != nil {
			t.Error(err)
		}
		warnings, faults := strings.Count(logged.String(), "level=WARN"), strings.Count(logged.String(), "level=ERROR")
		if warnings != 2 || faults != 1 {
			t.Errorf("%d warnings and %d errors, want one of each silence and one of each failure:\n%s", warnings, faults, logged.String())
		}
	})
}

func TestWhoWaitsToWorkAloneLeavesWithItsContext(t *testing.T) {
	t.Parallel()
	l := newLoop()
	err := l.Alone(t.Context(), func() error {
		ended, end := context.WithCancel(t.Context())
		end()
		return l.Alone(ended, func() error { return nil })
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("the waiting one got %v, want its context's end", err)
	}
}

func TestAwaitReturnsOnceTheEndIsReachedOrAnAttemptSinceHasFailed(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := newLoop()
		broken := errors.New("broken")
		var outcome atomic.Pointer[error]
		var rounds atomic.Int64
		outcome.Store(new(error))
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() {
			ended <- l.Run(ctx, func(ctx context.Context) error {
				return l.Alone(ctx, func() error { rounds.Add(1); return *outcome.Load() })
			})
		}()
		synctest.Wait() // the first look is over
		outcome.Store(&broken)
		if err := l.Await(ctx, func() bool { return false }); !errors.Is(err, broken) {
			t.Errorf("error = %v, want that of the attempt", err)
		}
		outcome.Store(new(error))
		before := rounds.Load()
		if err := l.Await(ctx, func() bool { return rounds.Load() > before }); err != nil {
			t.Errorf("error = %v, want none: the failure was before", err)
		}
		go func() { // other work is done, and called off
			other, end := context.WithCancel(ctx)
			_ = l.Alone(other, func() error { end(); return other.Err() })
		}()
		before = rounds.Load()
		if err := l.Await(ctx, func() bool { return rounds.Load() > before+1 }); err != nil {
			t.Errorf("error = %v, want none: what others call off is no failure", err)
		}
		patience, cancel := context.WithTimeout(ctx, time.Minute) // of the bubble's clock
		defer cancel()
		if err := l.Await(patience, func() bool { return false }); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("error = %v, want that it took too long", err)
		}
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
}
