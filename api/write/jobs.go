package write

import (
	"cmp"
	"context"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/rest"
	"github.com/quarrykb/quarry/api/view"
)

// JobDesk takes jobs in, has them done, and tells how far they are.
type JobDesk interface {
	JobReader

	// Submit accepts a job, or returns the one that was accepted under the same key.
	Submit(ctx context.Context, order quarry.JobOrder, key quarry.JobKey) (quarry.Job, error)
	// Retry has a job tried again that waits, or that ended without being done.
	Retry(ctx context.Context, id quarry.JobID) (quarry.Job, error)
	// Drop ends a job without its being done, as soon as it can be ended.
	Drop(ctx context.Context, id quarry.JobID) (quarry.Job, error)
	// Watch returns what is closed when a job changes next, nil where it never will.
	Watch(id quarry.JobID) <-chan struct{}
}

// JobReader reads jobs.
type JobReader interface {
	Job(ctx context.Context, id quarry.JobID) (quarry.Job, error)
	Jobs(ctx context.Context, f quarry.JobFilter, r quarry.PageRequest) (quarry.Page[quarry.Job], error)
}

// GetJob answers one job.
//
//	@Summary		Read one job
//	@Description	One job by its id: how far it is, and once it has ended what became of each document. The newest 1,000 jobs that have ended are kept, for at most seven days; one that was given up until it is retried or dropped.
//	@x-whole		true
//	@Param			id	path		string	true	"job id"	example(j_k5mzqxw2a7tr4c6nybvh)
//	@Success		200	{object}	view.Job
//	@x-fresh		true
//	@Router			/v1/jobs/{id} [get]
func (h *Handlers) GetJob(c *gin.Context) error {
	job, err := h.findJob(c)
	if err != nil {
		return err
	}
	return h.Answer(c, view.NewJob(job))
}

// RetryJob has a job tried again.
//
//	@Summary		Try a job again
//	@Description	A job that waits is tried at once, and one that failed, was given up or cancelled once more, behind those that came before it. One that is on its way is answered as it is. 409 where the job is done, or where its files are not kept any more: those of a job that was given up are.
//	@x-takes		["Prefer"]
//	@Success		202		{object}	view.Job	"the job is to be done"
//	@Failure		409		{object}	view.Problem	"job_not_retryable"
//	@Router			/v1/jobs/{id}/retry [post]
func (h *Handlers) RetryJob(c *gin.Context) error {
	return h.orderJob(c, JobDesk.Retry, 0)
}

// DropJob ends a job.
//
//	@Summary		Drop a job
//	@Description	Ends a job without its being done, and removes the files that were handed in with it. One that is running is told to end: what it has stored stays. The answer is 200 where the job has ended within 10 seconds, or within as many as `Prefer: wait=10` says, and 202 otherwise. 409 where it has ended before, unless it was given up.
//	@x-takes		["Prefer"]
//	@Success		202		{object}	view.Job	"the job was told to end"
//	@Failure		409		{object}	view.Problem	"job_ended"
//	@Router			/v1/jobs/{id} [delete]
func (h *Handlers) DropJob(c *gin.Context) error {
	return h.orderJob(c, JobDesk.Drop, usualWait)
}

// orderJob has something done with a job, waits for its end as long as the caller
// prefers, and answers with the job.
func (h *Handlers) orderJob(
	c *gin.Context, order func(JobDesk, context.Context, quarry.JobID) (quarry.Job, error), usual time.Duration,
) error {
	var job quarry.Job
	err := h.canWrite()
	if err == nil {
		job, err = order(h.Desk, c.Request.Context(), quarry.JobID(c.Param("id")))
	}
	if err == nil {
		job, err = h.await(c, job, usual)
	}
	if err != nil {
		return err
	}
	c.Header("Location", view.JobURL(job.ID))
	status := http.StatusAccepted
	if job.State.Ended() {
		status = http.StatusOK
	}
	return h.AnswerAs(c, status, view.NewJob(job))
}

func (h *Handlers) findJob(c *gin.Context) (quarry.Job, error) {
	if err := h.canWrite(); err != nil {
		return quarry.Job{}, err
	}
	return h.Desk.Job(c.Request.Context(), quarry.JobID(c.Param("id")))
}

// ListJobs answers a part of the jobs.
//
//	@Summary		List jobs
//	@Description	Jobs, the newest first: those that are still to be done, the one that is being done, and those that have ended, as long as they are kept.
//	@x-whole		true
//	@Param			state	query		[]string	false	"states"	collectionFormat(csv)	Enums(queued,running,waiting,done,failed,given_up,cancelled)
//	@Param			cursor	query		string		false	"next_cursor of the page before"
//	@Success		200		{object}	view.List[view.Job]
//	@Failure		403		{object}	view.Problem
//	@x-fresh		true
//	@Router			/v1/jobs [get]
func (h *Handlers) ListJobs(c *gin.Context) error {
	p := rest.NewParameters(c)
	filter := quarry.JobFilter{States: rest.Vocabulary(p, "state", quarry.JobStates())}
	at, err := h.BindPage(c, p, rest.DefaultLimit)
	if err = cmp.Or(err, p.Err(), h.canWrite()); err != nil {
		return err
	}
	page, err := h.Desk.Jobs(c.Request.Context(), filter, at.PageRequest)
	if err != nil {
		return err
	}
	next, err := at.SealPosition(page.Next)
	if err != nil {
		return err
	}
	return h.Answer(c, view.List[view.Job]{Items: view.Map(page.Items, view.NewJob), Total: page.Total, NextCursor: next})
}
