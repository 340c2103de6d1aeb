package view

import (
	"time"

	"github.com/quarrykb/quarry"
)

// Job is work that was accepted, and how far it is. Documents are listed once it
// has ended: 200 of them, and how many more there are.
type Job struct {
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
	Progress JobProgress `json:"progress" validate:"required"`
	// what became of each document, once it has ended: 200 at most
	Documents []JobDocument `json:"documents" validate:"required"`
	// how many more documents there are
	MoreDocuments int `json:"more_documents" validate:"required" example:"0" minimum:"0"`
	// what it counted beside its documents, by its kind
	Result JobResult `json:"result" validate:"required"`
	// why it waits or was not done; null for every other state
	Error *JobError `json:"error" validate:"required" extensions:"x-nullable"`
	// its address, relative to the server
	URL string `json:"url" validate:"required" example:"/v1/jobs/j_k5mzqxw2a7tr4c6nybvh"`
	// where its progress is sent as server-sent events, relative to the server
	EventsURL string `json:"events_url" validate:"required" example:"/v1/jobs/j_k5mzqxw2a7tr4c6nybvh/events"`
}

// JobResult is what a job says beside its documents: a reindex counts what is stored
// and, where it read documents again, those; a backup names its file and what that holds.
type JobResult struct {
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

// JobProgress says what a running job does, and how much of that is done. The
// total is null if it is unknown.
type JobProgress struct {
	// what it is doing: its state, or a stage of its work
	Stage string `json:"stage" validate:"required" example:"documents"`
	// how much of the stage is done, and once it has ended how many documents
	Done int `json:"done" validate:"required" example:"1" minimum:"0"`
	// how much there is to do; null if that is unknown
	Total *int `json:"total" validate:"required" example:"3" minimum:"0" extensions:"x-nullable"`
}

// JobError says why a job waits, or was not done.
type JobError struct {
	// what went wrong, for programs
	Code string `json:"code" validate:"required" example:"disk_full"`
	// what went wrong, in words
	Detail string `json:"detail" validate:"required" example:"the disk is full: nothing of this was stored, what was stored before is safe"`
}

// JobDocument is what became of one document. Its report is null unless it was
// read, its rejection unless it was refused; kept are those of which an earlier state
// is stored and still served.
type JobDocument struct {
	// id of the document; null where it was refused before it had one
	ID *string `json:"id" validate:"required" example:"d_k5mzqxw2a7tr4c6nybvh" extensions:"x-nullable"`
	// the collection that it is in
	Collection string `json:"collection" validate:"required" example:"main"`
	// its path in the collection
	Path string `json:"path" validate:"required" example:"notes/gpu.md"`
	// what became of it
	Status string `json:"status" validate:"required" example:"added" enums:"added,changed,unchanged,removed,rejected"`
	// how many of its entries changed
	Entries EntryChanges `json:"entries" validate:"required"`
	// what came of reading it; null unless it was read
	Report *Report `json:"report" validate:"required" extensions:"x-nullable"`
	// why it was refused; null unless it was
	Rejection *JobRejection `json:"rejection" validate:"required" extensions:"x-nullable"`
	// whether it was refused and an earlier state of it is still served
	Kept bool `json:"kept" validate:"required" example:"false"`
	// some of the entries that would change, of a dry run alone: three of each change at most
	Samples []JobSample `json:"samples,omitempty" validate:"optional"`
	// its address, relative to the server; null where it is not there
	URL *string `json:"url" validate:"required" example:"/v1/documents/d_k5mzqxw2a7tr4c6nybvh" extensions:"x-nullable"`
}

// JobSample is an entry that a dry run would change, as much as tells what it is.
type JobSample struct {
	// what would become of it
	Change string `json:"change" validate:"required" example:"added" enums:"added,changed,removed"`
	// its kind
	Kind string `json:"kind" validate:"required" example:"question"`
	// the beginning of its title: the question, the subject, device and attribute, or the last heading
	Title string `json:"title" validate:"required" example:"What is a warp?"`
	// the beginning of its text: the answer, the statement, the value, or the passage
	Text string `json:"text" validate:"required" example:"A group of 32 threads."`
	// first line of its source
	Line int `json:"line" validate:"required" example:"12" minimum:"0"`
}

// EntryChanges counts the entries that a job changed. Merged are questions that
// from now on stand behind another one that asks the same.
type EntryChanges struct {
	// new entries
	Added int `json:"added" validate:"required" example:"12" minimum:"0"`
	// entries of which the content or the place is another
	Changed int `json:"changed" validate:"required" example:"0" minimum:"0"`
	// entries that are gone
	Removed int `json:"removed" validate:"required" example:"0" minimum:"0"`
	// questions that from now on stand behind another one that asks the same
	Merged int `json:"merged" validate:"required" example:"0" minimum:"0"`
}

// JobRejection says why a document was refused. The line is null where the whole
// document is meant.
type JobRejection struct {
	// stage of reading that refused it
	Stage string `json:"stage" validate:"required" example:"read"`
	// the line that is meant, counted from 1; null for the whole document
	Line *int `json:"line" validate:"required" example:"3" minimum:"1" extensions:"x-nullable"`
	// what refusals of one sort share, such as empty; null for most
	Code *string `json:"code" validate:"required" example:"empty" extensions:"x-nullable"`
	// why, in words
	Reason string `json:"reason" validate:"required" example:"empty: there is nothing to read"`
}

// NewJob shows a job.
func NewJob(j quarry.Job) Job {
	result := j.Outcome.Result
	view := Job{
		ID: string(j.ID), Kind: string(j.Order.Kind), State: string(j.State), Attempts: j.Attempts,
		DryRun:    j.Order.DryRun,
		CreatedAt: j.CreatedAt, StartedAt: timeOrNull(j.StartedAt), FinishedAt: timeOrNull(j.FinishedAt),
		RetryAt:   timeOrNull(j.RetryAt),
		Progress:  JobProgress{Stage: string(j.State), Done: j.Progress.Done},
		Documents: Map(j.Outcome.Documents, func(d quarry.JobDocument) JobDocument { return viewJobDocument(j, d) }),
		Result: JobResult{
			Documents: result.Documents, Entries: result.Entries, Conflicts: result.Conflicts,
			ReadAgain: result.ReadAgain, Changed: result.Changed, Refused: result.Refused,
			File: result.File, Bytes: result.Bytes, Revision: (*int64)(result.Revision),
		},
		MoreDocuments: j.Outcome.More, URL: JobURL(j.ID), EventsURL: JobURL(j.ID) + "/events",
	}
	if j.State == quarry.JobRunning && j.Progress.Stage != "" {
		view.Progress.Stage = j.Progress.Stage // as its runner says
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
		view.Error = &JobError{Code: j.Failure.Code, Detail: j.Failure.Detail}
	}
	return view
}

func timeOrNull(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}

// JobURL is where a job is read.
func JobURL(id quarry.JobID) string { return "/v1/jobs/" + string(id) }

// statusRemoved is the status of a document that a job removed.
const statusRemoved = "removed"

// viewJobDocument shows a document with its address, where it is there now.
func viewJobDocument(j quarry.Job, d quarry.JobDocument) JobDocument {
	view := JobDocument{
		ID: Nullable(d.ID), Collection: d.Collection, Path: d.Path, Status: d.Status, Kept: d.Kept,
		Entries: EntryChanges{Added: d.Added, Changed: d.Changed, Removed: d.Removed, Merged: d.Merged},
	}
	if d.ID != "" && d.Status != statusRemoved && !j.Order.DryRun {
		view.URL = Nullable("/v1/documents/" + string(d.ID))
	}
	if d.Report != nil {
		report := viewReport(*d.Report)
		view.Report = &report
	}
	for _, s := range d.Samples {
		view.Samples = append(view.Samples, JobSample{
			Change: string(s.Change), Kind: string(s.Kind), Title: s.Title, Text: s.Text, Line: s.Line,
		})
	}
	if d.Rejection != nil {
		view.Rejection = &JobRejection{Stage: d.Rejection.Stage, Code: Nullable(d.Rejection.Code), Reason: d.Rejection.Reason}
		if d.Rejection.Line > 0 {
			view.Rejection.Line = &d.Rejection.Line
		}
	}
	return view
}
