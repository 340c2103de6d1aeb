package jobs_test

import (
	"bytes"
	"context"
	"log/slog"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/jobs"
)

// moody is a runner that fails with an error as long as there is one.
type moody struct {
	notes

	fault atomic.Pointer[quarry.Error]
}

func (m *moody) run(_ context.Context, job quarry.Job, _ func(quarry.JobProgress)) (quarry.JobOutcome, error) {
	if fault := m.fault.Load(); fault != nil {
		return quarry.JobOutcome{}, fault
	}
	m.add(job.Order.Files[0].Path)
	return quarry.JobOutcome{}, nil
}

// later lets the bubble's clock run, and the desk do what it can by then.
func later(pause time.Duration) {
	<-time.After(pause)
	synctest.Wait()
}

func TestAJobThatWaitsSaysWhyAndIsTriedAgainAfterAPauseThatGrows(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := &moody{}
		m.fault.Store(quarry.Errorf(quarry.KindFull, "the disk is full"))
		o := newOffice(t, newLedger(), m.run)
		id := o.submit(t, "a").ID
		o.work(t)
		later(time.Hour)
		job, err := o.Job(t.Context(), id)
		pause := time.Until(job.RetryAt)
		if err != nil || job.State != quarry.JobWaiting || *job.Failure != (quarry.JobFailure{Code: "disk_full", Detail: "the disk is full"}) || pause <= 0 || pause > 30*time.Second {
			t.Errorf("job = %+v (%v), want it waiting for the disk, and tried again within half a minute", job, err)
		}
		if job.Attempts < 100 || job.Attempts > 150 {
			t.Errorf("%d attempts in an hour, want one every 30 seconds and some before", job.Attempts)
		}
		if kept, err := o.ledger.Job(t.Context(), id); err != nil || kept.State != quarry.JobWaiting || kept.Failure == nil {
			t.Errorf("the ledger has %+v (%v), want it waiting", kept, err)
		}
		m.fault.Store(nil)
		if job := o.end(t, id); job.State != quarry.JobDone || job.Failure != nil || !job.RetryAt.IsZero() {
			t.Errorf("job = %+v, want it done and nothing said against it", job)
		}
	})
}

func TestARetryEndsThePauseOfAJobThatWaits(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := &moody{}
		m.fault.Store(quarry.Errorf(quarry.KindUnavailable, "odd"))
		o := newOffice(t, newLedger(), m.run)
		id := o.submit(t, "a").ID
		o.work(t)
		later(time.Hour)
		m.fault.Store(nil)
		if _, err := o.Retry(t.Context(), id); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		if job, err := o.Job(t.Context(), id); err != nil || job.State != quarry.JobDone {
			t.Errorf("job = %+v (%v), want it done at once", job, err)
		}
	})
}

// A waiting job keeps no others waiting but those that name the same document, or one below it.
func TestAJobThatWaitsIsPassedByThoseThatNameOtherDocuments(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := &moody{}
		m.fault.Store(quarry.Errorf(quarry.KindUnavailable, "odd"))
		run := func(ctx context.Context, job quarry.Job, tell func(quarry.JobProgress)) (quarry.JobOutcome, error) {
			if job.Order.Files[0].SHA256 != "stuck" {
				m.add(job.Order.Files[0].Path + job.Order.Files[0].SHA256)
				return quarry.JobOutcome{}, nil
			}
			return m.run(ctx, job, tell)
		}
		o := newOffice(t, newLedger(), run)
		for _, file := range []quarry.JobFile{{Path: "book", SHA256: "stuck"}, {Path: "booklet"}, {Path: "book/2"}, {Path: "book", SHA256: "!"}, {Path: "other"}} {
			order := o.order(t, "text")
			order.Files[0].Path, order.Files[0].SHA256 = file.Path, file.SHA256
			if _, err := o.Submit(t.Context(), order, quarry.JobKey{}); err != nil {
				t.Fatal(err)
			}
		}
		o.work(t)
		later(time.Hour)
		if want := []string{"booklet", "other"}; !slices.Equal(slices.Sorted(slices.Values(m.all())), want) {
			t.Errorf("done = %q, want %q while the book waits", m.all(), want)
		}
		m.fault.Store(nil)
		later(time.Minute)
		if want := []string{"book", "book/2", "book!"}; !slices.Equal(m.all()[2:], want) {
			t.Errorf("done = %q, want %q", m.all(), want)
		}
	})
}

func TestAGivenUpJobIsKeptAcrossStartsAndDoneOnceItIsRetried(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := newLedger()
		first := newOffice(t, l, panicking)
		stop := first.work(t)
		id := first.end(t, first.submit(t, "a").ID).ID
		stop()
		m := &moody{}
		second := reopen(t, first.folder, l, m.run)
		second.work(t)
		later(time.Hour)
		if job, err := second.Job(t.Context(), id); err != nil || job.State != quarry.JobGivenUp || second.waiting(t) != 1 {
			t.Fatalf("job = %+v (%v) and %d uploads, want it as it was", job, err, second.waiting(t))
		}
		if job, err := second.Retry(t.Context(), id); err != nil || job.State != quarry.JobQueued || job.Crashes != 0 {
			t.Errorf("job = %+v (%v), want it queued anew", job, err)
		}
		if job := second.end(t, id); job.State != quarry.JobDone || !slices.Equal(m.all(), []string{"a"}) || second.waiting(t) != 0 {
			t.Errorf("job = %+v and %d uploads, want it done and none", job, second.waiting(t))
		}
		if _, err := second.Retry(t.Context(), id); quarry.Explain(err).Code != "job_not_retryable" {
			t.Errorf("error = %v, want that it is done", err)
		}
	})
}

// A request that is sent again brings what the first one brought: an attempt that failed
// is no reason to refuse it.
func TestARequestOfAJobThatWasNotDoneIsTriedAgainWhenItIsSentAgain(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]*quarry.Error{
		"refused":  quarry.Errorf(quarry.KindConflict, "taken"),
		"given up": quarry.Errorf(quarry.KindInternal, "odd"),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) { sendAgain(t, fault) })
		})
	}
}

// sendAgain sends a request again whose job ended with a fault that is over.
func sendAgain(t *testing.T, fault *quarry.Error) {
	t.Helper()
	m := &moody{}
	m.fault.Store(fault)
	o := newOffice(t, newLedger(), m.run)
	o.work(t)
	key := quarry.JobKey{Key: "k", Request: "r"}
	first, err := o.Submit(t.Context(), o.order(t, "a"), key)
	if err != nil {
		t.Fatal(err)
	}
	o.end(t, first.ID)
	m.fault.Store(nil)
	again, err := o.Submit(t.Context(), o.order(t, "a"), key)
	if err != nil || again.ID != first.ID {
		t.Fatalf("job = %+v (%v), want the same", again, err)
	}
	if job := o.end(t, first.ID); job.State != quarry.JobDone || o.waiting(t) != 0 {
		t.Errorf("job = %+v and %d uploads, want it done and none", job, o.waiting(t))
	}
}

// various does of each job what its file is called.
func various(began chan<- struct{}) jobs.Runner {
	return func(ctx context.Context, job quarry.Job, _ func(quarry.JobProgress)) (quarry.JobOutcome, error) {
		switch job.Order.Files[0].Path {
		case "running":
			began <- struct{}{}
			<-ctx.Done()
			return quarry.JobOutcome{}, ctx.Err()
		case "given up":
			panic("odd")
		case "waiting":
			return quarry.JobOutcome{}, quarry.Errorf(quarry.KindUnavailable, "odd")
		}
		return quarry.JobOutcome{}, nil
	}
}

func TestAJobIsDroppedWhereverItIs(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		began := make(chan struct{}, 1)
		o := newOffice(t, newLedger(), various(began))
		o.work(t)
		ids := o.all(t, "given up", "waiting")
		later(time.Hour)
		more := []quarry.JobID{o.submit(t, "running").ID, o.submitInOrder(t, "queued").ID}
		<-began
		if want := "jobs that wait: 1 of 3 (unavailable); jobs that were given up, and are kept: 1"; o.Trouble() != want {
			t.Errorf("trouble = %q, want %q", o.Trouble(), want)
		}
		o.dropAll(t, slices.Concat(more[1:], ids, more[:1])) // the one that is running last
		if o.waiting(t) != 0 || o.Trouble() != "" {
			t.Errorf("%d uploads and trouble %q are left, want none", o.waiting(t), o.Trouble())
		}
		if _, err := o.Retry(t.Context(), more[1]); quarry.Explain(err).Code != "job_not_retryable" {
			t.Errorf("error = %v, want that its upload is gone", err)
		}
	})
}

// dropAll drops jobs, and reports an error unless each ends so.
func (o *office) dropAll(t *testing.T, ids []quarry.JobID) {
	t.Helper()
	for _, id := range ids {
		if _, err := o.Drop(t.Context(), id); err != nil {
			t.Error(err)
		}
		if job := o.end(t, id); job.State != quarry.JobCancelled {
			t.Errorf("job = %+v, want it dropped", job)
		}
	}
}

func TestAJobThatHasEndedIsNotDropped(t *testing.T) {
	t.Parallel()
	o := newOffice(t, newLedger(), nothing)
	o.work(t)
	done := o.end(t, o.submit(t, "done").ID)
	if _, err := o.Drop(t.Context(), done.ID); quarry.Explain(err).Code != "job_ended" {
		t.Errorf("error = %v of one that is done, want that it has ended", err)
	}
	if _, err := o.Drop(t.Context(), "j_nobody"); !quarry.IsKind(err, quarry.KindNotFound) {
		t.Errorf("error = %v of one that there is not, want not found", err)
	}
}

// all submits jobs by the names of their files, and returns their ids.
func (o *office) all(t *testing.T, names ...string) []quarry.JobID {
	t.Helper()
	var ids []quarry.JobID
	for _, name := range names {
		ids = append(ids, o.submit(t, name).ID)
	}
	return ids
}

// What was given up is older than what came behind it.
func TestAJobIsNotRetriedOverALaterOneOfTheSameDocument(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := newLedger()
		first := newOffice(t, l, panicking)
		stop := first.work(t)
		old := first.end(t, first.submit(t, "a").ID)
		stop()
		second := reopen(t, first.folder, l, nothing)
		second.work(t)
		second.end(t, second.submit(t, "b").ID)
		if err := second.mayRetry(t, old.ID); err != nil {
			t.Errorf("error = %v behind another document, want it retried", err)
		}
		second.end(t, old.ID)
		third := reopen(t, first.folder, l, panicking)
		third.work(t)
		older := third.end(t, third.submit(t, "c").ID)
		newer := third.submit(t, "c")
		if err := third.mayRetry(t, older.ID); quarry.Explain(err).Code != "job_not_retryable" {
			t.Errorf("error = %v behind the same document, want it refused", err)
		}
		third.end(t, newer.ID)
		if err := third.mayRetry(t, older.ID); err != nil {
			t.Errorf("error = %v where the later one was not done either, want it retried", err)
		}
	})
}

// mayRetry retries a job, and says why it may not be.
func (o *office) mayRetry(t *testing.T, id quarry.JobID) error {
	t.Helper()
	_, err := o.Retry(t.Context(), id)
	return err
}

// That a job was dropped stands on the disk before the caller is told, and a server that
// stops or dies before its attempt has ended does not do it again.
func TestADroppedJobIsNotDoneByTheNextDesk(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := newLedger()
		began := make(chan struct{}, 1)
		slow := make(chan struct{})
		first := newOffice(t, l, func(ctx context.Context, _ quarry.Job, _ func(quarry.JobProgress)) (quarry.JobOutcome, error) {
			began <- struct{}{}
			<-slow // it takes a while to notice
			return quarry.JobOutcome{}, ctx.Err()
		})
		id := first.submit(t, "a").ID
		stop := first.work(t)
		<-began
		if job, err := first.Drop(t.Context(), id); err != nil || job.State != quarry.JobRunning {
			t.Errorf("job = %+v (%v), want it told to end", job, err)
		}
		if kept, err := l.Job(t.Context(), id); err != nil || kept.State != quarry.JobCancelled {
			t.Errorf("the ledger has %+v (%v), want it dropped", kept, err)
		}
		go func() {
			<-time.After(time.Second) // of the bubble's clock
			close(slow)
		}()
		stop()
		second := reopen(t, first.folder, l, nothing)
		second.work(t)
		later(time.Hour)
		if job, err := second.Job(t.Context(), id); err != nil || job.State != quarry.JobCancelled || second.waiting(t) != 0 {
			t.Errorf("job = %+v (%v) and %d uploads, want it dropped", job, err, second.waiting(t))
		}
	})
}

// The end of a dropped job is stored when the ledger takes it, and not asked for without a
// pause.
func TestADroppedJobWhoseEndCannotBeStoredWaitsForThat(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := newLedger()
		began := make(chan struct{}, 1)
		o := newOffice(t, l, func(ctx context.Context, _ quarry.Job, _ func(quarry.JobProgress)) (quarry.JobOutcome, error) {
			began <- struct{}{}
			<-ctx.Done()
			l.fail(full())
			return quarry.JobOutcome{}, ctx.Err()
		})
		id := o.submit(t, "a").ID
		o.work(t)
		<-began
		if _, err := o.Drop(t.Context(), id); err != nil {
			t.Fatal(err)
		}
		later(time.Hour)
		l.fail(nil)
		if job := o.end(t, id); job.State != quarry.JobCancelled || o.waiting(t) != 0 {
			t.Errorf("job = %+v and %d uploads, want it dropped", job, o.waiting(t))
		}
	})
}

// A job may wait for days: the log says so once, and again where the reason is another.
func TestWhyAJobWaitsIsLoggedOnceForAsLongAsItIsTheSame(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		m := &moody{}
		m.fault.Store(quarry.Errorf(quarry.KindFull, "the disk is full"))
		o := newOffice(t, newLedger(), m.run, func(c *jobs.Config) { c.Log = slog.New(slog.NewTextHandler(&log, nil)) })
		id := o.submit(t, "a").ID
		stop := o.work(t)
		later(time.Hour)
		m.fault.Store(quarry.Errorf(quarry.KindUnavailable, "the disk fails"))
		later(time.Hour)
		stop()
		if lines := strings.Count(log.String(), string(id)); lines != 2 {
			t.Errorf("the log has %d lines of the job, want one for each reason:\n%s", lines, log.String())
		}
	})
}

// Servers that are stopped while a job waits, on a disk that takes nothing, give it up no
// sooner.
func TestAJobThatWaitsUnsavedIsPutBackWhenTheDeskStops(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := newLedger()
		o := newOffice(t, l, func(context.Context, quarry.Job, func(quarry.JobProgress)) (quarry.JobOutcome, error) {
			l.fail(full())
			return quarry.JobOutcome{}, full()
		})
		id := o.submit(t, "a").ID
		stop := o.work(t)
		later(time.Second)
		l.fail(nil)
		stop()
		if kept, err := l.Job(t.Context(), id); err != nil || kept.State != quarry.JobQueued {
			t.Errorf("the ledger has %+v (%v), want it put back", kept, err)
		}
	})
}

// What an attempt stored is told although a later one found it stored already.
func TestWhatEarlierAttemptsDidIsTold(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		attempts := []struct {
			outcome quarry.JobOutcome
			err     error
		}{
			{quarry.JobOutcome{Documents: []quarry.JobDocument{{Path: "a", Status: "removed", Removed: 2}, {Path: "b", Status: "added", Added: 3}}}, quarry.Errorf(quarry.KindFull, "full")},
			{quarry.JobOutcome{Documents: []quarry.JobDocument{{Path: "b", Status: "unchanged"}, {Path: "c", Status: "added"}}}, nil},
		}
		o := newOffice(t, newLedger(), func(context.Context, quarry.Job, func(quarry.JobProgress)) (quarry.JobOutcome, error) {
			next := attempts[0]
			attempts = attempts[1:]
			return next.outcome, next.err
		})
		o.work(t)
		job := o.end(t, o.submit(t, "a").ID)
		var told []string
		for _, document := range job.Outcome.Documents {
			told = append(told, document.Path+" "+document.Status)
		}
		slices.Sort(told)
		if want := []string{"a removed", "b added", "c added"}; !slices.Equal(told, want) {
			t.Errorf("told = %q, want %q", told, want)
		}
	})
}
