package api_test

import (
	"net/http"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/view"
)

func TestAClientHoldsALimitedNumberOfStreamsOpen(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	job := decoded[view.Job](t, k.do(t, postedJSON(t, `{"path":"a.md","content":"# A"}`)), http.StatusAccepted)
	for i := range 256 {
		events, status := k.follow(t, job.ID, "")
		if status != http.StatusOK {
			t.Fatalf("stream %d = %d, want 200", i+1, status)
		}
		events.next("retry: ")
	}
	if _, status := k.follow(t, job.ID, ""); status != http.StatusTooManyRequests {
		t.Errorf("one more = %d, want 429", status)
	}
	other := from(t, stranger, http.MethodHead, "/v1/jobs/"+job.ID+"/events")
	if answer := k.raw(other); answer.Code != http.StatusOK {
		t.Errorf("another client = %d, want 200", answer.Code)
	}
	k.desk.change(func(j *quarry.Job) { j.State = quarry.JobDone })
	k.untilFree(t, job.ID)
}

// untilFree follows a job that has ended until that is let in again: streams end
// when each has sent its last event.
func (k *kit) untilFree(t *testing.T, id string) {
	t.Helper()
	for {
		answer := k.raw(from(t, local, http.MethodGet, "/v1/jobs/"+id+"/events"))
		if answer.Code == http.StatusOK {
			return
		}
		if t.Context().Err() != nil || answer.Code != http.StatusTooManyRequests {
			t.Fatalf("= %d, want it let in: %s", answer.Code, answer.Body)
		}
	}
}
