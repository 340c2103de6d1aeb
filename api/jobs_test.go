package api_test

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api"
	"github.com/quarrykb/quarry/api/view"
)

// ended is a job that has ended, with what came of two documents.
func ended() quarry.Job {
	return quarry.Job{State: quarry.JobDone, Outcome: quarry.JobOutcome{Documents: []quarry.JobDocument{
		{ID: notesID, Collection: "main", Path: notesPath, Status: "added", Added: 3, Report: &quarry.Report{Format: "markdown", Parser: "markdown/1"}},
		{Collection: "main", Path: "b.md", Status: "rejected", Rejection: &quarry.Rejection{Stage: "read", Line: 2, Reason: "not UTF-8"}},
	}}}
}

func TestACallerMayWaitForTheEndOfAJob(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		prefer  []string
		becomes quarry.JobState
		status  int
		applied string
	}{
		"to its end":              {[]string{"wait=10"}, quarry.JobDone, http.StatusOK, "wait=10"},
		"to its failure":          {[]string{"wait=10"}, quarry.JobFailed, http.StatusOK, "wait=10"},
		"no time":                 {[]string{"wait=0"}, "", http.StatusAccepted, "wait=0"},
		"for ever":                {[]string{"wait=100000"}, quarry.JobDone, http.StatusOK, "wait=30"},
		"among others":            {[]string{`handling=lenient; a=b, Wait = "5" ;x`}, quarry.JobDone, http.StatusOK, "wait=5"},
		"in a second field":       {[]string{"handling=strict", "wait=5"}, quarry.JobDone, http.StatusOK, "wait=5"},
		"and then go on":          {[]string{"respond-async, wait=5"}, quarry.JobDone, http.StatusOK, "wait=5"},
		"not at all":              {[]string{"respond-async"}, "", http.StatusAccepted, "respond-async"},
		"as it is not understood": {[]string{"wait=soon"}, "", http.StatusAccepted, ""},
		"less than nothing":       {[]string{"wait=-1"}, "", http.StatusAccepted, ""},
		"as usual":                {nil, "", http.StatusAccepted, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			k := newKit(t)
			k.desk.done.State = tc.becomes
			if tc.becomes == quarry.JobFailed {
				k.desk.done.Failure = &quarry.JobFailure{Code: "disk_full", Detail: "the disk is full"}
			}
			r := postedJSON(t, `{"path":"a.md","content":"# A"}`)
			r.Header["Prefer"] = tc.prefer
			answer := k.do(t, r)
			job := decoded[view.Job](t, answer, tc.status)
			if got := answer.Header().Get("Preference-Applied"); got != tc.applied {
				t.Errorf("Preference-Applied = %q, want %q", got, tc.applied)
			}
			if failed := tc.becomes == quarry.JobFailed; failed != (job.Error != nil) {
				t.Errorf("error = %+v, want one: %t", job.Error, failed)
			}
		})
	}
}

// A job that waits says for what, and when it is tried again.
func TestAJobThatWaitsIsShownWithTheReason(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	at := time.Date(2026, 1, 31, 12, 0, 30, 0, time.UTC)
	k.do(t, posted(t, "/v1/documents", "application/json", `{"path":"a.md","content":"# A"}`))
	k.desk.change(func(j *quarry.Job) {
		j.State, j.Attempts, j.RetryAt = quarry.JobWaiting, 7, at
		j.Failure = &quarry.JobFailure{Code: "disk_full", Detail: "the disk is full"}
	})
	job := decoded[view.Job](t, k.get(t, "/v1/jobs/j_00000000000000000001"), http.StatusOK)
	if job.State != "waiting" || job.Attempts != 7 || job.RetryAt == nil || !job.RetryAt.Equal(at) || job.Error == nil || job.Error.Code != "disk_full" {
		t.Errorf("job = %+v, want it waiting for the disk until %v", job, at)
	}
}

func TestAJobIsRetriedAndDropped(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	k.do(t, posted(t, "/v1/documents", "application/json", `{"path":"a.md","content":"# A"}`))
	k.desk.change(func(j *quarry.Job) { j.State, j.Failure = quarry.JobGivenUp, &quarry.JobFailure{Code: "job_given_up"} })
	const one = "/v1/jobs/j_00000000000000000001"
	retried := k.do(t, posted(t, one+"/retry", "", ""))
	if job := decoded[view.Job](t, retried, http.StatusAccepted); job.State != "queued" || job.Error != nil || retried.Header().Get("Location") != one {
		t.Errorf("job = %+v at %q, want it queued", job, retried.Header().Get("Location"))
	}
	if job := decoded[view.Job](t, k.do(t, deleted(t, one)), http.StatusOK); job.State != "cancelled" {
		t.Errorf("job = %+v, want it dropped", job)
	}
	problem(t, k.do(t, deleted(t, one)), http.StatusConflict)
	problem(t, k.do(t, posted(t, one+"/retry", "", "")), http.StatusConflict)
	problem(t, k.do(t, deleted(t, "/v1/jobs/j_none")), http.StatusNotFound)
	problem(t, k.do(t, posted(t, "/v1/jobs/j_none/retry", "", "")), http.StatusNotFound)
}

// A full disk is the server's, not the request's: the same may be sent again later.
func TestAFullDiskIsSaidWithWhenToTryAgain(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	k.desk.fault = quarry.Errorf(quarry.KindFull, "the disk is full")
	answer := k.do(t, posted(t, "/v1/documents", "application/json", `{"path":"a.md","content":"# A"}`))
	if told := problem(t, answer, http.StatusInsufficientStorage); told.Code != "disk_full" || answer.Header().Get("Retry-After") == "" {
		t.Errorf("problem = %+v and Retry-After %q, want a full disk and when to try again", told, answer.Header().Get("Retry-After"))
	}
}

func TestADryRunIsWaitedForAndLinksToNothing(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	k.desk.done = ended()
	job := decoded[view.Job](t, k.do(t, posted(t, "/v1/documents?dry_run=true", "application/json", `{"path":"a.md","content":"# A"}`)), http.StatusOK)
	if !job.DryRun || !k.desk.order(t).DryRun {
		t.Errorf("dry_run = %t, and so ordered %t; want both", job.DryRun, k.desk.order(t).DryRun)
	}
	for _, document := range job.Documents {
		if document.URL != nil {
			t.Errorf("%s links to %s, which need not be there", document.Path, *document.URL)
		}
	}
	problem(t, k.do(t, posted(t, "/v1/documents?dry_run=maybe", "application/json", `{"path":"a.md","content":"# A"}`)), http.StatusBadRequest)
}

func TestAJobSaysWhatBecameOfEachDocument(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	k.desk.done = ended()
	accepted := decoded[view.Job](t, k.do(t, postedJSON(t, `{"path":"a.md","content":"# A"}`)), http.StatusOK)
	job := decoded[view.Job](t, k.get(t, accepted.URL), http.StatusOK)
	if len(job.Documents) != 2 || job.Progress.Done != 2 {
		t.Fatalf("job = %+v, want two documents", job)
	}
	added, rejected := job.Documents[0], job.Documents[1]
	if added.Status != "added" || added.Entries.Added != 3 || added.Report == nil || added.URL == nil || added.Rejection != nil {
		t.Errorf("document = %+v, want one that was read", added)
	}
	if rejected.Rejection == nil || rejected.Rejection.Stage != "read" || *rejected.Rejection.Line != 2 || rejected.URL != nil {
		t.Errorf("document = %+v, want one that was refused, and where", rejected)
	}
	problem(t, k.get(t, "/v1/jobs/j_nobody"), http.StatusNotFound)
}

func TestJobsAreListedTheNewestFirst(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	problem(t, k.get(t, "/v1/jobs"), http.StatusUnauthorized)
	var ids []string
	for range 5 {
		job := decoded[view.Job](t, k.do(t, postedJSON(t, `{"path":"a.md","content":"# A"}`)), http.StatusAccepted)
		ids = append([]string{job.ID}, ids...)
	}
	var got []string
	for target := "/v1/jobs?state=queued,running&limit=2"; target != ""; {
		page := decoded[view.List[view.Job]](t, k.do(t, owned(request(t, target))), http.StatusOK)
		for _, job := range page.Items {
			got = append(got, job.ID)
		}
		target = ""
		if page.NextCursor != nil {
			target = "/v1/jobs?state=queued,running&limit=2&cursor=" + *page.NextCursor
		}
	}
	if strings.Join(got, " ") != strings.Join(ids, " ") {
		t.Errorf("jobs = %q, want %q", got, ids)
	}
	problem(t, k.do(t, owned(request(t, "/v1/jobs?state=asleep"))), http.StatusBadRequest)
}

func TestADocumentIsDeletedByAJobThatIsWaitedFor(t *testing.T) {
	t.Parallel()
	deletion := func(k *kit, id quarry.DocumentID, header ...string) *httptest.ResponseRecorder {
		r := owned(httptest.NewRequestWithContext(t.Context(), http.MethodDelete, "/v1/documents/"+string(id), nil))
		r.Host = "localhost"
		for i := 0; i+1 < len(header); i += 2 {
			r.Header.Set(header[i], header[i+1])
		}
		return k.do(t, r)
	}
	k := newKit(t)
	k.desk.done.State = quarry.JobDone
	if got := deletion(k, notesID); got.Code != http.StatusNoContent || got.Body.Len() != 0 || got.Header().Get("Location") == "" {
		t.Errorf("status %d at %q with %q, want 204 at a job", got.Code, got.Header().Get("Location"), got.Body)
	}
	if order := k.desk.order(t); order.Kind != quarry.JobDelete || order.Document != notesID {
		t.Errorf("order = %+v, want to delete %s", order, notesID)
	}
	problem(t, deletion(k, "d_nobody"), http.StatusNotFound)

	k = newKit(t)
	decoded[view.Job](t, deletion(k, notesID, "Prefer", "respond-async"), http.StatusAccepted)
	k.desk.done = quarry.Job{State: quarry.JobFailed, Failure: &quarry.JobFailure{Code: "not_found", Detail: "it is gone"}}
	problem(t, deletion(k, notesID, "Idempotency-Key", "key-2"), http.StatusNotFound)
	k.desk.done.Failure = &quarry.JobFailure{Code: "disk_full", Detail: "the disk is full"}
	problem(t, deletion(k, notesID), http.StatusInsufficientStorage)
	k.desk.done.Failure = &quarry.JobFailure{Code: "internal", Detail: "internal error"}
	answer := deletion(k, notesID)
	if problem(t, answer, http.StatusInternalServerError); answer.Header().Get("Retry-After") != "" {
		t.Errorf("Retry-After = %q at a fault of ours, which is none that is over soon", answer.Header().Get("Retry-After"))
	}
}

// Whatever a deletion fails with, its answer is what /problems says of its code.
func TestAFailedDeletionHasTheStatusOfItsCode(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	codes := []string{"disk_full", "job_given_up", "database_damaged", "unheard_of"}
	for _, kind := range quarry.Kinds() {
		codes = append(codes, kind.Code())
	}
	for _, code := range codes {
		k.desk.done = quarry.Job{State: quarry.JobFailed, Failure: &quarry.JobFailure{Code: code, Detail: "odd"}}
		r := owned(httptest.NewRequestWithContext(t.Context(), http.MethodDelete, "/v1/documents/"+string(notesID), nil))
		r.Host = "localhost"
		want := cmp.Or(k.contract.types[code].Status, http.StatusServiceUnavailable)
		if got := k.raw(r); got.Code != want {
			t.Errorf("status %d of a deletion that failed with %q, want %d", got.Code, code, want)
		}
	}
}

// eventStream is a stream of events as a client reads it.
type eventStream struct {
	lines *bufio.Scanner
	close context.CancelFunc
}

// follow opens the events of a job at a server on the network.
func (k *kit) follow(t *testing.T, id, last string) (*eventStream, int) {
	t.Helper()
	server := httptest.NewServer(k.handler)
	t.Cleanup(server.Close)
	ctx, cancel := context.WithCancel(t.Context())
	t.Cleanup(cancel)
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, server.URL+"/v1/jobs/"+id+"/events", http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	r.Host = "localhost"
	if last != "" {
		r.Header.Set("Last-Event-ID", last)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = answer.Body.Close() })
	return &eventStream{bufio.NewScanner(answer.Body), cancel}, answer.StatusCode
}

// next returns the next line that begins with some words, "" at the end.
func (s *eventStream) next(begin string) string {
	for s.lines.Scan() {
		if rest, ok := strings.CutPrefix(s.lines.Text(), begin); ok {
			return rest
		}
	}
	return ""
}

func TestEventsTellWhatBecomesOfAJob(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	job := decoded[view.Job](t, k.do(t, postedJSON(t, `{"path":"a.md","content":"# A"}`)), http.StatusAccepted)
	events, status := k.follow(t, job.ID, "")
	if status != http.StatusOK || events.next("retry: ") == "" {
		t.Fatalf("status = %d, want 200 and when to come back", status)
	}
	for _, step := range []struct {
		change func(*quarry.Job)
		event  string
		data   string
	}{
		{nil, "progress", `"state":"queued"`},
		{func(j *quarry.Job) { j.State, j.Attempts = quarry.JobRunning, 1 }, "progress", `"state":"running"`},
		{func(j *quarry.Job) { j.Progress = quarry.JobProgress{Stage: "documents", Done: 1, Total: 2, Step: 1} }, "progress", `"done":1,"total":2`},
		{func(j *quarry.Job) { j.State, j.Outcome = quarry.JobDone, ended().Outcome }, "done", `"rejected"`},
	} {
		if step.change != nil {
			k.desk.change(step.change)
		}
		id, event, data := events.next("id: "), events.next("event: "), events.next("data: ")
		if id == "" || event != step.event || !strings.Contains(data, step.data) {
			t.Fatalf("event %q %q %s, want %s with %s", id, event, data, step.event, step.data)
		}
	}
	if more := events.next(""); more != "" || events.next("id: ") != "" {
		t.Errorf("behind the last event comes %q, want the end", more)
	}
}

func TestEventsGoOnBehindTheLastOneThatWasReceived(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	job := decoded[view.Job](t, k.do(t, postedJSON(t, `{"path":"a.md","content":"# A"}`)), http.StatusAccepted)
	events, _ := k.follow(t, job.ID, "")
	first := events.next("id: ")
	events.close()
	events, _ = k.follow(t, job.ID, first)
	events.next("retry: ")
	k.desk.change(func(j *quarry.Job) {
		j.State = quarry.JobFailed
		j.Failure = &quarry.JobFailure{Code: "disk_full", Detail: "full"}
	})
	last := events.next("id: ")
	if event := events.next("event: "); event != "failed" {
		t.Errorf("event = %q, want failed: what was received comes again", event)
	}
	if _, status := k.follow(t, job.ID, last); status != http.StatusNoContent {
		t.Errorf("status = %d behind the last event, want 204, for a browser not to come again", status)
	}
	if _, status := k.follow(t, "j_nobody", ""); status != http.StatusNotFound {
		t.Errorf("status = %d of no job, want 404", status)
	}
	k.get(t, job.EventsURL) // as the contract says
}

func TestAQuietStreamSaysThatItLivesAndEndsAtShutdown(t *testing.T) {
	t.Parallel()
	k := newKit(t, func(c *api.Config) { c.Writing.Heartbeat = time.Millisecond })
	job := decoded[view.Job](t, k.do(t, postedJSON(t, `{"path":"a.md","content":"# A"}`)), http.StatusAccepted)
	events, _ := k.follow(t, job.ID, "")
	if beat := events.next(":"); beat == "" {
		t.Error("a quiet stream says nothing")
	}
	k.server.Drain()
	for events.next("") != "" || events.lines.Scan() {
		continue // what was sent before
	}
	if err := events.lines.Err(); err != nil && !errors.Is(err, context.Canceled) {
		t.Errorf("the stream ends with %v, want well", err)
	}
	k.server.Drain() // again does no harm
}

func TestWhoWaitsForAJobIsAnsweredAtShutdown(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	k.server.Drain()
	r := postedJSON(t, `{"path":"a.md","content":"# A"}`)
	r.Header.Set("Prefer", "wait=30")
	decoded[view.Job](t, k.do(t, r), http.StatusAccepted)
}

func TestMetricsCountJobsByTheirState(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	for range 2 {
		k.do(t, postedJSON(t, `{"path":"a.md","content":"# A"}`))
	}
	k.desk.change(func(j *quarry.Job) { j.State = quarry.JobFailed })
	body := k.get(t, "/metrics").Body.String()
	for _, want := range []string{`{state="queued"} 1`, `{state="running"} 0`, `{state="done"} 0`, `{state="failed"} 1`} {
		if !strings.Contains(body, "quarry_jobs"+want+"\n") {
			t.Errorf("metrics lack quarry_jobs%s", want)
		}
	}
}
