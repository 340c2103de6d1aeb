package api

import (
	"context"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry"
)

// statusRemoved is the status of a document that a job removed.
const statusRemoved = "removed"

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

// JobView is work that was accepted, and how far it is. Documents are listed once it
// has ended: 200 of them, and how many more there are.
type JobView struct {
	// its id
	ID string `json:"id" validate:"required" example:"j_k5mzqxw2a7tr4c6nybvh"`
	// what it does: ingest, delete, reindex or backup
	Kind string `json:"kind" validate:"required" example:"ingest"`
	// how far it is; waiting says in error for what, failed that it was refused for what it says, given_up that what was handed in is kept and can be retried
	State string `json:"state" validate:"required" example:"done" enums:"queued,running,waiting,done,failed,given_up,cancelled"`
	// how often it was begun
	Attempts int `json:"attempts" validate:"required" example:"1" minimum:"0"`
	// whether it only tells what would change
	DryRun bool `json:"dry_run" validate:"required" example:"false"`
	// when it was accepted
	CreatedAt time.Time `json:"created_at" validate:"required" example:"2026-01-31T12:00:00Z" format:"date-time"`
	// when it was begun, the last time; null before
	StartedAt *time.Time `json:"started_at" validate:"required" example:"2026-01-31T12:00:00.2Z" format:"date-time" extensions:"x-nullable"`
	// when it is tried again; null unless it waits
	RetryAt *time.Time `json:"retry_at" validate:"required" example:"2026-01-31T12:00:30Z" format:"date-time" extensions:"x-nullable"`
	// when it ended; null before
	FinishedAt *time.Time `json:"finished_at" validate:"required" example:"2026-01-31T12:00:01Z" format:"date-time" extensions:"x-nullable"`
	// what it does now, and how much of that is done
	Progress JobProgressView `json:"progress" validate:"required"`
	// what became of each document, once it has ended: 200 at most
	Documents []JobDocumentView `json:"documents" validate:"required"`
	// how many more documents there are
	MoreDocuments int `json:"more_documents" validate:"required" example:"0" minimum:"0"`
	// what it counted beside its documents, by its kind
	Result JobResultView `json:"result" validate:"required"`
	// why it waits or was not done; null for every other state
	Error *JobErrorView `json:"error" validate:"required" extensions:"x-nullable"`
	// its address, relative to the server
	URL string `json:"url" validate:"required" example:"/v1/jobs/j_k5mzqxw2a7tr4c6nybvh"`
	// where its progress is sent as server-sent events, relative to the server
	EventsURL string `json:"events_url" validate:"required" example:"/v1/jobs/j_k5mzqxw2a7tr4c6nybvh/events"`
}

// JobResultView is what a job says beside its documents: a reindex counts what is stored
// and, where it read documents again, those; a backup names its file and what that holds.
type JobResultView struct {
	// documents that are stored, or that the backup holds
	Documents *int `json:"documents,omitempty" validate:"optional" example:"17" minimum:"0"`
	// entries that are stored
	Entries *int `json:"entries,omitempty" validate:"optional" example:"1204" minimum:"0"`
	// conflicts that there are
	Conflicts *int `json:"conflicts,omitempty" validate:"optional" example:"5" minimum:"0"`
	// documents that were read again
	ReadAgain *int `json:"read_again,omitempty" validate:"optional" example:"17" minimum:"0"`
	// of those read again, the ones that became others
	Changed *int `json:"changed,omitempty" validate:"optional" example:"2" minimum:"0"`
	// of those read again, the ones that can no longer be read
	Refused *int `json:"refused,omitempty" validate:"optional" example:"0" minimum:"0"`
	// the backup, below the server's data directory, or its name in another folder
	File *string `json:"file,omitempty" validate:"optional" example:"backups/quarry-20260131T120000.000Z.db"`
	// length of that file
	Bytes *int64 `json:"bytes,omitempty" validate:"optional" example:"1048576" minimum:"0"`
	// change sequence that the backup is of
	Revision *int64 `json:"revision,omitempty" validate:"optional" example:"41" minimum:"0"`
}

// JobProgressView says what a running job does, and how much of that is done. The
// total is null if it is unknown.
type JobProgressView struct {
	// what it is doing: its state, or a stage of its work
	Stage string `json:"stage" validate:"required" example:"documents"`
	// how much of the stage is done, and once it has ended how many documents
	Done int `json:"done" validate:"required" example:"1" minimum:"0"`
	// how much there is to do; null if that is unknown
	Total *int `json:"total" validate:"required" example:"3" minimum:"0" extensions:"x-nullable"`
}

// JobErrorView says why a job waits, or was not done.
type JobErrorView struct {
	// what went wrong, for programs
	Code string `json:"code" validate:"required" example:"disk_full"`
	// what went wrong, in words
	Detail string `json:"detail" validate:"required" example:"the disk is full: nothing of this was stored, what was stored before is safe"`
}

// JobDocumentView is what became of one document. Its report is null unless it was
// read, its rejection unless it was refused; kept are those of which an earlier state
// is stored and still served.
type JobDocumentView struct {
	// id of the document; null where it was refused before it had one
	ID *string `json:"id" validate:"required" example:"d_k5mzqxw2a7tr4c6nybvh" extensions:"x-nullable"`
	// the collection that it is in
	Collection string `json:"collection" validate:"required" example:"main"`
	// its path in the collection
	Path string `json:"path" validate:"required" example:"notes/gpu.md"`
	// what became of it
	Status string `json:"status" validate:"required" example:"added" enums:"added,changed,unchanged,removed,rejected"`
	// how many of its entries changed
	Entries EntryChangesView `json:"entries" validate:"required"`
	// what came of reading it; null unless it was read
	Report *ReportView `json:"report" validate:"required" extensions:"x-nullable"`
	// why it was refused; null unless it was
	Rejection *JobRejectionView `json:"rejection" validate:"required" extensions:"x-nullable"`
	// whether it was refused and an earlier state of it is still served
	Kept bool `json:"kept" validate:"required" example:"false"`
	// its address, relative to the server; null where it is not there
	URL *string `json:"url" validate:"required" example:"/v1/documents/d_k5mzqxw2a7tr4c6nybvh" extensions:"x-nullable"`
}

// EntryChangesView counts the entries that a job changed. Merged are questions that
// from now on stand behind another one that asks the same.
type EntryChangesView struct {
	// new entries
	Added int `json:"added" validate:"required" example:"12" minimum:"0"`
	// entries of which the content or the place is another
	Changed int `json:"changed" validate:"required" example:"0" minimum:"0"`
	// entries that are gone
	Removed int `json:"removed" validate:"required" example:"0" minimum:"0"`
	// questions that from now on stand behind another one that asks the same
	Merged int `json:"merged" validate:"required" example:"0" minimum:"0"`
}

// JobRejectionView says why a document was refused. The line is null where the whole
// document is meant.
type JobRejectionView struct {
	// stage of reading that refused it
	Stage string `json:"stage" validate:"required" example:"read"`
	// the line that is meant, counted from 1; null for the whole document
	Line *int `json:"line" validate:"required" example:"3" minimum:"1" extensions:"x-nullable"`
	// what refusals of one sort share, such as empty; null for most
	Code *string `json:"code" validate:"required" example:"empty" extensions:"x-nullable"`
	// why, in words
	Reason string `json:"reason" validate:"required" example:"empty: there is nothing to read"`
}

func viewJob(j quarry.Job) JobView {
	view := JobView{
		ID: string(j.ID), Kind: string(j.Order.Kind), State: string(j.State), Attempts: j.Attempts, DryRun: j.Order.DryRun,
		CreatedAt: j.CreatedAt, StartedAt: timeOrNull(j.StartedAt), FinishedAt: timeOrNull(j.FinishedAt), RetryAt: timeOrNull(j.RetryAt),
		Progress:  JobProgressView{Stage: stageOf(j), Done: j.Progress.Done},
		Documents: mapped(j.Outcome.Documents, func(d quarry.JobDocument) JobDocumentView { return viewJobDocument(j, d) }), MoreDocuments: j.Outcome.More,
		Result: viewJobResult(j.Outcome.Result), URL: jobURL(j.ID), EventsURL: jobURL(j.ID) + "/events",
	}
	total := j.Progress.Total
	if j.State.Ended() {
		total = len(j.Outcome.Documents) + j.Outcome.More
		view.Progress.Done = total
	}
	if total > 0 {
		view.Progress.Total = &total
	}
	if j.Failure != nil {
		view.Error = &JobErrorView{Code: j.Failure.Code, Detail: j.Failure.Detail}
	}
	return view
}

func viewJobResult(r quarry.JobResult) JobResultView {
	return JobResultView{
		Documents: r.Documents, Entries: r.Entries, Conflicts: r.Conflicts,
		ReadAgain: r.ReadAgain, Changed: r.Changed, Refused: r.Refused,
		File: r.File, Bytes: r.Bytes, Revision: (*int64)(r.Revision),
	}
}

// stageOf names what a job does now: what its runner says, or else its state.
func stageOf(j quarry.Job) string {
	if j.State == quarry.JobRunning && j.Progress.Stage != "" {
		return j.Progress.Stage
	}
	return string(j.State)
}

func timeOrNull(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}

func jobURL(id quarry.JobID) string { return "/v1/jobs/" + string(id) }

// viewJobDocument shows a document with its address, where it is there now.
func viewJobDocument(j quarry.Job, d quarry.JobDocument) JobDocumentView {
	view := JobDocumentView{
		ID: nullable(d.ID), Collection: d.Collection, Path: d.Path, Status: d.Status, Kept: d.Kept,
		Entries: EntryChangesView{Added: d.Added, Changed: d.Changed, Removed: d.Removed, Merged: d.Merged},
	}
	if d.ID != "" && d.Status != statusRemoved && !j.Order.DryRun {
		view.URL = nullable("/v1/documents/" + string(d.ID))
	}
	if d.Report != nil {
		report := viewReport(*d.Report)
		view.Report = &report
	}
	if d.Rejection != nil {
		view.Rejection = &JobRejectionView{Stage: d.Rejection.Stage, Code: nullable(d.Rejection.Code), Reason: d.Rejection.Reason}
		if d.Rejection.Line > 0 {
			view.Rejection.Line = &d.Rejection.Line
		}
	}
	return view
}

// getJob answers one job.
//
//	@ID				getJob
//	@Summary		Read one job
//	@Description	One job by its id: how far it is, and once it has ended what became of each document. The newest 1,000 jobs that have ended are kept, for at most seven days; one that was given up until it is retried or dropped.
//	@Tags			jobs
//	@Produce		json
//	@Param			id	path		string	true	"job id"	example(j_k5mzqxw2a7tr4c6nybvh)
//	@Success		200	{object}	JobView
//	@Failure		401	{object}	Problem
//	@Failure		404	{object}	Problem
//	@Router			/v1/jobs/{id} [get]
func (s *Server) getJob(c *gin.Context) {
	c.Header(headerCacheControl, "no-store")
	job, err := s.findJob(c)
	if err != nil {
		s.fail(c, err)
		return
	}
	s.answer(c, viewJob(job))
}

// retryJob has a job tried again.
//
//	@ID				retryJob
//	@Summary		Try a job again
//	@Description	A job that waits is tried at once, and one that failed, was given up or cancelled once more, behind those that came before it. One that is on its way is answered as it is. 409 where the job is done, or where its files are not kept any more: those of a job that was given up are.
//	@Tags			jobs
//	@Produce		json
//	@Param			id		path		string	true	"job id"	example(j_k5mzqxw2a7tr4c6nybvh)
//	@Param			Prefer	header		string	false	"`wait=10` waits for the end of the job, `respond-async` does not"	maxLength(1000)
//	@Success		200		{object}	JobView	"the job has ended"
//	@Success		202		{object}	JobView	"the job is to be done"
//	@Header			200,202	{string}	Location			"address of the job"
//	@Header			200,202	{string}	Preference-Applied	"the preference that was followed"
//	@Failure		401		{object}	Problem
//	@Failure		403		{object}	Problem
//	@Failure		404		{object}	Problem
//	@Failure		409		{object}	Problem	"job_not_retryable"
//	@Failure		507		{object}	Problem
//	@Router			/v1/jobs/{id}/retry [post]
func (s *Server) retryJob(c *gin.Context) {
	s.orderJob(c, func(id quarry.JobID) (quarry.Job, error) { return s.writing.Desk.Retry(c.Request.Context(), id) }, 0)
}

// dropJob ends a job.
//
//	@ID				dropJob
//	@Summary		Drop a job
//	@Description	Ends a job without its being done, and removes the files that were handed in with it. One that is running is told to end: what it has stored stays. The answer is 200 where the job has ended within 10 seconds, or within as many as `Prefer: wait=10` says, and 202 otherwise. 409 where it has ended before, unless it was given up.
//	@Tags			jobs
//	@Produce		json
//	@Param			id		path		string	true	"job id"	example(j_k5mzqxw2a7tr4c6nybvh)
//	@Param			Prefer	header		string	false	"`wait=10` waits for the end of the job, `respond-async` does not"	maxLength(1000)
//	@Success		200		{object}	JobView	"the job has ended"
//	@Success		202		{object}	JobView	"the job was told to end"
//	@Header			200,202	{string}	Location			"address of the job"
//	@Header			200,202	{string}	Preference-Applied	"the preference that was followed"
//	@Failure		401		{object}	Problem
//	@Failure		403		{object}	Problem
//	@Failure		404		{object}	Problem
//	@Failure		409		{object}	Problem	"job_ended"
//	@Failure		507		{object}	Problem
//	@Router			/v1/jobs/{id} [delete]
func (s *Server) dropJob(c *gin.Context) {
	s.orderJob(c, func(id quarry.JobID) (quarry.Job, error) { return s.writing.Desk.Drop(c.Request.Context(), id) }, usualWait)
}

// orderJob has something done with a job, waits for its end as long as the caller
// prefers, and answers with the job.
func (s *Server) orderJob(c *gin.Context, order func(quarry.JobID) (quarry.Job, error), usual time.Duration) {
	c.Header(headerCacheControl, "no-store")
	var job quarry.Job
	err := s.canWrite()
	if err == nil {
		job, err = order(quarry.JobID(c.Param("id")))
	}
	if err == nil {
		job, err = s.await(c, job, usual)
	}
	if err != nil {
		s.failWriting(c, err)
		return
	}
	c.Header("Location", jobURL(job.ID))
	status := http.StatusAccepted
	if job.State.Ended() {
		status = http.StatusOK
	}
	s.write(c, body{status: status, mediaType: jsonType, view: viewJob(job)})
}

func (s *Server) findJob(c *gin.Context) (quarry.Job, error) {
	if err := s.canWrite(); err != nil {
		return quarry.Job{}, err
	}
	return s.writing.Desk.Job(c.Request.Context(), quarry.JobID(c.Param("id")))
}

// listJobs answers a part of the jobs.
//
//	@ID				listJobs
//	@Summary		List jobs
//	@Description	Jobs, the newest first: those that are still to be done, the one that is being done, and those that have ended, as long as they are kept.
//	@Tags			jobs
//	@Produce		json
//	@Param			state	query		[]string	false	"states"	collectionFormat(csv)	Enums(queued,running,waiting,done,failed,given_up,cancelled)
//	@Param			limit	query		integer		false	"jobs per page"	minimum(1)	maximum(100)	default(20)
//	@Param			cursor	query		string		false	"next_cursor of the page before"
//	@Success		200		{object}	List[JobView]
//	@Failure		401		{object}	Problem
//	@Failure		403		{object}	Problem
//	@Router			/v1/jobs [get]
func (s *Server) listJobs(c *gin.Context) {
	c.Header(headerCacheControl, "no-store")
	p := newParameters(c)
	filter := quarry.JobFilter{States: vocabulary(p, "state", quarry.JobStates())}
	at, err := s.bindPage(c, p, defaultLimit)
	if err = firstError(err, p.err(), s.canWrite()); err != nil {
		s.fail(c, err)
		return
	}
	page, err := s.writing.Desk.Jobs(c.Request.Context(), filter, at.PageRequest)
	if err != nil {
		s.fail(c, err)
		return
	}
	next, err := at.sealPosition(page.Next)
	if err != nil {
		s.fail(c, err)
		return
	}
	s.answer(c, List[JobView]{Items: mapped(page.Items, viewJob), Total: page.Total, NextCursor: next})
}
