package main

import (
	"context"
	"log/slog"
	"os"
	"sync/atomic"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/store/sqlite"
)

// When a running server looks at its database: at once where that takes no longer than a
// blink, later in any case, and then every day, or soon again where it could not look. It
// rests three times as long as it looks.
const (
	checkAtOnce = 32 << 20 // bytes of a database
	checkFirst  = time.Minute
	checkEvery  = 24 * time.Hour
	checkAgain  = 10 * time.Minute
	checkRest   = 3
)

// damageWatch looks for damage in the database while a server runs, and says what it
// found last. It reads through connections of its own.
type damageWatch struct {
	first, every time.Duration
	look         func(context.Context) (string, error) // what is damaged; "" for nothing
	log          *slog.Logger
	wake         chan struct{}
	found        atomic.Pointer[string]
}

// watchDamage returns a watch over the session's database, which has been looked at where
// it is small.
func (s *session) watchDamage(ctx context.Context) *damageWatch {
	w := &damageWatch{first: checkFirst, every: checkEvery, log: s.Log, wake: make(chan struct{}, 1)}
	w.look = func(ctx context.Context) (string, error) {
		return damages(ctx, &s.Dir, s.Database(), (*examiner).written, pacedBy(time.Now))
	}
	info, err := os.Stat(s.Database())
	if err != nil || info.Size() > checkAtOnce {
		return w
	}
	if _, err := sqlite.Examine(ctx, s.Database()); isDamage(err) {
		w.say(ctx, quarry.Explain(err).Message)
	}
	return w
}

// pacedBy returns a rest that lasts as long as the work since the last one, some times
// over: an examination takes a quarter of one processor at most.
func pacedBy(now func() time.Time) func(context.Context) error {
	worked := now()
	return func(ctx context.Context) error {
		sleep(ctx, checkRest*now().Sub(worked))
		worked = now()
		return ctx.Err()
	}
}

// run looks until ctx ends. What cannot be looked at is no damage, and tried again.
func (w *damageWatch) run(ctx context.Context) {
	for wait := w.first; ; {
		timer := time.NewTimer(wait)
		select {
		case <-ctx.Done():
			timer.Stop()
			return
		case <-timer.C:
		case <-w.wake:
			timer.Stop()
		}
		found, err := w.look(ctx)
		wait = w.every
		switch {
		case ctx.Err() != nil:
			return
		case isDamage(err):
			w.say(ctx, quarry.Explain(err).Message)
		case err != nil:
			wait = min(w.every, checkAgain)
			w.log.WarnContext(ctx, "the database was not examined, which is tried again", slog.Any("error", err), slog.Duration("in", wait))
		default:
			w.say(ctx, found)
		}
	}
}

// suspect has the watch look at once: a backup has found something.
func (w *damageWatch) suspect() {
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

// say keeps what is damaged, and logs it where it is news.
func (w *damageWatch) say(ctx context.Context, found string) {
	before := w.damage()
	w.found.Store(&found)
	if found != "" && before == "" {
		w.log.ErrorContext(ctx, "the database is damaged: run quarry doctor, and then quarry salvage or quarry restore",
			slog.String("damage", found))
	}
}

// damage says what is damaged; "" for nothing that is known.
func (w *damageWatch) damage() string {
	if found := w.found.Load(); found != nil {
		return *found
	}
	return ""
}
