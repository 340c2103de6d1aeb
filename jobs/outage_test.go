package jobs_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/jobs"
)

// outage is how long a disk stays full here.
const outage = 4 * time.Minute

func full() error {
	return quarry.Errorf(quarry.KindFull, "the disk is full")
}

// noting is a runner that notes which jobs it did, and calls during in the middle of one.
func noting(done *[]string, during string, do func()) jobs.Runner {
	return func(_ context.Context, job quarry.Job, _ func(quarry.JobProgress)) (quarry.JobOutcome, error) {
		name := job.Order.Files[0].Path
		if name == during {
			do()
		}
		*done = append(*done, fmt.Sprintf("%s %d", name, job.Attempts))
		return quarry.JobOutcome{}, nil
	}
}

// named returns the job of the file of a path.
func (o *office) named(t *testing.T, path string) quarry.Job {
	t.Helper()
	page, err := o.Jobs(t.Context(), quarry.JobFilter{}, quarry.PageRequest{Limit: 10})
	if err != nil {
		t.Fatal(err)
	}
	at := slices.IndexFunc(page.Items, func(j quarry.Job) bool { return j.Order.Files[0].Path == path })
	return page.Items[at]
}

// five submits jobs that are called from a to e, and returns the last.
func (o *office) five(t *testing.T) quarry.Job {
	t.Helper()
	var last quarry.Job
	for _, name := range []string{"a", "b", "c", "d", "e"} {
		last = o.submit(t, name)
	}
	return last
}

// isFree tells of what is left of jobs that have ended.
func (o *office) isFree(t *testing.T, done *[]string) {
	t.Helper()
	for _, name := range []string{"a", "b", "c", "d", "e"} {
		o.end(t, o.named(t, name).ID)
	}
	if want := []string{"a 1", "b 1", "c 1", "d 1", "e 1"}; !slices.Equal(slices.Sorted(slices.Values(*done)), want) {
		t.Errorf("done = %q, want each once", *done)
	}
	if n := o.waiting(t); n != 0 {
		t.Errorf("%d uploads are left, want none", n)
	}
	for range 5 {
		o.submit(t, "there is room again")
	}
}

func TestJobsThatCannotBeBegunWaitUntilTheLedgerTakesThem(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var done []string
		o := newOffice(t, newLedger(), noting(&done, "", nil), func(c *jobs.Config) { c.Open = 5 })
		o.five(t)
		o.ledger.fail(full())
		o.work(t)
		<-time.After(outage) // of the bubble's clock
		synctest.Wait()
		page, err := o.Jobs(t.Context(), quarry.JobFilter{}, quarry.PageRequest{Limit: 10})
		running := func(j quarry.Job) bool {
			return j.State != quarry.JobWaiting || j.Attempts > 0 || !j.StartedAt.IsZero()
		}
		if err != nil || len(done) > 0 || slices.ContainsFunc(page.Items, running) {
			t.Errorf("done = %q of %+v (%v), want all to wait", done, page.Items, err)
		}
		o.ledger.fail(nil)
		o.isFree(t, &done)
	})
}

func TestWhatCameOfAJobIsKeptUntilTheLedgerTakesIt(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var done []string
		l := newLedger()
		o := newOffice(t, l, noting(&done, "b", func() { l.fail(full()) }), func(c *jobs.Config) { c.Open = 5 })
		o.five(t)
		o.work(t)
		<-time.After(outage) // of the bubble's clock
		synctest.Wait()
		if b := o.named(t, "b"); len(done) != 2 || o.waiting(t) != 4 || b.State != quarry.JobWaiting || b.Failure.Code != "disk_full" {
			t.Errorf("done = %q, %d uploads and %+v, want two jobs, and the files of the second kept while it waits", done, o.waiting(t), b)
		}
		o.ledger.fail(nil)
		o.isFree(t, &done)
	})
}

func TestADeskThatStopsWaitsForNoLedger(t *testing.T) {
	t.Parallel()
	for name, during := range map[string]string{"to begin": "", "to end": "a"} {
		synctest.Test(t, func(t *testing.T) {
			var done []string
			l := newLedger()
			first := newOffice(t, l, noting(&done, during, func() { l.fail(full()) }))
			last := first.submit(t, "a")
			if during == "" {
				l.fail(full())
			}
			stop := first.work(t)
			<-time.After(outage) // of the bubble's clock
			stopped := time.Now()
			stop()
			if took := time.Since(stopped); took > 0 {
				t.Errorf("%s: the desk stopped after %s, want at once", name, took)
			}
			l.fail(nil)
			second := reopen(t, first.folder, l, noting(&done, "", nil))
			second.work(t)
			if job := second.end(t, last.ID); job.State != quarry.JobDone || second.waiting(t) != 0 {
				t.Errorf("%s: job = %+v, want it done by the next desk", name, job)
			}
		})
	}
}

// Nobody can be told what came of a job that the ledger knows nothing of: it keeps no
// other one waiting.
func TestAJobThatTheLedgerLostIsLetGo(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var done []string
		l := newLedger()
		o := newOffice(t, l, noting(&done, "b", func() { l.lose("b") }))
		last := o.five(t)
		l.lose("a")
		o.work(t)
		o.end(t, last.ID)
		if want := []string{"b 1", "c 1", "d 1", "e 1"}; !slices.Equal(done, want) || o.waiting(t) != 0 {
			t.Errorf("done = %q and %d uploads are left, want %q and none", done, o.waiting(t), want)
		}
	})
}

// What a job made is as safe as its end: once that is stored, its files are let go of.
func TestTheFilesOfAJobStayUntilItsEndIsStored(t *testing.T) {
	t.Parallel()
	l := newLedger()
	o := newOffice(t, l, nothing)
	l.saved = func(job quarry.Job) {
		if n := o.waiting(t); n != 1 {
			t.Errorf("%d uploads wait while it is stored that the job is %s, want its one", n, job.State)
		}
	}
	o.work(t)
	o.end(t, o.submit(t, "a").ID)
	if n := o.waiting(t); n != 0 {
		t.Errorf("%d uploads are left, want none", n)
	}
}
