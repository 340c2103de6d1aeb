package jobs_test

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/quarrykb/quarry"
)

// ledger keeps jobs in memory, as a store would on disk: what a desk forgets, it has.
type ledger struct {
	mu     sync.Mutex
	jobs   []quarry.Job
	keys   map[string]quarry.JobID
	fault  error                 // of SaveJob and AddJob
	saved  func(job quarry.Job)  // called with every job that is saved, may be nil
	stuck  bool                  // SaveJob waits for its context
	forgot []time.Time           // what ForgetJobs was asked
	states map[string]quarry.Job // of jobs as they were saved, by id and state
}

func newLedger(jobs ...quarry.Job) *ledger {
	return &ledger{jobs: jobs, keys: map[string]quarry.JobID{}, states: map[string]quarry.Job{}}
}

func (l *ledger) AddJob(_ context.Context, job quarry.Job, key quarry.JobKey, _ time.Time) (quarry.Job, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.fault != nil {
		return quarry.Job{}, l.fault
	}
	if id, known := l.keys[key.Key]; known && key.Key != "" {
		return l.find(id)
	}
	l.keys[key.Key] = job.ID
	l.jobs = append(l.jobs, job)
	return job, nil
}

func (l *ledger) KeyedJob(_ context.Context, key quarry.JobKey, _ time.Time) (quarry.Job, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if id, known := l.keys[key.Key]; known && key.Key != "" {
		return l.find(id)
	}
	return quarry.Job{}, nil
}

func (l *ledger) find(id quarry.JobID) (quarry.Job, error) {
	at := slices.IndexFunc(l.jobs, func(j quarry.Job) bool { return j.ID == id })
	if at < 0 {
		return quarry.Job{}, quarry.Errorf(quarry.KindNotFound, "there is no job %q", id)
	}
	return l.jobs[at], nil
}

func (l *ledger) SaveJob(ctx context.Context, job quarry.Job) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.stuck {
		<-ctx.Done()
		return ctx.Err()
	}
	if l.fault != nil {
		return l.fault
	}
	at := slices.IndexFunc(l.jobs, func(j quarry.Job) bool { return j.ID == job.ID })
	if at < 0 {
		return quarry.Errorf(quarry.KindNotFound, "there is no job %q", job.ID)
	}
	l.jobs[at] = job
	l.states[string(job.ID)+" "+string(job.State)] = job
	if l.saved != nil {
		l.saved(job)
	}
	return nil
}

// AddAgain stores a job behind all others.
func (l *ledger) AddAgain(ctx context.Context, job quarry.Job) error {
	if err := l.SaveJob(ctx, job); err != nil {
		return err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.jobs = append(slices.DeleteFunc(l.jobs, func(j quarry.Job) bool { return j.ID == job.ID }), job)
	return nil
}

func (l *ledger) Job(_ context.Context, id quarry.JobID) (quarry.Job, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.find(id)
}

func (l *ledger) Jobs(context.Context, quarry.JobFilter, quarry.PageRequest) (quarry.Page[quarry.Job], error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	newestFirst := slices.Clone(l.jobs)
	slices.Reverse(newestFirst)
	return quarry.Page[quarry.Job]{Items: newestFirst, Total: len(l.jobs)}, nil
}

func (l *ledger) KeptJobs(context.Context) ([]quarry.Job, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(l.jobs), func(j quarry.Job) bool { return !j.State.KeepsFiles() }), nil
}

func (l *ledger) ForgetJobs(_ context.Context, before time.Time, _ int) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.forgot = append(l.forgot, before)
	return nil
}

func (l *ledger) fail(err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.fault = err
}

// stick lets nothing be saved any more, without an error.
func (l *ledger) stick() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.stuck = true
}

// lose forgets the job of the file of a path.
func (l *ledger) lose(path string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.jobs = slices.DeleteFunc(l.jobs, func(j quarry.Job) bool { return j.Order.Files[0].Path == path })
}
