package jobs

import (
	"context"

	"github.com/quarrykb/quarry"
)

// Retry has a job tried again: one that waits at once, and one that ended without being
// done behind all others. One that is on its way is returned as it is. A job that is
// done, or whose files are gone, is KindConflict (job_not_retryable).
func (d *Desk) Retry(ctx context.Context, id quarry.JobID) (quarry.Job, error) {
	d.accepting.Lock()
	defer d.accepting.Unlock()
	job, err := d.Job(ctx, id)
	switch {
	case err != nil:
		return quarry.Job{}, err
	case !job.State.Ended():
		d.mu.Lock()
		if open, ok := d.live[id]; ok && open.alarm != nil {
			open.endPause()
		}
		d.mu.Unlock()
		d.look()
		return job, nil
	case job.State == quarry.JobDone:
		return quarry.Job{}, notRetryable("the job is done")
	case !job.State.KeepsFiles() && len(job.Order.Files) > 0:
		return quarry.Job{}, notRetryable("the files of the job are not kept any more: hand them in again")
	case d.isFull():
		return quarry.Job{}, d.errFull()
	}
	return d.again(ctx, job, job.Order)
}

func notRetryable(why string) error {
	return quarry.Errorf(quarry.KindConflict, "%s", why).WithCode("job_not_retryable")
}

// again has a job done once more that ended without being done, for an order that asks
// for the same with files of its own.
func (d *Desk) again(ctx context.Context, job quarry.Job, order quarry.JobOrder) (quarry.Job, error) {
	var before []quarry.JobFile
	if job.State.KeepsFiles() {
		before = job.Order.Files
	}
	files := map[string]bool{}
	for _, file := range order.Files {
		files[file.Spooled] = true
	}
	again := quarry.Job{ID: job.ID, State: quarry.JobQueued, Order: order, Attempts: job.Attempts, CreatedAt: job.CreatedAt}
	if err := d.ledger.AddAgain(ctx, again); err != nil {
		return quarry.Job{}, err
	}
	d.enqueue(again)
	for _, file := range before {
		if !files[file.Spooled] {
			d.spool.Discard([]quarry.JobFile{file})
		}
	}
	return again, nil
}

// Drop ends a job without its being done, and removes its files. The attempt of one that
// is running is told to end, and what it has stored stays: Watch says when it has. A job
// that has ended otherwise than by being given up is KindConflict (job_ended).
func (d *Desk) Drop(ctx context.Context, id quarry.JobID) (quarry.Job, error) {
	d.accepting.Lock()
	defer d.accepting.Unlock()
	job, err := d.Job(ctx, id)
	if err != nil {
		return quarry.Job{}, err
	}
	if job.State.Ended() {
		return d.dropGivenUp(ctx, job)
	}
	d.mu.Lock()
	open, there := d.live[id]
	if !there || open.taken || open.end != nil {
		if there {
			open.drop()
		}
		d.mu.Unlock()
		return job, nil
	}
	open.taken = true
	open.endPause()
	d.mu.Unlock()
	dropped := d.dropped(job)
	if err := d.ledger.SaveJob(ctx, dropped); err != nil {
		d.change(id, func(open *liveJob) { open.taken = false })
		d.look()
		return quarry.Job{}, err
	}
	d.letGo(dropped)
	return dropped, nil
}

// drop has the attempt at a job end. The desk's mutex is held.
func (open *liveJob) drop() {
	open.dropped = true
	if open.cancel != nil {
		open.cancel()
	}
}

func (d *Desk) dropGivenUp(ctx context.Context, job quarry.Job) (quarry.Job, error) {
	if job.State == quarry.JobCancelled {
		return job, nil
	}
	if job.State != quarry.JobGivenUp {
		return quarry.Job{}, quarry.Errorf(quarry.KindConflict, "the job has ended: there is nothing to drop").WithCode("job_ended")
	}
	dropped := d.dropped(job)
	if err := d.ledger.SaveJob(ctx, dropped); err != nil {
		return quarry.Job{}, err
	}
	d.mu.Lock()
	delete(d.kept, job.ID)
	d.mu.Unlock()
	d.spool.Discard(dropped.Order.Files)
	return dropped, nil
}
