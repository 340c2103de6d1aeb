package backup

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
)

// calendar stands for a folder of backups.
type calendar struct {
	newest time.Time
	made   []time.Duration // since the begin
	begin  time.Time
	fail   []error // what the next attempts end with
}

func (c *calendar) repeat(every time.Duration) Repeat {
	c.begin = time.Now()
	return Repeat{
		Every:  every,
		Newest: func(context.Context) (time.Time, error) { return c.newest, nil },
		Do: func(context.Context) error {
			c.made = append(c.made, time.Since(c.begin))
			if len(c.fail) > 0 {
				failed := c.fail[0]
				c.fail = c.fail[1:]
				return failed
			}
			c.newest = time.Now()
			return nil
		},
	}
}

func TestABackupFollowsTheNewestOneInTheFolder(t *testing.T) {
	t.Parallel()
	const hour = time.Hour
	damage := quarry.Errorf(quarry.KindConflict, "damaged").WithCode("database_damaged")
	for name, tc := range map[string]struct {
		age  time.Duration // of the newest one; 0 for none
		fail []error
		want []time.Duration
	}{
		"an empty folder":       {0, nil, []time.Duration{0, 6 * hour, 12 * hour, 18 * hour}},
		"a restart between":     {2 * hour, nil, []time.Duration{4 * hour, 10 * hour, 16 * hour, 22 * hour}},
		"one was missed":        {50 * hour, nil, []time.Duration{0, 6 * hour, 12 * hour, 18 * hour}},
		"a disk that was full":  {0, []error{errors.New("full"), errors.New("full")}, []time.Duration{0, hour / 6, hour / 3, hour/3 + 6*hour, hour/3 + 12*hour, hour/3 + 18*hour}},
		"a damaged database":    {0, []error{damage, damage}, []time.Duration{0, 6 * hour, 12 * hour, 18 * hour}},
		"one that was dropped":  {0, []error{DroppedError{}}, []time.Duration{0, 6 * hour, 12 * hour, 18 * hour}},
		"one was made this run": {5*hour + 59*time.Minute, nil, []time.Duration{time.Minute, time.Minute + 6*hour, time.Minute + 12*hour, time.Minute + 18*hour}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				c := calendar{fail: slices.Clone(tc.fail)}
				if tc.age > 0 {
					c.newest = time.Now().Add(-tc.age)
				}
				ctx, cancel := context.WithTimeout(t.Context(), 23*hour+30*time.Minute)
				defer cancel()
				c.repeat(6 * hour).Run(ctx)
				if diff := cmp.Diff(tc.want, c.made); diff != "" {
					t.Errorf("made after (-want +got):\n%s", diff)
				}
			})
		})
	}
}

// A backup that was asked for meanwhile counts like one of the schedule's.
func TestABackupThatWasMadeByHandPutsOffTheNext(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := calendar{}
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Hour)
		defer cancel()
		run := c.repeat(6 * time.Hour)
		go func() {
			<-time.After(3 * time.Hour)
			c.newest = time.Now()
		}()
		run.Run(ctx)
		if diff := cmp.Diff([]time.Duration{0, 9 * time.Hour}, c.made); diff != "" {
			t.Errorf("made after (-want +got):\n%s", diff)
		}
	})
}
