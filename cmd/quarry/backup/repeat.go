package backup

import (
	"context"
	"errors"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/cmd/quarry/doctor"
)

// How long is waited after an attempt that failed, and how long at most before the folder
// is looked at again: a clock that was set, or a machine that slept, is noticed by then.
const (
	repeatPause = 10 * time.Minute
	repeatLook  = 10 * time.Minute
	repeatLeast = time.Minute
)

// Distance is how long it is between two backups; 0 where nothing is said.
type Distance time.Duration

// UnmarshalText reads a duration such as "6h", and refuses backups that would follow each
// other without a pause.
func (d *Distance) UnmarshalText(text []byte) error {
	every, err := time.ParseDuration(string(text))
	if err != nil || every < repeatLeast {
		return quarry.Errorf(quarry.KindInvalid,
			"%q is no distance between two backups: say hours or minutes, such as 6h or 30m, and one minute at least", text)
	}
	*d = Distance(every)
	return nil
}

// Repeat makes backups at a regular distance. What is remembered between two is what
// stands in the folder: so a restart neither skips one nor makes one too many, and one
// that was made by hand counts too.
type Repeat struct {
	Every  time.Duration
	Newest func(context.Context) (time.Time, error) // when the newest sound backup was made
	Do     func(context.Context) error              // makes one, and says of a failure what is to be said
}

// Run makes backups until ctx ends.
func (r Repeat) Run(ctx context.Context) {
	for ctx.Err() == nil {
		newest, err := r.Newest(ctx)
		wait := time.Until(newest.Add(r.Every)) // none where there is none
		if err == nil && wait <= 0 {
			err = r.Do(ctx)
		}
		_, dropped := errors.AsType[DroppedError](err)
		switch {
		case doctor.IsDamage(err), dropped:
			wait = r.Every
		case err != nil:
			wait = min(r.Every, repeatPause)
		case wait > 0:
			wait = min(wait, repeatLook)
		}
		select {
		case <-ctx.Done():
		case <-time.After(wait):
		}
	}
}

// DroppedError ends a backup that was dropped by hand: the next one is made when it is due.
type DroppedError struct{}

// Error says that the backup was dropped.
func (DroppedError) Error() string { return "the backup was dropped" }
