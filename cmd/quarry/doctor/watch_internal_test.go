package doctor

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestAServerLooksForDamageAndLogsItOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		begin := time.Now()
		var looked []time.Duration
		var logged bytes.Buffer
		found := []string{"", "a page", "a page", "a page"}
		w := &Watch{log: slog.New(slog.NewTextHandler(&logged, nil)), wake: make(chan struct{}, 1)}
		w.look = func(context.Context) (string, error) {
			looked = append(looked, time.Since(begin))
			if len(looked) == 3 {
				return "", errors.New("the disk cannot be read")
			}
			return found[len(looked)-1], nil
		}
		ctx, cancel := context.WithTimeout(t.Context(), 2*24*time.Hour+time.Hour)
		defer cancel()
		go func() {
			<-time.After(time.Hour)
			w.Suspect()
		}()
		w.Run(ctx)
		want := []time.Duration{checkFirst, time.Hour, 25 * time.Hour, 25*time.Hour + checkAgain}
		if diff := cmp.Diff(want, looked); diff != "" {
			t.Errorf("looked after (-want +got):\n%s", diff)
		}
		if w.Damage() != "a page" || strings.Count(logged.String(), "the database is damaged") != 1 {
			t.Errorf("the damage is %q, and logged is %s", w.Damage(), logged.String())
		}
	})
}

// An examination in the background works a quarter of the time at most.
func TestAnExaminationInTheBackgroundRests(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		begin, worked := time.Now(), time.Duration(0)
		rest := pace()
		for range 10 {
			<-time.After(20 * time.Millisecond)
			worked += 20 * time.Millisecond
			if err := rest(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		if took := time.Since(begin); took != 4*worked {
			t.Errorf("%v of work took %v", worked, took)
		}
	})
}
