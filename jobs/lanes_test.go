package jobs_test

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/jobs"
)

// slow is a runner whose jobs take an hour where their first file says so, and otherwise
// no time.
func slow(done *notes) jobs.Runner {
	return func(ctx context.Context, job quarry.Job, _ func(quarry.JobProgress)) (quarry.JobOutcome, error) {
		name := string(job.Order.Kind)
		if len(job.Order.Files) > 0 {
			name = job.Order.Files[0].Path
		}
		if strings.HasPrefix(name, "slow") || job.Order.Kind != quarry.JobIngest {
			select {
			case <-time.After(time.Hour): // of the bubble's clock
			case <-ctx.Done():
				return quarry.JobOutcome{}, ctx.Err()
			}
		}
		done.add(name)
		return quarry.JobOutcome{}, nil
	}
}

// everyKind has the same runner for all kinds of jobs.
func everyKind(c *jobs.Config) {
	run := c.Runners[quarry.JobIngest]
	for _, kind := range []quarry.JobKind{quarry.JobDelete, quarry.JobReindex, quarry.JobBackup} {
		c.Runners[kind] = run
	}
}

func (o *office) submitOrder(t *testing.T, order quarry.JobOrder) quarry.Job {
	t.Helper()
	job, err := o.Submit(t.Context(), order, quarry.JobKey{})
	if err != nil {
		t.Fatal(err)
	}
	return job
}

func TestSmallJobsAreDoneWithinASecondWhateverElseRuns(t *testing.T) {
	t.Parallel()
	large := func(name string) quarry.JobOrder {
		order := writes(name)
		order.Files[0].Bytes = 32 << 20
		return order
	}
	for name, before := range map[string][]quarry.JobOrder{
		"a reindex and a backup":               {{Kind: quarry.JobReindex}, {Kind: quarry.JobBackup}},
		"large files":                          {large("slow 1"), large("slow 2"), large("slow 3")},
		"files that look small, and take long": {writes("slow 1"), writes("slow 2"), writes("slow 3"), writes("slow 4")},
		"deletions that take long":             {removes("x"), removes("y"), removes("z")},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) { smallBehind(t, before) })
		})
	}
}

// smallBehind hands in small files while others are at work.
func smallBehind(t *testing.T, before []quarry.JobOrder) {
	t.Helper()
	var done notes
	o := newOffice(t, newLedger(), slow(&done), everyKind)
	for _, order := range before {
		o.submitOrder(t, order)
	}
	o.work(t)
	later(time.Minute)
	for _, name := range []string{"a", "b", "c"} {
		o.submit(t, name)
	}
	later(time.Second)
	if want := []string{"a", "b", "c"}; !slices.Equal(slices.Sorted(slices.Values(done.all())), want) {
		t.Errorf("done = %q, want %q", done.all(), want)
	}
	later(4 * time.Hour)
	if open := o.Open(); open > 0 {
		t.Errorf("%d jobs are left, want all to be done", open)
	}
}

// What takes the machine whole is done once at a time.
func TestJobsOfTheLongLaneRunOneOfAKind(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var done notes
		o := newOffice(t, newLedger(), slow(&done), everyKind)
		for range 2 {
			o.submitOrder(t, quarry.JobOrder{Kind: quarry.JobReindex})
		}
		o.submitOrder(t, quarry.JobOrder{Kind: quarry.JobBackup})
		o.work(t)
		later(90 * time.Minute)
		if want := []string{"backup", "reindex"}; !slices.Equal(slices.Sorted(slices.Values(done.all())), want) {
			t.Errorf("done = %q behind one and a half hours, want %q", done.all(), want)
		}
		later(time.Hour)
		if len(done.all()) != 3 {
			t.Errorf("done = %q, want the second reindex behind the first", done.all())
		}
	})
}

func TestJobsThatWriteOrRemoveTheSameKeepTheirOrder(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		earlier, later quarry.JobOrder
		together       bool
	}{
		"the same document":                       {earlier: writes("slow"), later: writes("slow")},
		"a document below it":                     {earlier: writes("slow"), later: writes("slow/2")},
		"a document above it":                     {earlier: writes("slow/2"), later: writes("slow")},
		"another document":                        {earlier: writes("slow"), later: writes("slower"), together: true},
		"its deletion":                            {earlier: writes("slow"), later: removes("slow")},
		"that of another one":                     {earlier: writes("slow"), later: removes("other"), together: true},
		"behind a deletion":                       {earlier: removes("a"), later: writes("a")},
		"behind another's":                        {earlier: removes("a"), later: writes("b"), together: true},
		"a deletion of a place that is not known": {earlier: writes("slow"), later: quarry.JobOrder{Kind: quarry.JobDelete, Document: "d_x"}},
		"behind an export":                        {earlier: carries("slow"), later: writes("b")},
		"an export":                               {earlier: writes("slow"), later: carries("b")},
		"a reindex":                               {earlier: writes("slow"), later: quarry.JobOrder{Kind: quarry.JobReindex}, together: true},
		"behind a backup":                         {earlier: quarry.JobOrder{Kind: quarry.JobBackup}, later: carries("a"), together: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				var done notes
				o := newOffice(t, newLedger(), slow(&done), everyKind)
				o.submitOrder(t, tc.earlier)
				second := o.submitOrder(t, tc.later)
				o.work(t)
				later(time.Minute)
				job, err := o.Job(t.Context(), second.ID)
				if begun := job.State != quarry.JobQueued; err != nil || begun != tc.together {
					t.Errorf("the later one is %s (%v) while the earlier one runs, want it begun: %t", job.State, err, tc.together)
				}
			})
		})
	}
}

func writes(path string) quarry.JobOrder {
	return quarry.JobOrder{Kind: quarry.JobIngest, Files: []quarry.JobFile{{Collection: "main", Path: path}}}
}

func carries(path string) quarry.JobOrder {
	order := writes(path)
	order.Files[0].Carries = true
	return order
}

func removes(path string) quarry.JobOrder {
	return quarry.JobOrder{Kind: quarry.JobDelete, Document: "d_x", Place: quarry.JobPlace{Collection: "main", Path: path}}
}

// However many jobs take long, or only wait until what they stored is indexed, a small one
// goes on beside them.
func TestASmallJobGoesOnBesideAnyNumberOfOthers(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		others int
		tells  quarry.JobProgress
	}{
		"that take long": {12, quarry.JobProgress{}},
		"that wait":      {30, quarry.JobProgress{Waits: true}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) { smallBeside(t, tc.others, tc.tells) })
		})
	}
}

// smallBeside hands in a small file while others are at work that tell something.
func smallBeside(t *testing.T, others int, tells quarry.JobProgress) {
	t.Helper()
	var done notes
	run := slow(&done)
	o := newOffice(t, newLedger(), func(ctx context.Context, job quarry.Job, tell func(quarry.JobProgress)) (quarry.JobOutcome, error) {
		tell(tells)
		return run(ctx, job, tell)
	})
	for i := range others {
		o.submit(t, "slow "+strconv.Itoa(i))
	}
	o.work(t)
	later(time.Minute)
	o.submit(t, "small")
	later(time.Second)
	if want := []string{"small"}; !slices.Equal(done.all(), want) {
		t.Errorf("done = %q, want %q", done.all(), want)
	}
}
