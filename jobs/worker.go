package jobs

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"runtime/debug"
	"time"

	"github.com/quarrykb/quarry"
)

// Run does one job after the other until ctx ends, and then returns nil: what was
// under way by then is put back and begins anew at the next start. The caller
// starts Run in a goroutine and waits for it.
func (d *Desk) Run(ctx context.Context) error {
	if err := d.forget(ctx); err != nil && ctx.Err() == nil {
		d.log.ErrorContext(ctx, "old jobs are not forgotten", slog.Any("error", err))
	}
	for {
		id, ok := d.next(ctx)
		if !ok {
			return nil
		}
		d.do(ctx, id)
	}
}

// next waits for a job, and returns false once ctx ends.
func (d *Desk) next(ctx context.Context) (quarry.JobID, bool) {
	for ctx.Err() == nil {
		if id, ok := d.first(); ok {
			return id, true
		}
		select {
		case <-ctx.Done():
		case <-d.wake:
		}
	}
	return "", false
}

// first takes the first job from the queue.
func (d *Desk) first() (quarry.JobID, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.queue) == 0 {
		return "", false
	}
	id := d.queue[0]
	d.queue = d.queue[1:]
	return id, true
}

// do does a job and stores what came of it.
func (d *Desk) do(ctx context.Context, id quarry.JobID) {
	job, died, err := d.begin(ctx, id)
	if err != nil {
		return // it waits in the ledger as before, or was let go of
	}
	var outcome quarry.JobOutcome
	if died && job.Attempts > mostAttempts {
		err = quarry.Errorf(quarry.KindUnavailable, "the server died %d times while it did this, and does not try again", mostAttempts).
			WithCode("job_given_up")
	} else {
		outcome, err = d.attempt(ctx, job)
	}
	if ctx.Err() != nil {
		d.putBack(ctx, id)
		return
	}
	d.end(ctx, id, outcome, err)
}

// begin stores that a job is begun, and shows it as running from then on: until the
// ledger takes that, it waits at the head of all others. Begin also says whether the last
// server died while it did the job, for one that ended would have put it back.
func (d *Desk) begin(ctx context.Context, id quarry.JobID) (quarry.Job, bool, error) {
	job := d.latest(quarry.Job{ID: id})
	died := job.State == quarry.JobRunning
	job.State, job.StartedAt, job.Progress = quarry.JobRunning, d.moment(), quarry.JobProgress{}
	job.Attempts++
	if err := d.persist(ctx, job); err != nil {
		if ctx.Err() == nil {
			d.letGo(job)
		}
		return job, died, err
	}
	return d.change(id, func(j *quarry.Job) { *j = job }), died, nil
}

// putBackTime is how long the end of a server waits for that.
const putBackTime = 2 * time.Second

// putBack lets a job wait again that the end of the server interrupts: it begins anew
// at the next start, and nothing is held against it. Where that cannot be stored, it
// counts as one that the server died of.
func (d *Desk) putBack(ctx context.Context, id quarry.JobID) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), putBackTime)
	defer cancel()
	job := d.change(id, func(j *quarry.Job) { j.State, j.Progress = quarry.JobQueued, quarry.JobProgress{} })
	if err := d.ledger.SaveJob(ctx, job); err != nil {
		d.log.WarnContext(ctx, "a job is not put back", slog.String("job", string(id)), slog.Any("error", err))
	}
}

// attempt calls the runner. A panic of its is the job's failure, not everybody's.
func (d *Desk) attempt(ctx context.Context, job quarry.Job) (outcome quarry.JobOutcome, err error) { //nolint:nonamedreturns // what recover found has to be returned
	defer func() {
		if caught := recover(); caught != nil {
			err = fmt.Errorf("panic: %v\n%s", caught, debug.Stack())
		}
	}()
	return d.runners[job.Order.Kind](ctx, job, func(told quarry.JobProgress) {
		d.change(job.ID, func(j *quarry.Job) {
			told.Step = j.Progress.Step + 1
			j.Progress = told
		})
	})
}

// end stores what came of a job, and lets go of its files once that is on the disk: what
// they were made into is there no sooner.
func (d *Desk) end(ctx context.Context, id quarry.JobID, outcome quarry.JobOutcome, err error) {
	job := d.latest(quarry.Job{ID: id})
	job.State, job.FinishedAt, job.Outcome = quarry.JobDone, d.moment(), bounded(outcome)
	if err != nil {
		job.State, job.Failure = quarry.JobFailed, d.failure(ctx, job, err)
	}
	if err := d.persist(ctx, job); err != nil && ctx.Err() != nil {
		d.putBack(ctx, id)
		return
	}
	d.letGo(job)
	if err := d.forget(ctx); err != nil && ctx.Err() == nil {
		d.log.ErrorContext(ctx, "old jobs are not forgotten", slog.Any("error", err))
	}
}

// letGo removes the files of a job that has ended, and tells everybody who watches it.
func (d *Desk) letGo(job quarry.Job) {
	d.spool.Discard(job.Order.Files)
	d.mu.Lock()
	defer d.mu.Unlock()
	close(d.live[job.ID].changed)
	delete(d.live, job.ID)
}

// failure logs why a job could not be done, and returns what a caller may know.
func (d *Desk) failure(ctx context.Context, job quarry.Job, err error) *quarry.JobFailure {
	shown := quarry.Explain(err)
	level := slog.LevelError
	if shown.Kind == quarry.KindNotFound {
		level = slog.LevelInfo // said to the caller, and no fault of anybody's
	}
	d.log.Log(ctx, level, "job failed", slog.String("job", string(job.ID)), slog.String("kind", string(job.Order.Kind)),
		slog.Any("error", err))
	return &quarry.JobFailure{Code: cmp.Or(shown.Code, shown.Kind.Code()), Detail: shown.Message}
}

// bounded cuts the list of documents to what a job lists.
func bounded(outcome quarry.JobOutcome) quarry.JobOutcome {
	if over := len(outcome.Documents) - quarry.MostJobDocuments; over > 0 {
		outcome.Documents, outcome.More = outcome.Documents[:quarry.MostJobDocuments], outcome.More+over
	}
	return outcome
}

// How long is waited before something is stored again that the ledger refused: longer
// each time, for a disk that is full may be so for a moment or for hours.
const (
	firstWait   = 200 * time.Millisecond
	longestWait = 5 * time.Second
)

// persist stores a job, and tries until the ledger takes it: a disk that is full costs no
// job, and those that come after it could not be stored either. It returns an error once
// ctx ends, or where the ledger knows of no such job and never will.
func (d *Desk) persist(ctx context.Context, job quarry.Job) error {
	for wait := firstWait; ; wait = min(2*wait, longestWait) {
		err := d.ledger.SaveJob(ctx, job)
		if err == nil || ctx.Err() != nil {
			return err
		}
		if wait == firstWait { // said once, however long it lasts
			d.log.ErrorContext(ctx, "a job is not stored, which is tried until it is", slog.String("job", string(job.ID)),
				slog.String("state", string(job.State)), slog.Any("error", err))
		}
		if quarry.IsKind(err, quarry.KindNotFound) {
			return err
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(wait):
		}
	}
}

// forget lets go of what nobody asks for any more.
func (d *Desk) forget(ctx context.Context) error {
	return d.ledger.ForgetJobs(ctx, d.moment().Add(-JobsKept), MostKept)
}

// moment is now, as a ledger keeps it.
func (d *Desk) moment() time.Time { return d.now().UTC().Truncate(time.Microsecond) }
