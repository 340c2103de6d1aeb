package jobs

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"syscall"
	"time"

	"github.com/quarrykb/quarry"
)

// judge ends a job whose attempt has ended, or lets it wait for the next one: it failed
// where the error is about what the job says; it waits where something that it needs is
// unavailable; and where the reason is not known, it is tried again a few times and then
// given up.
func (d *Desk) judge(ctx context.Context, open *liveJob, t tried) {
	job, err := t.job, t.err
	switch {
	case err == nil:
		job.State, job.FinishedAt = quarry.JobDone, d.moment()
		d.end(ctx, open, job)
	case isUnavailable(err):
		d.postpone(ctx, open, t)
	case isAboutContent(quarry.Explain(err).Kind):
		job.State, job.FinishedAt, job.Failure = quarry.JobFailed, d.moment(), failureOf(err)
		d.logFailure(ctx, job, err)
		d.end(ctx, open, job)
	case job.Crashes+1 < mostCrashes:
		t.job.Crashes++
		d.postpone(ctx, open, t)
	default:
		job.Crashes++
		job.Failure = failureOf(err)
		job = d.givenUp(job)
		d.logFailure(ctx, job, err)
		d.end(ctx, open, job)
	}
}

// givenUp is a job as it ends where it is not tried any more.
func (d *Desk) givenUp(job quarry.Job) quarry.Job {
	detail := "the server ended while it did this"
	if job.Failure != nil {
		detail = job.Failure.Detail
	}
	job.State, job.FinishedAt = quarry.JobGivenUp, d.moment()
	job.Failure = &quarry.JobFailure{Code: "job_given_up", Detail: fmt.Sprintf(
		"%d attempts failed, the last one so: %s. What was handed in is kept: retry the job, or drop it", job.Crashes, detail)}
	return job
}

// dropped is a job as it ends where it is dropped.
func (d *Desk) dropped(job quarry.Job) quarry.Job {
	job.State, job.FinishedAt, job.RetryAt, job.Failure = quarry.JobCancelled, d.moment(), time.Time{}, nil
	return job
}

// logFailure says why a job is not done.
func (d *Desk) logFailure(ctx context.Context, job quarry.Job, err error) {
	level := slog.LevelError
	if quarry.IsKind(err, quarry.KindNotFound) {
		level = slog.LevelInfo // said to the caller, and no fault of the server's
	}
	d.config.Log.Log(ctx, level, "a job is not done", slog.String("job", string(job.ID)), slog.String("kind", string(job.Order.Kind)),
		slog.String("state", string(job.State)), slog.Any("error", err))
}

// isUnavailable reports whether an error is one of the machine's, and not of the job's:
// that is known, or the operating system says so.
func isUnavailable(err error) bool {
	if slices.Contains([]quarry.Kind{quarry.KindUnavailable, quarry.KindFull}, quarry.Explain(err).Kind) {
		return true
	}
	_, machine := errors.AsType[syscall.Errno](err)
	return machine || errors.Is(err, context.DeadlineExceeded)
}

// isAboutContent reports whether a failure of this kind stays one however often the same
// is tried.
func isAboutContent(kind quarry.Kind) bool {
	return slices.Contains([]quarry.Kind{quarry.KindInvalid, quarry.KindNotFound, quarry.KindConflict, quarry.KindTooLarge}, kind)
}

// failureOf is what a caller may know of an error.
func failureOf(err error) *quarry.JobFailure {
	shown := quarry.Explain(err)
	return &quarry.JobFailure{Code: cmp.Or(shown.Code, shown.Kind.Code()), Detail: shown.Message}
}

// supersedes reports whether a later job wrote or removed a document that an earlier one
// was to write or to remove.
func supersedes(later, earlier quarry.Job) bool {
	if later.State.Ended() && later.State != quarry.JobDone || later.Order.DryRun {
		return false
	}
	if later.Order.Kind == quarry.JobIngest && earlier.Order.Kind == quarry.JobIngest {
		return follows(later.Order, earlier.Order)
	}
	documents := documentsOf(earlier.Order)
	return slices.ContainsFunc(documentsOf(later.Order), func(id quarry.DocumentID) bool { return slices.Contains(documents, id) })
}

// documentsOf names the documents that an order names, but not those that its files may
// carry or be cut into.
func documentsOf(order quarry.JobOrder) []quarry.DocumentID {
	var documents []quarry.DocumentID
	if order.Kind == quarry.JobDelete {
		documents = append(documents, order.Document)
	}
	for _, file := range order.Files {
		identity := quarry.Document{Collection: file.Collection, Path: file.Path}.Identity()
		documents = append(documents, quarry.DocumentID(quarry.NewID(identity)))
	}
	return documents
}

// joined is what came of a job in its attempts so far and in the next one, which finds
// done what those before it did.
func joined(before, next quarry.JobOutcome) quarry.JobOutcome {
	all := next
	all.Documents = slices.Clone(next.Documents)
	for _, earlier := range before.Documents {
		at := slices.IndexFunc(all.Documents, func(d quarry.JobDocument) bool {
			return d.Collection == earlier.Collection && d.Path == earlier.Path
		})
		switch {
		case at < 0:
			all.Documents = append(all.Documents, earlier)
		case all.Documents[at].Status == "unchanged":
			all.Documents[at] = earlier
		}
	}
	all.More = max(before.More, next.More)
	if over := len(all.Documents) - quarry.MostJobDocuments; over > 0 {
		all.Documents, all.More = all.Documents[:quarry.MostJobDocuments], all.More+over
	}
	return all
}
