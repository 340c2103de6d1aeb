package storetest

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/quarrykb/quarry"
)

// KeyedJobs takes jobs in, and finds those whose request is sent again.
type KeyedJobs interface {
	AddJob(ctx context.Context, job quarry.Job, key quarry.JobKey, keyedSince time.Time) (quarry.Job, error)
	KeyedJob(ctx context.Context, key quarry.JobKey, since time.Time) (quarry.Job, error)
}

// Jobs keeps jobs.
type Jobs interface { //nolint:interfacebloat // as the desk of jobs needs them
	KeyedJobs

	SaveJob(ctx context.Context, job quarry.Job) error
	Job(ctx context.Context, id quarry.JobID) (quarry.Job, error)
	Jobs(ctx context.Context, f quarry.JobFilter, r quarry.PageRequest) (quarry.Page[quarry.Job], error)
	AddAgain(ctx context.Context, job quarry.Job) error
	KeptJobs(ctx context.Context) ([]quarry.Job, error)
	ForgetJobs(ctx context.Context, before time.Time, most int) error
}

func jobTests() tests {
	return tests{
		"a job is read back as it was saved":                    jobReadBack,
		"a job that is not stored is not found":                 jobUnknown,
		"jobs whose files are kept come in their order":         jobsOpen,
		"a job that is added again comes behind all others":     jobAgain,
		"jobs are listed the newest first, page by page":        jobsListed,
		"a key that comes again is one job":                     jobKeyed,
		"a key of another request is refused":                   jobKeyReused,
		"a key is forgotten in time, and with its job":          jobKeyForgotten,
		"jobs that ended long ago are forgotten, open ones not": jobsForgotten,
		"of many jobs that ended the newest are kept":           jobsBounded,
		"jobs are no change of what is known":                   jobsAside,
	}
}

// jobNumber is a job that waits, added at a minute of its own.
func jobNumber(n int) quarry.Job {
	return quarry.Job{
		ID: quarry.JobID(fmt.Sprintf("j_%020d", n)), State: quarry.JobQueued, CreatedAt: jobMinute(n),
		Order: quarry.JobOrder{Kind: quarry.JobIngest, Files: []quarry.JobFile{
			{Collection: "main", Path: fmt.Sprintf("notes/%d.md", n), Spooled: fmt.Sprintf("upload-%d", n), SHA256: "ab", Bytes: 12},
		}},
	}
}

func jobMinute(n int) time.Time { return time.Date(2026, 1, 31, 12, n, 0, 5000, time.UTC) }

func addJob(t *testing.T, store Jobs, job quarry.Job) {
	t.Helper()
	added, err := store.AddJob(t.Context(), job, quarry.JobKey{}, time.Time{})
	equal(t, "added job", must(t, added, err), job)
}

func jobIDs(jobs []quarry.Job) []quarry.JobID {
	ids := make([]quarry.JobID, 0, len(jobs))
	for _, job := range jobs {
		ids = append(ids, job.ID)
	}
	return ids
}

func endJob(t *testing.T, store Jobs, job quarry.Job, state quarry.JobState) {
	t.Helper()
	job.State, job.FinishedAt = state, job.CreatedAt.Add(time.Second)
	if err := store.SaveJob(t.Context(), job); err != nil {
		t.Fatal(err)
	}
}

func jobReadBack(t *testing.T, store Store) {
	t.Helper()
	job := jobNumber(1)
	job.Order.DryRun, job.Order.Document = true, "d_aaaaaaaaaaaaaaaaaaaa"
	job.Order.Options = map[string]string{"extract": "true"}
	addJob(t, store, job)
	got, err := store.Job(t.Context(), job.ID)
	equal(t, "job", must(t, got, err), job)

	job.State, job.Attempts = quarry.JobFailed, 2
	job.StartedAt, job.FinishedAt = jobMinute(2), jobMinute(3)
	job.Failure = &quarry.JobFailure{Code: "disk_full", Detail: "the disk is full"}
	job.Outcome = quarry.JobOutcome{
		More: 3, Result: quarry.JobResult{
			Documents: new(3), Entries: new(40), Conflicts: new(0), ReadAgain: new(2), Changed: new(1), Refused: new(0),
			File: new("backup.db"), Bytes: new(int64(1) << 40), Revision: new(quarry.Sequence(7)),
		},
		Documents: []quarry.JobDocument{
			{
				ID: "d_bbbbbbbbbbbbbbbbbbbb", Collection: "main", Path: "a.md", Status: "changed", Added: 1, Changed: 2, Removed: 3, Merged: 4,
				Report: &quarry.Report{
					Format: "markdown", Parser: "markdown/1", Coverage: 0.5, Extracted: 0.25, Warnings: []string{"odd"},
					Lines:       quarry.LineCounts{Entry: 1, Structure: 2, Furniture: 3, Prose: 4, Unaccounted: 5},
					Counts:      quarry.Counts{Question: 1, Fact: 2, Spec: 3, Passage: 4},
					Unaccounted: []quarry.LineRange{{LineStart: 3, LineEnd: 7}},
				},
				Samples: []quarry.JobSample{{Change: quarry.EntryChanged, Kind: quarry.EntryFact, Title: "Dough", Text: "It rises.", Line: 3}},
			},
			{Path: "b.md", Status: "rejected", Kept: true, Rejection: &quarry.Rejection{Source: "b", Stage: "read", Line: 3, Reason: "empty", Code: "empty"}},
		},
	}
	if err := store.SaveJob(t.Context(), job); err != nil {
		t.Fatal(err)
	}
	got, err = store.Job(t.Context(), job.ID)
	equal(t, "job that ended", must(t, got, err), job)
}

func jobUnknown(t *testing.T, store Store) {
	t.Helper()
	_, err := store.Job(t.Context(), "j_nobody")
	is(t, "a job that was not added", err, quarry.KindNotFound)
	is(t, "saving it", store.SaveJob(t.Context(), jobNumber(1)), quarry.KindNotFound)
}

func jobsOpen(t *testing.T, store Store) {
	t.Helper()
	for n := range 5 {
		addJob(t, store, jobNumber(5-n))
	}
	running := jobNumber(2)
	running.State, running.Attempts, running.StartedAt = quarry.JobRunning, 1, jobMinute(9)
	if err := store.SaveJob(t.Context(), running); err != nil {
		t.Fatal(err)
	}
	endJob(t, store, jobNumber(4), quarry.JobDone)
	endJob(t, store, jobNumber(1), quarry.JobFailed)
	waits, givenUp := jobNumber(5), jobNumber(6)
	waits.State, waits.Failure = quarry.JobWaiting, &quarry.JobFailure{Code: "disk_full", Detail: "the disk is full"}
	waits.Outcome.Documents = []quarry.JobDocument{{Path: "a.md", Status: "added", Added: 2}}
	if err := store.SaveJob(t.Context(), waits); err != nil {
		t.Fatal(err)
	}
	addJob(t, store, givenUp)
	givenUp.State, givenUp.Crashes, givenUp.FinishedAt = quarry.JobGivenUp, 3, jobMinute(9)
	if err := store.SaveJob(t.Context(), givenUp); err != nil {
		t.Fatal(err)
	}
	kept, err := store.KeptJobs(t.Context())
	equal(t, "kept jobs", must(t, kept, err), []quarry.Job{waits, jobNumber(3), running, givenUp})
}

func jobAgain(t *testing.T, store Store) {
	t.Helper()
	key := quarry.JobKey{Key: "k", Request: "r"}
	got, err := store.AddJob(t.Context(), jobNumber(1), key, jobMinute(0))
	equal(t, "job", must(t, got, err), jobNumber(1))
	addJob(t, store, jobNumber(2))
	again := jobNumber(1)
	again.Attempts, again.Order.Files[0].Spooled = 3, "upload-9"
	if err := store.AddAgain(t.Context(), again); err != nil {
		t.Fatal(err)
	}
	kept, err := store.KeptJobs(t.Context())
	equal(t, "kept jobs", must(t, kept, err), []quarry.Job{jobNumber(2), again})
	got, err = store.KeyedJob(t.Context(), key, jobMinute(0))
	equal(t, "job of the key", must(t, got, err), again)
	is(t, "a job that was not added, again", store.AddAgain(t.Context(), jobNumber(3)), quarry.KindNotFound)
}

func jobsListed(t *testing.T, store Store) {
	t.Helper()
	for n := range 5 {
		addJob(t, store, jobNumber(n))
	}
	endJob(t, store, jobNumber(3), quarry.JobDone)
	var ids []quarry.JobID
	for request := (quarry.PageRequest{Limit: 2}); ; {
		page, err := store.Jobs(t.Context(), quarry.JobFilter{}, request)
		page = must(t, page, err)
		if page.Total != 5 || len(page.Items) > 2 {
			t.Fatalf("page = %+v, want at most 2 of 5", page)
		}
		ids = append(ids, jobIDs(page.Items)...)
		if page.Next == nil {
			break
		}
		request.After = *page.Next
	}
	equal(t, "pages", ids, jobIDs([]quarry.Job{jobNumber(4), jobNumber(3), jobNumber(2), jobNumber(1), jobNumber(0)}))
	done, err := store.Jobs(t.Context(), quarry.JobFilter{States: []quarry.JobState{quarry.JobDone}}, everything())
	equal(t, "jobs that are done", jobIDs(must(t, done, err).Items), jobIDs([]quarry.Job{jobNumber(3)}))
	other, err := store.Jobs(t.Context(), quarry.JobFilter{Kinds: []quarry.JobKind{quarry.JobDelete}}, everything())
	equal(t, "jobs of another kind", len(must(t, other, err).Items), 0)
}

func jobKeyed(t *testing.T, store Store) {
	t.Helper()
	key := quarry.JobKey{Key: "k", Request: "r"}
	for range 2 {
		got, err := store.AddJob(t.Context(), jobNumber(1), key, jobMinute(0))
		equal(t, "job", must(t, got, err), jobNumber(1))
	}
	got, err := store.AddJob(t.Context(), jobNumber(2), key, jobMinute(0))
	equal(t, "job of the same key", must(t, got, err), jobNumber(1))
	endJob(t, store, jobNumber(1), quarry.JobDone)
	got, err = store.AddJob(t.Context(), jobNumber(2), key, jobMinute(0))
	equal(t, "state of the job of the same key", must(t, got, err).State, quarry.JobDone)
	_, err = store.Job(t.Context(), jobNumber(2).ID)
	is(t, "the job that was another's", err, quarry.KindNotFound)
	for key, want := range map[quarry.JobKey]quarry.JobID{key: jobNumber(1).ID, {}: "", {Key: "other", Request: "r"}: ""} {
		got, err := store.KeyedJob(t.Context(), key, jobMinute(0))
		equal(t, "job of the key "+key.Key, must(t, got, err).ID, want)
	}
}

func jobKeyReused(t *testing.T, store Store) {
	t.Helper()
	_, err := store.AddJob(t.Context(), jobNumber(1), quarry.JobKey{Key: "k", Request: "r"}, jobMinute(0))
	must(t, 0, err)
	_, err = store.AddJob(t.Context(), jobNumber(2), quarry.JobKey{Key: "k", Request: "s"}, jobMinute(0))
	is(t, "another request under the key", err, quarry.KindConflict)
	if code := quarry.Explain(err).Code; code != "idempotency_key_reused" {
		t.Errorf("code = %q, want idempotency_key_reused", code)
	}
	_, err = store.KeyedJob(t.Context(), quarry.JobKey{Key: "k", Request: "s"}, jobMinute(0))
	is(t, "the job of another request under the key", err, quarry.KindConflict)
}

func jobKeyForgotten(t *testing.T, store Store) {
	t.Helper()
	key := quarry.JobKey{Key: "k", Request: "r"}
	for n := range 3 {
		got, err := store.AddJob(t.Context(), jobNumber(n), key, jobMinute(n)) // its key was added before that
		equal(t, "job", must(t, got, err).ID, jobNumber(n).ID)
	}
	endJob(t, store, jobNumber(2), quarry.JobDone)
	if err := store.ForgetJobs(t.Context(), jobMinute(9), 10); err != nil {
		t.Fatal(err)
	}
	got, err := store.AddJob(t.Context(), jobNumber(3), key, time.Time{})
	equal(t, "job under the key of one that is forgotten", must(t, got, err).ID, jobNumber(3).ID)
}

func jobsForgotten(t *testing.T, store Store) {
	t.Helper()
	for n := range 4 {
		addJob(t, store, jobNumber(n))
	}
	endJob(t, store, jobNumber(0), quarry.JobDone)
	endJob(t, store, jobNumber(1), quarry.JobFailed)
	endJob(t, store, jobNumber(3), quarry.JobDone)
	addJob(t, store, jobNumber(4))
	givenUp := jobNumber(4)
	givenUp.State, givenUp.FinishedAt = quarry.JobGivenUp, jobMinute(0)
	if err := store.SaveJob(t.Context(), givenUp); err != nil {
		t.Fatal(err)
	}
	if err := store.ForgetJobs(t.Context(), jobMinute(2), 10); err != nil {
		t.Fatal(err)
	}
	left, err := store.Jobs(t.Context(), quarry.JobFilter{}, everything())
	equal(t, "jobs that are left", jobIDs(must(t, left, err).Items), jobIDs([]quarry.Job{jobNumber(4), jobNumber(3), jobNumber(2)}))
}

func jobsBounded(t *testing.T, store Store) {
	t.Helper()
	for n := range 6 {
		addJob(t, store, jobNumber(n))
		if n > 0 {
			endJob(t, store, jobNumber(n), quarry.JobDone)
		}
	}
	for range 2 {
		if err := store.ForgetJobs(t.Context(), time.Time{}, 2); err != nil {
			t.Fatal(err)
		}
	}
	left, err := store.Jobs(t.Context(), quarry.JobFilter{}, everything())
	equal(t, "jobs that are left", jobIDs(must(t, left, err).Items), jobIDs([]quarry.Job{jobNumber(5), jobNumber(4), jobNumber(0)}))
}

func jobsAside(t *testing.T, store Store) {
	t.Helper()
	before := revisionOf(t, store)
	addJob(t, store, jobNumber(1))
	endJob(t, store, jobNumber(1), quarry.JobDone)
	equal(t, "revision", revisionOf(t, store), before)
}
