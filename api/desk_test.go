package api_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/write"
)

const testToken = "the-token-of-this-start"

// desk is a desk of jobs in memory, which a test does by hand.
type desk struct {
	mu      sync.Mutex
	jobs    []quarry.Job
	keys    map[string]quarry.JobKey
	changed map[quarry.JobID]chan struct{}
	fault   error      // of Submit
	done    quarry.Job // what becomes of a job at once, where it has a state
}

func newDesk() *desk {
	return &desk{keys: map[string]quarry.JobKey{}, changed: map[quarry.JobID]chan struct{}{}}
}

func (d *desk) Submit(_ context.Context, order quarry.JobOrder, key quarry.JobKey) (quarry.Job, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.fault != nil {
		return quarry.Job{}, d.fault
	}
	if before, known := d.keys[key.Key]; known && key.Key != "" {
		if before.Request != key.Request {
			return quarry.Job{}, quarry.Errorf(quarry.KindConflict, "used before").WithCode("idempotency_key_reused")
		}
		return d.jobs[0], nil
	}
	d.keys[key.Key] = key
	job := quarry.Job{
		ID: quarry.JobID(fmt.Sprintf("j_%020d", len(d.jobs)+1)), State: quarry.JobQueued, Order: order,
		CreatedAt: time.Date(2026, 1, 31, 12, 0, 0, 0, time.UTC),
	}
	if d.done.State != "" {
		job.State, job.Outcome, job.Failure = d.done.State, d.done.Outcome, d.done.Failure
	}
	d.jobs = append(d.jobs, job)
	d.changed[job.ID] = make(chan struct{})
	return job, nil
}

func (d *desk) Job(_ context.Context, id quarry.JobID) (quarry.Job, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	at := slices.IndexFunc(d.jobs, func(j quarry.Job) bool { return j.ID == id })
	if at < 0 {
		return quarry.Job{}, quarry.Errorf(quarry.KindNotFound, "there is no job %q", id)
	}
	return d.jobs[at], nil
}

func (d *desk) Jobs(_ context.Context, f quarry.JobFilter, r quarry.PageRequest) (quarry.Page[quarry.Job], error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	var page quarry.Page[quarry.Job]
	for number, job := range slices.Backward(d.jobs) {
		if len(f.States) > 0 && !slices.Contains(f.States, job.State) {
			continue
		}
		page.Total++
		switch {
		case r.After.Line > 0 && number+1 >= r.After.Line:
		case len(page.Items) < r.Limit:
			page.Items = append(page.Items, job)
		case page.Next == nil:
			page.Next = &quarry.Position{Line: number + 2}
		}
	}
	return page, nil
}

// Retry lets a job that was given up wait anew, and refuses any other that has ended.
func (d *desk) Retry(ctx context.Context, id quarry.JobID) (quarry.Job, error) {
	job, err := d.Job(ctx, id)
	switch {
	case err != nil || !job.State.Ended():
		return job, err
	case job.State != quarry.JobGivenUp:
		return quarry.Job{}, quarry.Errorf(quarry.KindConflict, "the job is done").WithCode("job_not_retryable")
	}
	return d.become(id, quarry.JobQueued), nil
}

// Drop ends a job that has not, or was given up.
func (d *desk) Drop(ctx context.Context, id quarry.JobID) (quarry.Job, error) {
	job, err := d.Job(ctx, id)
	switch {
	case err != nil:
		return job, err
	case !job.State.KeepsFiles():
		return quarry.Job{}, quarry.Errorf(quarry.KindConflict, "the job has ended").WithCode("job_ended")
	}
	return d.become(id, quarry.JobCancelled), nil
}

// become brings a job into a state, with nothing said against it.
func (d *desk) become(id quarry.JobID, state quarry.JobState) quarry.Job {
	d.mu.Lock()
	defer d.mu.Unlock()
	job := &d.jobs[slices.IndexFunc(d.jobs, func(j quarry.Job) bool { return j.ID == id })]
	job.State, job.Failure = state, nil
	return *job
}

func (d *desk) Watch(id quarry.JobID) <-chan struct{} {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.changed[id]
}

// change changes the newest job.
func (d *desk) change(change func(*quarry.Job)) {
	d.mu.Lock()
	defer d.mu.Unlock()
	job := &d.jobs[len(d.jobs)-1]
	change(job)
	close(d.changed[job.ID])
	d.changed[job.ID] = make(chan struct{})
}

// count returns how many jobs there are.
func (d *desk) count() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return len(d.jobs)
}

// order returns what the newest job is to do.
func (d *desk) order(tb testing.TB) quarry.JobOrder {
	tb.Helper()
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.jobs) == 0 {
		tb.Fatal("no job was accepted")
	}
	return d.jobs[len(d.jobs)-1].Order
}

// spool keeps files in memory.
type spool struct {
	mu    sync.Mutex
	files map[string]string
	taken int
}

func newSpool() *spool { return &spool{files: map[string]string{}} }

func (s *spool) Take(from io.Reader) (quarry.JobFile, error) {
	var content bytes.Buffer
	if _, err := content.ReadFrom(from); err != nil {
		return quarry.JobFile{}, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.taken++
	sum := sha256.Sum256(content.Bytes())
	file := quarry.JobFile{Spooled: strconv.Itoa(s.taken), SHA256: hex.EncodeToString(sum[:]), Bytes: int64(content.Len())}
	s.files[file.Spooled] = content.String()
	return file, nil
}

func (s *spool) Discard(files []quarry.JobFile) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, file := range files {
		delete(s.files, file.Spooled)
	}
}

// texts returns what is kept, in order.
func (s *spool) texts() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var all []string
	for _, text := range s.files {
		all = append(all, text)
	}
	slices.Sort(all)
	return all
}

// Limits of the files that tests hand in.
const (
	testFileLimit   = 2000
	testUploadLimit = 1 << 17
)

// uploadKinds lets records be as long as they like.
type uploadKinds struct{}

func (uploadKinds) Carries([]byte) bool { return false }

func (uploadKinds) Limit(head []byte) int64 {
	if bytes.HasPrefix(head, []byte("{")) {
		return 0
	}
	return testFileLimit
}

// testWriting is what the kit hands documents to.
func (k *kit) testWriting() write.Config {
	return write.Config{Desk: k.desk, Corrector: k.store, Spool: k.spool, Kinds: uploadKinds{}, Most: testUploadLimit, Heartbeat: time.Hour}
}
