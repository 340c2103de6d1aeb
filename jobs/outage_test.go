package jobs_test

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"sync"
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

// notes are the jobs that were done, by those who did them side by side.
type notes struct {
	mu   sync.Mutex
	done []string
}

func (n *notes) add(job string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.done = append(n.done, job)
}

// all returns the jobs in the order in which they were done.
func (n *notes) all() []string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return slices.Clone(n.done)
}

// noting is a runner that notes which jobs it did, and calls during in the middle of one.
func noting(done *notes, during string, do func()) jobs.Runner {
	return func(_ context.Context, job quarry.Job, _ func(quarry.JobProgress)) (quarry.JobOutcome, error) {
		name := job.Order.Files[0].Path
		if name == during {
			do()
		}
		done.add(fmt.Sprintf("%s %d", name, job.Attempts))
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

// five submits jobs that are called from a to e.
func (o *office) five(t *testing.T, submit func(*testing.T, string) quarry.Job) {
	t.Helper()
	for _, name := range []string{"a", "b", "c", "d", "e"} {
		submit(t, name)
	}
}

// isFree tells of what is left of jobs that have ended.
func (o *office) isFree(t *testing.T, done *notes) {
	t.Helper()
	for _, name := range []string{"a", "b", "c", "d", "e"} {
		o.end(t, o.named(t, name).ID)
	}
	if want := []string{"a 1", "b 1", "c 1", "d 1", "e 1"}; !slices.Equal(slices.Sorted(slices.Values(done.all())), want) {
		t.Errorf("done = %q, want each once", done.all())
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
		var done notes
		o := newOffice(t, newLedger(), noting(&done, "", nil), func(c *jobs.Config) { c.Open = 5 })
		o.five(t, o.submit)
		o.ledger.fail(full())
		o.work(t)
		<-time.After(outage) // of the bubble's clock
		synctest.Wait()
		page, err := o.Jobs(t.Context(), quarry.JobFilter{}, quarry.PageRequest{Limit: 10})
		running := func(j quarry.Job) bool {
			return j.State != quarry.JobWaiting || j.Attempts > 0 || !j.StartedAt.IsZero()
		}
		if err != nil || len(done.all()) > 0 || slices.ContainsFunc(page.Items, running) {
			t.Errorf("done = %q of %+v (%v), want all to wait", done.all(), page.Items, err)
		}
		o.ledger.fail(nil)
		o.isFree(t, &done)
	})
}

func TestWhatCameOfAJobIsKeptUntilTheLedgerTakesIt(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var done notes
		l := newLedger()
		o := newOffice(t, l, noting(&done, "b", func() { l.fail(full()) }), func(c *jobs.Config) { c.Open = 5 })
		o.five(t, o.submitInOrder)
		o.work(t)
		<-time.After(outage) // of the bubble's clock
		synctest.Wait()
		if b := o.named(t, "b"); len(done.all()) != 2 || o.waiting(t) != 4 || b.State != quarry.JobWaiting || b.Failure.Code != "disk_full" {
			t.Errorf("done = %q, %d uploads and %+v, want two jobs, and the files of the second kept while it waits", done.all(), o.waiting(t), b)
		}
		o.ledger.fail(nil)
		o.isFree(t, &done)
	})
}

func TestADeskThatStopsWaitsForNoLedger(t *testing.T) {
	t.Parallel()
	for name, during := range map[string]string{"to begin": "", "to end": "a"} {
		synctest.Test(t, func(t *testing.T) {
			var done notes
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

func TestADeskThatStopsWaitsForAStuckLedgerOnceHoweverManyJobsThereAre(t *testing.T) {
	t.Parallel()
	for _, many := range []int{1, 8} {
		synctest.Test(t, func(t *testing.T) {
			l := newLedger()
			o := newOffice(t, l, nothing)
			for i := range many {
				o.submit(t, strconv.Itoa(i))
			}
			l.fail(full())
			stop := o.work(t)
			later(time.Minute)
			l.stick()
			stopped := time.Now()
			stop()
			if took := time.Since(stopped); took != 2*time.Second {
				t.Errorf("with %d jobs the desk stopped after %s, want two seconds for all", many, took)
			}
		})
	}
}

// No caller can be told what came of a job that the ledger knows nothing of: it keeps no
// other one waiting.
func TestAJobThatTheLedgerLostIsLetGo(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var done notes
		l := newLedger()
		o := newOffice(t, l, noting(&done, "b", func() { l.lose("b") }))
		o.five(t, o.submitInOrder)
		last := o.named(t, "e")
		l.lose("a")
		o.work(t)
		o.end(t, last.ID)
		if want := []string{"b 1", "c 1", "d 1", "e 1"}; !slices.Equal(done.all(), want) || o.waiting(t) != 0 {
			t.Errorf("done = %q and %d uploads are left, want %q and none", done.all(), o.waiting(t), want)
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
