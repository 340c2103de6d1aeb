package jobs

import (
	"context"
	"slices"

	"github.com/quarrykb/quarry"
)

// Retry has a job tried again: one that waits at once, and one that ended without being
// done behind all others. One that is on its way is returned as it is. A job that is
// done, whose files are gone, or whose documents a later job named, is KindConflict
// (job_not_retryable).
func (d *Desk) Retry(ctx context.Context, id quarry.JobID) (quarry.Job, error) {
	d.writing.Lock()
	defer d.writing.Unlock()
	job, err := d.Job(ctx, id)
	if err != nil {
		return quarry.Job{}, err
	}
	if !job.State.Ended() {
		d.mu.Lock()
		open := d.find(id)
		d.mu.Unlock()
		if open != nil {
			d.wakeUp(open)
		}
		return job, nil
	}
	if err := d.mayRetry(ctx, job); err != nil {
		return quarry.Job{}, err
	}
	return d.again(ctx, job, job.Order)
}

// mayRetry refuses a job that cannot be done once more, or would put what is older in the
// place of what is newer.
func (d *Desk) mayRetry(ctx context.Context, job quarry.Job) error {
	switch {
	case job.State == quarry.JobDone:
		return notRetryable("the job is done")
	case !job.State.KeepsFiles() && len(job.Order.Files) > 0:
		return notRetryable("the files of the job are not kept any more: hand them in again")
	case d.Open() >= d.config.Open:
		return d.errFull()
	}
	later, err := d.later(ctx, job)
	if at := slices.IndexFunc(later, func(one quarry.Job) bool { return supersedes(one, job) }); at >= 0 {
		return notRetryable("a later job, " + string(later[at].ID) + ", named the same documents: drop this one, or hand in anew what is wanted")
	}
	return err
}

// later returns the jobs that were accepted behind a job, as far as the ledger has them.
func (d *Desk) later(ctx context.Context, job quarry.Job) ([]quarry.Job, error) {
	var all []quarry.Job
	for page := (quarry.PageRequest{Limit: pageOfJobs}); ; {
		found, err := d.config.Ledger.Jobs(ctx, quarry.JobFilter{}, page)
		if err != nil {
			return nil, err
		}
		at := slices.IndexFunc(found.Items, func(one quarry.Job) bool { return one.ID == job.ID })
		if at >= 0 || found.Next == nil {
			return append(all, found.Items[:max(at, 0)]...), nil
		}
		all = append(all, found.Items...)
		page.After = *found.Next
	}
}

// pageOfJobs is how many jobs are read at a time.
const pageOfJobs = 100

func notRetryable(why string) error {
	return quarry.Errorf(quarry.KindConflict, "%s", why).WithCode("job_not_retryable")
}

// again has a job done once more that ended without being done, for an order that asks
// for the same with files of its own.
func (d *Desk) again(ctx context.Context, job quarry.Job, order quarry.JobOrder) (quarry.Job, error) {
	again := quarry.Job{ID: job.ID, State: quarry.JobQueued, Order: order, Attempts: job.Attempts, CreatedAt: job.CreatedAt}
	if err := d.config.Ledger.AddAgain(ctx, again); err != nil {
		return quarry.Job{}, err
	}
	d.enqueue(again)
	if job.State.KeepsFiles() {
		d.config.Spool.Discard(slices.DeleteFunc(slices.Clone(job.Order.Files), func(before quarry.JobFile) bool {
			return slices.ContainsFunc(order.Files, func(now quarry.JobFile) bool { return now.Spooled == before.Spooled })
		}))
	}
	return again, nil
}

// Drop ends a job without its being done, and removes its files. The attempt of one that
// is running is told to end, what it has stored stays, and Watch says when it has ended:
// that it is not done again stands on the disk when Drop returns. A job that has ended
// otherwise than by being given up is KindConflict (job_ended).
func (d *Desk) Drop(ctx context.Context, id quarry.JobID) (quarry.Job, error) {
	d.writing.Lock()
	defer d.writing.Unlock()
	job, err := d.Job(ctx, id)
	switch {
	case err != nil:
		return quarry.Job{}, err
	case job.State == quarry.JobCancelled:
		return job, nil
	case job.State.Ended() && job.State != quarry.JobGivenUp, d.hasEnd(id):
		return quarry.Job{}, quarry.Errorf(quarry.KindConflict, "the job has ended: there is nothing to drop").WithCode("job_ended")
	}
	dropped := d.dropped(job)
	if err := d.config.Ledger.SaveJob(ctx, dropped); err != nil {
		return quarry.Job{}, err
	}
	if d.tellDropped(id) {
		return job, nil
	}
	d.letGo(dropped)
	return dropped, nil
}

// hasEnd reports whether a job has ended as far as it can, and only its end is to be
// stored.
func (d *Desk) hasEnd(id quarry.JobID) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	open := d.find(id)
	return open != nil && open.end != nil
}

// tellDropped has the attempt at a job end, and reports whether there is one: the worker
// lets go of it then.
func (d *Desk) tellDropped(id quarry.JobID) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	open := d.find(id)
	if open == nil {
		return false
	}
	open.dropped = true
	open.endPause()
	if open.cancel != nil {
		open.cancel()
	}
	return open.phase == phaseTaken
}
