package main

import (
	"context"
	"errors"
	"time"

	"github.com/quarrykb/quarry"
)

// How long is waited after an attempt that failed, and how long at most before the folder
// is looked at again: a clock that was set, or a machine that slept, is noticed by then.
const (
	repeatPause = 10 * time.Minute
	repeatLook  = 10 * time.Minute
	repeatLeast = time.Minute
)

// distance is how long it is between two backups; 0 where nothing is said.
type distance time.Duration

// UnmarshalText reads a duration such as "6h", and refuses backups that would follow each
// other without a pause.
func (d *distance) UnmarshalText(text []byte) error {
	every, err := time.ParseDuration(string(text))
	if err != nil || every < repeatLeast {
		return quarry.Errorf(quarry.KindInvalid, "%q is no distance between two backups: say hours or minutes, such as 6h or 30m, and one minute at least", text)
	}
	*d = distance(every)
	return nil
}

// repeat makes backups at a regular distance. What is remembered between two is what
// stands in the folder: so a restart neither skips one nor makes one too many, and one
// that was made by hand counts too.
type repeat struct {
	every  time.Duration
	newest func(context.Context) (time.Time, error) // when the newest sound backup was made
	do     func(context.Context) error              // makes one, and says of a failure what is to be said
	now    func() time.Time
}

// run makes backups until ctx ends.
func (r repeat) run(ctx context.Context) {
	for ctx.Err() == nil {
		wait, err := r.due(ctx)
		if err == nil && wait <= 0 {
			err = r.do(ctx)
		}
		_, dropped := errors.AsType[droppedError](err)
		switch {
		case isDamage(err), dropped:
			wait = r.every
		case err != nil:
			wait = min(r.every, repeatPause)
		case wait > 0:
			wait = min(wait, repeatLook)
		}
		timer := time.NewTimer(wait)
		select {
		case <-ctx.Done():
		case <-timer.C:
		}
		timer.Stop()
	}
}

// droppedError ends a backup that was dropped by hand: the next one is made when it is due.
type droppedError struct{}

// Error says that the backup was dropped.
func (droppedError) Error() string { return "the backup was dropped" }

// due returns how long it is until the next backup.
func (r repeat) due(ctx context.Context) (time.Duration, error) {
	newest, err := r.newest(ctx)
	if err != nil || newest.IsZero() {
		return 0, err
	}
	return newest.Add(r.every).Sub(r.now()), nil
}
