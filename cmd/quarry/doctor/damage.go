package doctor

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"sync/atomic"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/cmd/quarry/datadir"
	"github.com/quarrykb/quarry/store/sqlite"
)

// damageCode is the code of every error that says that a database is damaged.
const damageCode = "database_damaged"

// IsDamage reports whether an error says that a database is damaged.
func IsDamage(err error) bool {
	known, ok := errors.AsType[*quarry.Error](err)
	return ok && known.Code == damageCode
}

// IsUnread reports whether an error says only that something could not be looked at now:
// another process has it, the disk did not answer, there is no room, no memory or no file left to
// open. That says nothing of what is stored, and another time it may be read.
func IsUnread(err error) bool {
	known, ok := errors.AsType[*quarry.Error](err)
	return ok && known.Code != damageCode &&
		(known.Kind == quarry.KindUnavailable || known.Kind == quarry.KindFull)
}

// Damages says what is damaged in a database, or nothing where it is well. Examine says
// how much of it is looked at.
func Damages(
	ctx context.Context, d *datadir.Dir, file string, examine func(*Examiner, context.Context) error,
	rest func(context.Context) error,
) (string, error) {
	store, err := sqlite.OpenReadOnly(ctx, file, d.StoreOptions())
	if err != nil {
		return "", err
	}
	found := &Chart{json: true, said: map[string]int{}}
	showNothing := func(int) func() { return func() {} }
	err = examine(&Examiner{store: store, lexicon: d.Lexicon, chart: found, show: showNothing, rest: rest}, ctx)
	if err := errors.Join(err, store.Close()); err != nil || found.Problems == 0 {
		return "", err
	}
	first := found.Findings[0]
	said := first.place() + first.Problem
	if more := found.Problems - 1; more > 0 {
		said += fmt.Sprintf(" (and %d more)", more)
	}
	return said, nil
}

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

// Watch looks for damage in the database while a server runs, and says what it
// found last. It reads through connections of its own.
type Watch struct {
	look  func(context.Context) (string, error) // what is damaged; "" for nothing
	log   *slog.Logger
	wake  chan struct{}
	found atomic.Pointer[string]
}

// NewWatch returns a watch over the database, which has been looked at where
// it is small.
func NewWatch(ctx context.Context, d *datadir.Dir) *Watch {
	w := &Watch{log: d.Log, wake: make(chan struct{}, 1)}
	w.look = func(ctx context.Context) (string, error) {
		return Damages(ctx, d, d.Database(), (*Examiner).Written, pace())
	}
	info, err := os.Stat(d.Database())
	if err != nil || info.Size() > checkAtOnce {
		return w
	}
	if _, err := sqlite.Examine(ctx, d.Database()); IsDamage(err) {
		w.say(ctx, quarry.Explain(err).Message)
	}
	return w
}

// pace returns a rest that lasts as long as the work since the last one, some times
// over: an examination takes a quarter of one processor at most.
func pace() func(context.Context) error {
	worked := time.Now()
	return func(ctx context.Context) error {
		select {
		case <-ctx.Done():
		case <-time.After(checkRest * time.Since(worked)):
		}
		worked = time.Now()
		return ctx.Err()
	}
}

// Run looks until ctx ends. What cannot be looked at is no damage, and tried again.
func (w *Watch) Run(ctx context.Context) {
	for wait := checkFirst; ; {
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait):
		case <-w.wake:
		}
		found, err := w.look(ctx)
		wait = checkEvery
		switch {
		case ctx.Err() != nil:
			return
		case IsDamage(err):
			w.say(ctx, quarry.Explain(err).Message)
		case err != nil:
			wait = checkAgain
			w.log.WarnContext(ctx, "the database was not examined, which is tried again", slog.Any("error", err),
				slog.Duration("in", wait))
		default:
			w.say(ctx, found)
		}
	}
}

// Suspect has the watch look at once: a backup has found something.
func (w *Watch) Suspect() {
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

// say keeps what is damaged, and logs it where it is news.
func (w *Watch) say(ctx context.Context, found string) {
	before := w.Damage()
	w.found.Store(&found)
	if found != "" && before == "" {
		w.log.ErrorContext(ctx,
			"the database is damaged: run quarry doctor, and then quarry salvage or quarry restore",
			slog.String("damage", found))
	}
}

// Damage says what is damaged; "" for nothing that is known.
func (w *Watch) Damage() string {
	if found := w.found.Load(); found != nil {
		return *found
	}
	return ""
}
