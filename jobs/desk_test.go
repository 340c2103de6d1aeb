package jobs_test

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/disk"
	"github.com/quarrykb/quarry/jobs"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// office is a desk, and what it stands on.
type office struct {
	*jobs.Desk

	ledger *ledger
	spool  *jobs.Spool
	folder string
}

func newOffice(t *testing.T, l *ledger, run jobs.Runner, changes ...func(*jobs.Config)) *office {
	t.Helper()
	return reopen(t, filepath.Join(t.TempDir(), "spool"), l, run, changes...)
}

// reopen opens a desk over a folder of uploads that may be there already.
func reopen(t *testing.T, folder string, l *ledger, run jobs.Runner, changes ...func(*jobs.Config)) *office {
	t.Helper()
	log := slog.New(slog.DiscardHandler)
	spool, err := jobs.OpenSpool(disk.System{}, folder, 0, log)
	if err != nil {
		t.Fatal(err)
	}
	config := jobs.Config{
		Ledger: l, Spool: spool, Runners: map[quarry.JobKind]jobs.Runner{quarry.JobIngest: run},
		Log: log, Now: time.Now, Random: rand.Reader,
	}
	for _, change := range changes {
		change(&config)
	}
	desk, err := jobs.New(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	return &office{Desk: desk, ledger: l, spool: spool, folder: folder}
}

// work lets the desk work until the test ends it.
func (o *office) work(t *testing.T) func() {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	var group sync.WaitGroup
	group.Go(func() {
		if err := o.Run(ctx); err != nil {
			t.Errorf("Run: %v", err)
		}
	})
	stop := func() {
		cancel()
		group.Wait()
	}
	t.Cleanup(stop)
	return stop
}

func (o *office) submit(t *testing.T, text string) quarry.Job {
	t.Helper()
	job, err := o.Submit(t.Context(), o.order(t, text), quarry.JobKey{})
	if err != nil {
		t.Fatal(err)
	}
	return job
}

func (o *office) order(t *testing.T, text string) quarry.JobOrder {
	t.Helper()
	file, err := o.spool.Take(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	file.Collection, file.Path = "main", text
	return quarry.JobOrder{Kind: quarry.JobIngest, Files: []quarry.JobFile{file}}
}

// submitInOrder submits a job that keeps its order with all others: a file that may carry
// any document.
func (o *office) submitInOrder(t *testing.T, text string) quarry.Job {
	t.Helper()
	order := o.order(t, text)
	order.Files[0].Carries = true
	job, err := o.Submit(t.Context(), order, quarry.JobKey{})
	if err != nil {
		t.Fatal(err)
	}
	return job
}

// end waits for the end of a job and returns it.
func (o *office) end(t *testing.T, id quarry.JobID) quarry.Job {
	t.Helper()
	return o.until(t, id, func(job quarry.Job) bool { return job.State.Ended() })
}

// told waits until it is told of a job why it is not done.
func (o *office) told(t *testing.T, id quarry.JobID) quarry.Job {
	t.Helper()
	return o.until(t, id, func(job quarry.Job) bool { return job.Failure != nil })
}

// until waits until something can be said of a job, and returns it.
func (o *office) until(t *testing.T, id quarry.JobID, holds func(quarry.Job) bool) quarry.Job {
	t.Helper()
	for {
		changed := o.Watch(id)
		job, err := o.Job(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		if holds(job) {
			return job
		}
		select {
		case <-changed:
		case <-t.Context().Done():
			t.Fatalf("job %s stays as it is: %+v", id, job)
		}
	}
}

// waiting returns the uploads that wait.
func (o *office) waiting(t *testing.T) int {
	t.Helper()
	entries, err := os.ReadDir(o.folder)
	if err != nil {
		t.Fatal(err)
	}
	return len(entries)
}

// nothing is a runner that has nothing to do.
func nothing(context.Context, quarry.Job, func(quarry.JobProgress)) (quarry.JobOutcome, error) {
	return quarry.JobOutcome{}, nil
}

func TestJobsThatMayNameTheSameAreDoneOneAfterTheOtherInTheirOrder(t *testing.T) {
	t.Parallel()
	var done []string
	var o *office
	o = newOffice(t, newLedger(), func(_ context.Context, job quarry.Job, _ func(quarry.JobProgress)) (quarry.JobOutcome, error) {
		file, err := o.spool.Open(job.Order.Files[0])
		if err != nil {
			return quarry.JobOutcome{}, err
		}
		text, err := io.ReadAll(file)
		done = append(done, string(text))
		return quarry.JobOutcome{Result: quarry.JobResult{File: new(string(text))}}, errors.Join(err, file.Close())
	})
	var want []string
	var last quarry.Job
	for i := range 20 {
		want = append(want, strconv.Itoa(i))
		last = o.submitInOrder(t, strconv.Itoa(i))
		if i == 10 {
			o.work(t)
		}
	}
	job := o.end(t, last.ID)
	if job.State != quarry.JobDone || *job.Outcome.Result.File != "19" || job.Attempts != 1 || job.FinishedAt.Before(job.StartedAt) {
		t.Errorf("job = %+v, want it done at the first attempt", job)
	}
	if !slices.Equal(done, want) {
		t.Errorf("done = %q, want %q", done, want)
	}
	if n := o.waiting(t); n != 0 {
		t.Errorf("%d uploads are left, want none", n)
	}
}

func TestAJobIsOnDiskBeforeItIsAccepted(t *testing.T) {
	t.Parallel()
	o := newOffice(t, newLedger(), nothing)
	job := o.submit(t, "a")
	kept, err := o.ledger.Job(t.Context(), job.ID)
	if err != nil || kept.State != quarry.JobQueued || kept.CreatedAt.IsZero() {
		t.Errorf("the ledger has %+v (%v), want the job that waits", kept, err)
	}
	o.ledger.fail(quarry.Errorf(quarry.KindUnavailable, "the disk is full"))
	if _, err := o.Submit(t.Context(), o.order(t, "b"), quarry.JobKey{}); !quarry.IsKind(err, quarry.KindUnavailable) {
		t.Errorf("error = %v, want what the ledger says", err)
	}
}

// A desk that is gone in the middle of a job has left it running in the ledger, and
// its files where they were.
func TestWhatAKilledDeskLeftIsDoneByTheNext(t *testing.T) {
	t.Parallel()
	l := newLedger()
	began := make(chan struct{})
	first := newOffice(t, l, func(ctx context.Context, _ quarry.Job, _ func(quarry.JobProgress)) (quarry.JobOutcome, error) {
		close(began)
		<-ctx.Done()
		return quarry.JobOutcome{}, ctx.Err()
	})
	running, waits := first.submitInOrder(t, "a"), first.submitInOrder(t, "b")
	stop := first.work(t)
	<-began
	orphan, err := first.spool.Take(strings.NewReader("nobody was told that this was accepted"))
	if err != nil {
		t.Fatal(err)
	}
	l.fail(errors.New("killed")) // who is killed writes nothing down
	stop()
	l.fail(nil)
	if kept, err := l.Job(t.Context(), running.ID); err != nil || kept.State != quarry.JobRunning {
		t.Fatalf("the ledger has %+v (%v), want it running", kept, err)
	}

	var done []string
	second := reopen(t, first.folder, l, func(_ context.Context, job quarry.Job, _ func(quarry.JobProgress)) (quarry.JobOutcome, error) {
		done = append(done, fmt.Sprintf("%s %d", job.Order.Files[0].Path, job.Attempts))
		return quarry.JobOutcome{}, nil
	})
	if file, err := second.spool.Open(orphan); err == nil {
		_ = file.Close()
		t.Error("an upload that belongs to no job is still there")
	}
	second.work(t)
	second.end(t, waits.ID)
	if want := []string{"a 2", "b 1"}; !slices.Equal(done, want) {
		t.Errorf("done = %q, want %q", done, want)
	}
	if n := second.waiting(t); n != 0 {
		t.Errorf("%d uploads are left, want none", n)
	}
}

func TestAJobThatEndsTheProgramEachTimeIsGivenUp(t *testing.T) {
	t.Parallel()
	killer := quarry.Job{ID: "j_killer", State: quarry.JobRunning, Attempts: 7, Crashes: 2, Order: quarry.JobOrder{Kind: quarry.JobIngest}}
	o := newOffice(t, newLedger(killer), func(context.Context, quarry.Job, func(quarry.JobProgress)) (quarry.JobOutcome, error) {
		t.Error("it was begun once more")
		return quarry.JobOutcome{}, nil
	})
	o.work(t)
	if job := o.end(t, killer.ID); job.State != quarry.JobGivenUp || job.Failure.Code != "job_given_up" {
		t.Errorf("job = %+v, want it given up", job)
	}
}

// Stopping a server, however often, gives up none of its jobs: what counts
// against a job is a server that died of it.
func TestAJobThatIsInterruptedByTheEndOfTheServerIsNeverGivenUp(t *testing.T) {
	t.Parallel()
	l, folder := newLedger(), filepath.Join(t.TempDir(), "spool")
	var id quarry.JobID
	for round := range 5 {
		began := make(chan struct{})
		o := reopen(t, folder, l, func(ctx context.Context, _ quarry.Job, _ func(quarry.JobProgress)) (quarry.JobOutcome, error) {
			close(began)
			<-ctx.Done()
			return quarry.JobOutcome{}, ctx.Err()
		})
		if round == 0 {
			id = o.submit(t, "a").ID
		}
		stop := o.work(t)
		select {
		case <-began:
		case <-t.Context().Done():
		}
		stop()
		if kept, err := l.Job(t.Context(), id); err != nil || kept.State != quarry.JobQueued || kept.Attempts != round+1 {
			t.Fatalf("round %d: the ledger has %+v (%v), want it waiting", round, kept, err)
		}
	}
	last := reopen(t, folder, l, nothing)
	last.work(t)
	if job := last.end(t, id); job.State != quarry.JobDone {
		t.Errorf("job = %+v, want it done", job)
	}
}

// A worker may still tell how far its job is when the job has ended.
func TestProgressThatIsToldTooLateIsDropped(t *testing.T) {
	t.Parallel()
	var late func(quarry.JobProgress)
	o := newOffice(t, newLedger(), func(_ context.Context, _ quarry.Job, tell func(quarry.JobProgress)) (quarry.JobOutcome, error) {
		late = tell
		return quarry.JobOutcome{}, nil
	})
	o.work(t)
	job := o.end(t, o.submit(t, "a").ID)
	late(quarry.JobProgress{Stage: "linking", Done: 7})
	if again, err := o.Job(t.Context(), job.ID); err != nil || again.Progress.Done != 0 || again.State != quarry.JobDone {
		t.Errorf("job = %+v (%v), want it as it ended", again, err)
	}
}

func TestAFullDeskRefusesWhatComes(t *testing.T) {
	t.Parallel()
	o := newOffice(t, newLedger(), nothing, func(c *jobs.Config) { c.Open = 2 })
	o.submit(t, "a")
	last := o.submit(t, "b")
	if _, err := o.Submit(t.Context(), o.order(t, "c"), quarry.JobKey{}); quarry.Explain(err).Code != "queue_full" {
		t.Errorf("error = %v, want queue_full", err)
	}
	if _, err := o.Submit(t.Context(), quarry.JobOrder{Kind: "dance"}, quarry.JobKey{}); !quarry.IsKind(err, quarry.KindUnsupported) {
		t.Errorf("error = %v of an unlisted kind, want unsupported", err)
	}
	o.work(t)
	o.end(t, last.ID)
	o.submit(t, "d")
}

// Who sends a request again asks for nothing new: there is room for it.
func TestAFullDeskAnswersWhatItAcceptedBefore(t *testing.T) {
	t.Parallel()
	o := newOffice(t, newLedger(), nothing, func(c *jobs.Config) { c.Open = 1 })
	key := quarry.JobKey{Key: "k", Request: "r"}
	first, err := o.Submit(t.Context(), o.order(t, "a"), key)
	if err != nil {
		t.Fatal(err)
	}
	again, err := o.Submit(t.Context(), o.order(t, "a"), key)
	if err != nil || again.ID != first.ID || o.waiting(t) != 1 {
		t.Errorf("job %q and %d uploads (%v), want %q and its one", again.ID, o.waiting(t), err, first.ID)
	}
	if _, err := o.Submit(t.Context(), o.order(t, "b"), quarry.JobKey{Key: "other"}); quarry.Explain(err).Code != "queue_full" {
		t.Errorf("error = %v of another key, want queue_full", err)
	}
}

func TestARequestThatIsSentAgainLeavesNoFiles(t *testing.T) {
	t.Parallel()
	o := newOffice(t, newLedger(), nothing)
	key := quarry.JobKey{Key: "k", Request: "r"}
	first, err := o.Submit(t.Context(), o.order(t, "a"), key)
	if err != nil {
		t.Fatal(err)
	}
	again, err := o.Submit(t.Context(), o.order(t, "a"), key)
	if err != nil || again.ID != first.ID || o.waiting(t) != 1 {
		t.Errorf("job %q and %d uploads (%v), want %q and its one", again.ID, o.waiting(t), err, first.ID)
	}
}

func TestProgressIsToldToItsWatchers(t *testing.T) {
	t.Parallel()
	told, seen := make(chan struct{}), make(chan struct{})
	o := newOffice(t, newLedger(), func(_ context.Context, _ quarry.Job, tell func(quarry.JobProgress)) (quarry.JobOutcome, error) {
		for i := range 1000 { // no job waits for a watcher
			tell(quarry.JobProgress{Stage: "documents", Done: i + 1, Total: 1000})
		}
		close(told)
		<-seen
		return quarry.JobOutcome{}, nil
	})
	job := o.submit(t, "a")
	watched := o.Watch(job.ID)
	o.work(t)
	<-watched
	<-told
	got, err := o.Job(t.Context(), job.ID)
	if want := (quarry.JobProgress{Stage: "documents", Done: 1000, Total: 1000, Step: 1000}); err != nil || got.Progress != want {
		t.Errorf("progress = %+v (%v), want %+v", got.Progress, err, want)
	}
	page, err := o.Jobs(t.Context(), quarry.JobFilter{}, quarry.PageRequest{Limit: 10})
	if err != nil || page.Items[0].Progress.Done != 1000 {
		t.Errorf("listed = %+v (%v), want the progress too", page.Items, err)
	}
	close(seen)
	o.end(t, job.ID)
	if o.Watch(job.ID) != nil {
		t.Error("a job that has ended is watched")
	}
}

func TestAJobListsSoManyDocumentsAndCountsTheOthers(t *testing.T) {
	t.Parallel()
	o := newOffice(t, newLedger(), func(context.Context, quarry.Job, func(quarry.JobProgress)) (quarry.JobOutcome, error) {
		return quarry.JobOutcome{Documents: make([]quarry.JobDocument, quarry.MostJobDocuments+7), More: 1}, nil
	})
	o.work(t)
	job := o.end(t, o.submit(t, "a").ID)
	if len(job.Outcome.Documents) != quarry.MostJobDocuments || job.Outcome.More != 8 {
		t.Errorf("%d documents and %d more, want %d and 8", len(job.Outcome.Documents), job.Outcome.More, quarry.MostJobDocuments)
	}
}

func TestOldJobsAreForgotten(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 1, 31, 12, 0, 0, 0, time.UTC)
	o := newOffice(t, newLedger(), nothing, func(c *jobs.Config) { c.Now = func() time.Time { return now } })
	stop := o.work(t)
	o.end(t, o.submit(t, "a").ID)
	stop()
	want := now.Add(-jobs.JobsKept)
	if len(o.ledger.forgot) != 2 || !o.ledger.forgot[0].Equal(want) || !o.ledger.forgot[1].Equal(want) {
		t.Errorf("forgot before %v, want %v at the start and behind the job", o.ledger.forgot, want)
	}
}
