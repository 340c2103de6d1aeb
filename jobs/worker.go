package jobs

import (
	"context"
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync"
	"time"

	"github.com/quarrykb/quarry"
)

// How long a job waits before it is tried again: longer each time, for a disk that is full
// may be so for a moment or for hours, and so long that an attempt that takes its time
// leaves ten times as much to others.
const (
	firstPause   = 200 * time.Millisecond
	longestPause = 30 * time.Second
	mostPause    = 10 * time.Minute
	restFactor   = 10
)

// Run does jobs side by side, as far as their lanes go, until ctx ends, and then returns
// nil: what was under way by then is put back and begins anew at the next start. The caller
// starts Run in a goroutine and waits for it.
func (d *Desk) Run(ctx context.Context) error {
	defer d.leave(ctx)
	d.forget(ctx)
	var attempts sync.WaitGroup
	defer attempts.Wait()
	for {
		open := d.next(ctx)
		if open == nil {
			return nil
		}
		attempts.Go(func() {
			late := time.AfterFunc(shortTime, func() { d.leaveShort(open) })
			d.do(ctx, open)
			late.Stop()
			d.look()
		})
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

// do makes one attempt at a job, and stores what came of it. Where only that could not be
// stored before, it is all that is done.
func (d *Desk) do(ctx context.Context, open *liveJob) {
	job, end, dropped := d.seen(open)
	switch {
	case end != nil:
		d.end(ctx, open, *end)
		return
	case dropped:
		d.end(ctx, open, d.dropped(job))
		return
	case job.Crashes >= mostCrashes:
		d.end(ctx, open, d.givenUp(job))
		return
	}
	before := job
	job.State, job.StartedAt, job.RetryAt = quarry.JobRunning, d.moment(), time.Time{}
	job.Progress, job.Failure = quarry.JobProgress{}, nil
	job.Attempts++
	if err := d.save(ctx, open, job); err != nil {
		d.notBegun(ctx, open, before, err)
		return
	}
	d.change(job.ID, func(open *liveJob) { open.job, open.unsaved = job, false })
	began := d.config.Now()
	outcome, err := d.attempt(ctx, open)
	job.Outcome = joined(job.Outcome, outcome)
	_, _, dropped = d.seen(open)
	switch {
	case err != nil && dropped:
		d.end(ctx, open, d.dropped(job))
	case ctx.Err() != nil:
		d.putBack(ctx, open, job)
	default:
		d.judge(ctx, open, tried{job, err, d.config.Now().Sub(began)})
	}
}

// tried is what came of an attempt at a job.
type tried struct {
	job  quarry.Job
	err  error
	took time.Duration
}

// seen returns a job as it is, its end where that is only to be stored, and whether it was
// dropped.
func (d *Desk) seen(open *liveJob) (quarry.Job, *quarry.Job, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return open.job, open.end, open.dropped
}

// save stores what has become of a job, unless it was dropped and has not ended: then the
// ledger has that already.
func (d *Desk) save(ctx context.Context, open *liveJob, job quarry.Job) error {
	d.writing.Lock()
	defer d.writing.Unlock()
	if _, _, dropped := d.seen(open); dropped && !job.State.Ended() {
		return nil
	}
	return d.config.Ledger.SaveJob(ctx, job)
}

// notBegun lets a job wait whose beginning could not be stored. One that the ledger does
// not know is let go of: no caller can be told of it.
func (d *Desk) notBegun(ctx context.Context, open *liveJob, job quarry.Job, err error) {
	if quarry.IsKind(err, quarry.KindNotFound) {
		job.State = quarry.JobFailed
		d.logFailure(ctx, job, err)
		d.letGo(job)
		return
	}
	d.postpone(ctx, open, tried{job: job, err: err})
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
	return d.config.Runners[job.Order.Kind](ctx, job, func(told quarry.JobProgress) {
		d.change(job.ID, func(open *liveJob) {
			told.Step = open.job.Progress.Step + 1
			open.job.Progress = told
			if told.Waits {
				open.lane = laneNone
			}
		})
		if told.Waits {
			d.look()
		}
	})
}

// postpone lets a job wait for its next attempt, or for its end to be stored, longer each
// time. That it waits is stored where that can be; where it cannot, the ledger has it as
// it was, and it is done at the next start. A reason is logged once for as long as it is
// the same.
func (d *Desk) postpone(ctx context.Context, open *liveJob, t tried) {
	if ctx.Err() != nil {
		d.putBack(ctx, open, t.job)
		return
	}
	shown := t.job
	shown.State, shown.FinishedAt = quarry.JobWaiting, time.Time{}
	shown.Failure, shown.Progress = failureOf(t.err), quarry.JobProgress{}
	d.mu.Lock()
	pause := max(min(max(firstPause, 2*open.pause), longestPause), min(restFactor*t.took, mostPause))
	news := open.logged != shown.Failure.Code
	open.logged = shown.Failure.Code
	d.mu.Unlock()
	shown.RetryAt = d.moment().Add(pause)
	if news {
		d.logFailure(ctx, shown, t.err)
	}
	var unsaved error
	if !t.job.State.Ended() {
		unsaved = d.save(ctx, open, shown)
	}
	d.change(t.job.ID, func(open *liveJob) {
		open.job, open.pause, open.unsaved = shown, pause, unsaved != nil
		if t.job.State.Ended() {
			open.end = &t.job
		}
		open.phase = phaseReady
		if !open.dropped || open.end != nil { // what was dropped has nothing to wait for but its end
			open.phase = phasePaused
			open.alarm = time.AfterFunc(pause, func() { d.wakeUp(open) })
		}
	})
	d.look()
}

// wakeUp ends the pause of a job.
func (d *Desk) wakeUp(open *liveJob) {
	d.mu.Lock()
	open.endPause()
	d.mu.Unlock()
	d.look()
}

// endPause lets a job be tried that pauses. The desk's mutex is held.
func (open *liveJob) endPause() {
	if open.phase == phasePaused {
		open.alarm.Stop()
		open.alarm, open.phase = nil, phaseReady
	}
}

// putBackTime is how long the end of a server waits for the ledger to put a job back. Once
// that was in vain no other job is put back.
const putBackTime = 2 * time.Second

// leave leaves no timer behind, and puts back what the ledger may still have as running: to
// stop a server is held against no job.
func (d *Desk) leave(ctx context.Context) {
	d.mu.Lock()
	var unsaved []*liveJob
	for _, open := range d.queue {
		open.endPause()
		if open.unsaved || open.end != nil {
			unsaved = append(unsaved, open)
		}
	}
	d.mu.Unlock()
	for _, open := range unsaved {
		job, _, _ := d.seen(open)
		d.putBack(ctx, open, job)
	}
}

// putBack lets a job wait again that the end of the server interrupts: it begins anew at the
// next start, and nothing is held against it. Where that cannot be stored, it counts as one
// that the server died of.
func (d *Desk) putBack(ctx context.Context, open *liveJob, job quarry.Job) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), putBackTime)
	defer cancel()
	job.State, job.Progress, job.RetryAt, job.FinishedAt = quarry.JobQueued, quarry.JobProgress{}, time.Time{}, time.Time{}
	d.change(job.ID, func(open *liveJob) { open.job, open.phase, open.unsaved, open.end = job, phaseReady, false, nil })
	if d.stuck.Load() {
		cancel()
	}
	if err := d.save(ctx, open, job); err != nil {
		d.config.Log.WarnContext(ctx, "a job is not put back", slog.String("job", string(job.ID)), slog.Any("error", err))
	}
	if ctx.Err() != nil {
		d.stuck.Store(true)
	}
}

// end stores what came of a job, and lets go of its files once that is on the disk: what
// they were made into is there no sooner. Where it cannot be stored, that is tried again,
// unless the ledger knows of no such job: no caller can be told of it then.
func (d *Desk) end(ctx context.Context, open *liveJob, job quarry.Job) {
	err := d.save(ctx, open, job)
	if err != nil && !quarry.IsKind(err, quarry.KindNotFound) {
		d.postpone(ctx, open, tried{job: job, err: err})
		return
	}
	if err != nil {
		d.logFailure(ctx, job, err)
	}
	d.letGo(job)
	d.forget(ctx)
}

// forget lets go of what is not asked for any more.
func (d *Desk) forget(ctx context.Context) {
	if err := d.config.Ledger.ForgetJobs(ctx, d.moment().Add(-JobsKept), MostKept); err != nil && ctx.Err() == nil {
		d.config.Log.ErrorContext(ctx, "old jobs are not forgotten", slog.Any("error", err))
	}
}

// moment is now, as a ledger keeps it.
func (d *Desk) moment() time.Time { return d.config.Now().UTC().Truncate(time.Microsecond) }
