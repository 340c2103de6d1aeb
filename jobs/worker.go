package jobs

import (
	"context"
	"fmt"
	"log/slog"
	"runtime/debug"
	"time"

	"github.com/quarrykb/quarry"
)

// How long a job waits before it is tried again: longer each time, for a disk that is full
// may be so for a moment or for hours.
const (
	firstPause   = 200 * time.Millisecond
	longestPause = 30 * time.Second
)

// Run does one job at a time until ctx ends, and then returns nil: what was under way by
// then is put back and begins anew at the next start. The caller starts Run in a goroutine
// and waits for it.
func (d *Desk) Run(ctx context.Context) error {
	defer d.endPauses()
	d.forget(ctx)
	for {
		open := d.next(ctx)
		if open == nil {
			return nil
		}
		d.do(ctx, open)
	}
}

// next waits for a job that can be done, and returns nil once ctx ends.
func (d *Desk) next(ctx context.Context) *liveJob {
	for ctx.Err() == nil {
		if open := d.take(); open != nil {
			return open
		}
		select {
		case <-ctx.Done():
		case <-d.wake:
		}
	}
	return nil
}

// take takes the first job that neither waits nor has to come behind one that does.
func (d *Desk) take() *liveJob {
	d.mu.Lock()
	defer d.mu.Unlock()
	for i, open := range d.queue {
		if open.taken || open.alarm != nil || d.comesBehind(open, d.queue[:i]) {
			continue
		}
		open.taken = true
		return open
	}
	return nil
}

// comesBehind reports whether a job has to come behind one of those before it.
func (d *Desk) comesBehind(open *liveJob, before []*liveJob) bool {
	for _, earlier := range before {
		if follows(open.job.Order, earlier.job.Order) {
			return true
		}
	}
	return false
}

// do makes one attempt at a job, and stores what came of it. Where only that could not be
// stored before, it is all that is done.
func (d *Desk) do(ctx context.Context, open *liveJob) {
	job := d.latest(open.job)
	switch {
	case open.end != nil:
		d.end(ctx, *open.end)
		return
	case d.isDropped(open):
		d.end(ctx, d.dropped(job))
		return
	case job.Crashes >= mostCrashes:
		d.end(ctx, d.givenUp(job))
		return
	}
	before := job
	job.State, job.StartedAt, job.RetryAt = quarry.JobRunning, d.moment(), time.Time{}
	job.Progress, job.Failure = quarry.JobProgress{}, nil
	job.Attempts++
	if err := d.ledger.SaveJob(ctx, job); err != nil {
		d.notBegun(ctx, before, err)
		return
	}
	d.change(job.ID, func(open *liveJob) { open.job = job })
	outcome, err := d.attempt(ctx, open)
	job.Outcome = joined(job.Outcome, outcome)
	switch {
	case ctx.Err() != nil:
		d.putBack(ctx, job)
	case err != nil && d.isDropped(open):
		d.end(ctx, d.dropped(job))
	default:
		d.judge(ctx, job, err)
	}
}

// notBegun lets a job wait whose beginning could not be stored. One that the ledger does
// not know is let go of: nobody can be told of it.
func (d *Desk) notBegun(ctx context.Context, job quarry.Job, err error) {
	if quarry.IsKind(err, quarry.KindNotFound) {
		job.State = quarry.JobFailed
		d.logFailure(ctx, job, err)
		d.letGo(job)
		return
	}
	d.postpone(ctx, job, err)
}

// attempt calls the runner. A panic of its is the job's failure, not everybody's.
func (d *Desk) attempt(ctx context.Context, open *liveJob) (outcome quarry.JobOutcome, err error) { //nolint:nonamedreturns // what recover found has to be returned
	defer func() {
		if caught := recover(); caught != nil {
			err = fmt.Errorf("panic: %v\n%s", caught, debug.Stack())
		}
	}()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	job := d.change(open.job.ID, func(open *liveJob) {
		open.cancel = cancel
		if open.dropped {
			cancel()
		}
	})
	defer d.change(job.ID, func(open *liveJob) { open.cancel = nil })
	return d.runners[job.Order.Kind](ctx, job, func(told quarry.JobProgress) {
		d.change(job.ID, func(open *liveJob) {
			told.Step = open.job.Progress.Step + 1
			open.job.Progress = told
		})
	})
}

func (d *Desk) isDropped(open *liveJob) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return open.dropped
}

// postpone lets a job wait for its next attempt, or for its end to be stored, longer each
// time. That it waits is stored where that can be; where it cannot, the ledger has it as
// it was, and it is done at the next start. What waits is logged once.
func (d *Desk) postpone(ctx context.Context, job quarry.Job, err error) {
	if ctx.Err() != nil {
		d.putBack(ctx, job)
		return
	}
	shown := job
	shown.State, shown.FinishedAt = quarry.JobWaiting, time.Time{}
	shown.Failure, shown.Progress = failureOf(err), quarry.JobProgress{}
	pause := firstPause
	d.change(job.ID, func(open *liveJob) {
		pause = min(max(firstPause, 2*open.pause), longestPause)
		shown.RetryAt = d.moment().Add(pause)
		open.job, open.pause = shown, pause
		if job.State.Ended() {
			open.end = &job
		}
	})
	if pause == firstPause {
		d.logFailure(ctx, shown, err)
	}
	if !job.State.Ended() {
		_ = d.ledger.SaveJob(ctx, shown)
	}
	d.change(job.ID, func(open *liveJob) {
		open.taken = false
		open.alarm = time.AfterFunc(pause, func() { d.wakeUp(open) })
	})
}

// wakeUp ends the pause of a job.
func (d *Desk) wakeUp(open *liveJob) {
	d.mu.Lock()
	open.endPause()
	d.mu.Unlock()
	d.look()
}

// endPause lets a job be tried. The desk's mutex is held.
func (open *liveJob) endPause() {
	if open.alarm != nil {
		open.alarm.Stop()
	}
	open.alarm = nil
}

// endPauses leaves no timer behind.
func (d *Desk) endPauses() {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, open := range d.queue {
		open.endPause()
	}
}

// putBackTime is how long the end of a server waits for that.
const putBackTime = 2 * time.Second

// putBack lets a job wait again that the end of the server interrupts: it begins anew
// at the next start, and nothing is held against it. Where that cannot be stored, it
// counts as one that the server died of.
func (d *Desk) putBack(ctx context.Context, job quarry.Job) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), putBackTime)
	defer cancel()
	job = d.change(job.ID, func(open *liveJob) {
		open.job.State, open.job.Progress, open.job.Outcome = quarry.JobQueued, quarry.JobProgress{}, job.Outcome
		open.taken = false
	})
	if err := d.ledger.SaveJob(ctx, job); err != nil {
		d.log.WarnContext(ctx, "a job is not put back", slog.String("job", string(job.ID)), slog.Any("error", err))
	}
}

// end stores what came of a job, and lets go of its files once that is on the disk: what
// they were made into is there no sooner. Where it cannot be stored, that is tried again,
// unless the ledger knows of no such job: nobody can be told of it then.
func (d *Desk) end(ctx context.Context, job quarry.Job) {
	err := d.ledger.SaveJob(ctx, job)
	if err != nil && !quarry.IsKind(err, quarry.KindNotFound) {
		d.postpone(ctx, job, err)
		return
	}
	if err != nil {
		d.logFailure(ctx, job, err)
	}
	d.letGo(job)
	d.forget(ctx)
}

// forget lets go of what nobody asks for any more.
func (d *Desk) forget(ctx context.Context) {
	if err := d.ledger.ForgetJobs(ctx, d.moment().Add(-JobsKept), MostKept); err != nil && ctx.Err() == nil {
		d.log.ErrorContext(ctx, "old jobs are not forgotten", slog.Any("error", err))
	}
}

// moment is now, as a ledger keeps it.
func (d *Desk) moment() time.Time { return d.now().UTC().Truncate(time.Microsecond) }
