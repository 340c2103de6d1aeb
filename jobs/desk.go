package jobs

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/quarrykb/quarry"
)

// Ledger keeps jobs on disk. What AddJob and SaveJob stored stays stored, even after a
// power cut, and so does what the job itself wrote before its end was saved: callers are
// told of it, and files are removed behind it.
type Ledger interface { //nolint:interfacebloat // one table, written in one place
	Job(ctx context.Context, id quarry.JobID) (quarry.Job, error)
	Jobs(ctx context.Context, f quarry.JobFilter, r quarry.PageRequest) (quarry.Page[quarry.Job], error)
	// AddJob stores a job, or returns the one that an earlier request of the same
	// key made since some time.
	AddJob(ctx context.Context, job quarry.Job, key quarry.JobKey, keyedSince time.Time) (quarry.Job, error)
	// KeyedJob returns the job that an earlier request of the same key made since
	// some time, or the zero job.
	KeyedJob(ctx context.Context, key quarry.JobKey, since time.Time) (quarry.Job, error)
	// SaveJob stores what has become of a job.
	SaveJob(ctx context.Context, job quarry.Job) error
	// AddAgain stores what has become of a job, behind all others.
	AddAgain(ctx context.Context, job quarry.Job) error
	// KeptJobs returns the jobs whose files are kept, in the order in which they are to
	// be done: those that have not ended, and those that were given up.
	KeptJobs(ctx context.Context) ([]quarry.Job, error)
	// ForgetJobs forgets jobs that ended before a time, and all but so many.
	ForgetJobs(ctx context.Context, before time.Time, most int) error
}

// Runner does the work of one kind of job, and tells how far it is: as often as it
// likes, for no caller is waited for. It must be able to do a job again that it did in
// part, and end soon once its context does. Its error says what becomes of the job: see
// verdict.go. A quarry.Error is told to the caller, any other is logged and told as
// internal.
type Runner func(ctx context.Context, job quarry.Job, tell func(quarry.JobProgress)) (quarry.JobOutcome, error)

// How long jobs and keys are kept, and how many jobs may wait.
const (
	KeysKept    = 24 * time.Hour
	JobsKept    = 7 * 24 * time.Hour
	MostKept    = 1000 // jobs that have ended
	MostOpen    = 100  // jobs that have not
	mostCrashes = 3    // attempts that end the program, or fail for a reason that is not known
)

// Config is what a Desk is made of.
type Config struct {
	Ledger  Ledger
	Spool   *Spool
	Runners map[quarry.JobKind]Runner
	Open    int // jobs that may wait; MostOpen where it is 0
	Log     *slog.Logger
	Now     func() time.Time
	Random  io.Reader // for ids
}

// Desk takes jobs in, has them done and tells how far they are. Its methods may be
// called side by side; Run is called once.
type Desk struct {
	config Config

	writing sync.Mutex    // held while the ledger is written, so that it has one order with the queue
	wake    chan struct{} // holds one element when a job came
	stuck   atomic.Bool   // the ledger took too long to put a job back

	mu    sync.Mutex
	queue []*liveJob            // that have not ended, in their order
	kept  map[quarry.JobID]bool // that were given up
}

// liveJob is a job that has not ended, as far as it is. The desk's mutex guards all of it.
type liveJob struct {
	job     quarry.Job
	changed chan struct{} // closed at its next change
	phase   phase
	lane    lane          // that it was taken into last
	pause   time.Duration // that it waited last
	logged  string        // code of the reason to wait that was logged last
	alarm   *time.Timer   // ends its pause; nil in every other phase
	cancel  func()        // ends its attempt; nil where there is none
	end     *quarry.Job   // as it ended, where nothing is left but to store that; nil before
	dropped bool          // the ledger has it as cancelled, and nothing but its end is stored any more
	unsaved bool          // the ledger may have it as running although it waits
}

// phase says what may be done with a job.
type phase uint8

// A job is ready until it is taken. From there it ends, or pauses and is ready
// again.
const (
	phaseReady phase = iota
	phaseTaken
	phasePaused
)

// New returns a desk on which everything lies that was accepted before and is not
// done. Files that belong to no job are removed: their sender was never
// told that they were accepted, or their job has ended.
func New(ctx context.Context, c Config) (*Desk, error) {
	d := &Desk{config: c, wake: make(chan struct{}, 1), kept: map[quarry.JobID]bool{}}
	if c.Open == 0 {
		d.config.Open = MostOpen
	}
	jobs, err := c.Ledger.KeptJobs(ctx)
	if err != nil {
		return nil, fmt.Errorf("go on with the jobs: %w", err)
	}
	var kept []quarry.JobFile
	for _, job := range jobs {
		kept = append(kept, job.Order.Files...)
		switch {
		case job.State.Ended():
			d.kept[job.ID] = true
			continue
		case job.State == quarry.JobRunning:
			job.Crashes++ // a program that ends in good order puts its job back
		}
		d.enqueue(job)
	}
	if err := c.Spool.sweep(kept); err != nil {
		return nil, err
	}
	return d, nil
}

// Submit accepts a job: it is on disk when Submit returns, and stays there even where the
// power is cut then. Where the key belongs to an earlier request, that one's job is
// returned, and the files of this one are removed; one that ended without being done is
// tried again, with the files of this one. A queue that is full is KindUnavailable
// (queue_full), a kind without a worker KindUnsupported. Whatever was refused, its files
// stay with the caller.
func (d *Desk) Submit(ctx context.Context, order quarry.JobOrder, key quarry.JobKey) (quarry.Job, error) {
	if d.config.Runners[order.Kind] == nil {
		return quarry.Job{}, quarry.Errorf(quarry.KindUnsupported, "there are no jobs of the kind %q here", order.Kind)
	}
	var random [quarry.JobEntropy]byte
	if _, err := io.ReadFull(d.config.Random, random[:]); err != nil {
		return quarry.Job{}, fmt.Errorf("make the id of a job: %w", err)
	}
	d.writing.Lock()
	defer d.writing.Unlock()
	now := d.config.Now().UTC().Truncate(time.Microsecond)
	job := quarry.Job{ID: quarry.NewJobID(random), State: quarry.JobQueued, Order: order, CreatedAt: now}
	kept, err := d.add(ctx, job, key)
	if err != nil {
		return quarry.Job{}, err
	}
	if kept.ID == job.ID {
		d.enqueue(job)
		return job, nil
	}
	if kept = d.latest(kept); kept.State.Ended() && kept.State != quarry.JobDone {
		return d.again(ctx, kept, order)
	}
	d.config.Spool.Discard(order.Files)
	return kept, nil
}

// add stores a job where there is room, or finds the one of an earlier request, which
// needs none.
func (d *Desk) add(ctx context.Context, job quarry.Job, key quarry.JobKey) (quarry.Job, error) {
	since := job.CreatedAt.Add(-KeysKept)
	if d.Open() < d.config.Open {
		return d.config.Ledger.AddJob(ctx, job, key, since)
	}
	known, err := d.config.Ledger.KeyedJob(ctx, key, since)
	if err == nil && known.ID == "" {
		err = d.errFull()
	}
	return known, err
}

func (d *Desk) errFull() error {
	return quarry.Errorf(quarry.KindUnavailable, "%d jobs wait already: try again when some of them are done", d.config.Open).
		WithCode("queue_full")
}

// enqueue puts a job behind all others.
func (d *Desk) enqueue(job quarry.Job) {
	d.mu.Lock()
	delete(d.kept, job.ID)
	d.queue = append(d.queue, &liveJob{job: job, changed: make(chan struct{})})
	d.mu.Unlock()
	d.look()
}

// look lets the worker look for something to do.
func (d *Desk) look() {
	select {
	case d.wake <- struct{}{}:
	default:
	}
}

// Job returns a job as far as it is, or KindNotFound.
func (d *Desk) Job(ctx context.Context, id quarry.JobID) (quarry.Job, error) {
	job := d.latest(quarry.Job{ID: id})
	if job.State == "" { // it has ended
		return d.config.Ledger.Job(ctx, id)
	}
	return job, nil
}

// find returns a job that has not ended, nil where there is none of this id. The desk's mutex
// is held.
func (d *Desk) find(id quarry.JobID) *liveJob {
	for _, open := range d.queue {
		if open.job.ID == id {
			return open
		}
	}
	return nil
}

// Watch returns a channel that is closed when the job changes next, nil where it
// has ended or is not known. A caller that asks for the channel first and for the job
// then misses nothing.
func (d *Desk) Watch(id quarry.JobID) <-chan struct{} {
	d.mu.Lock()
	defer d.mu.Unlock()
	if open := d.find(id); open != nil {
		return open.changed
	}
	return nil
}

// Jobs returns a part of the jobs, the newest first.
func (d *Desk) Jobs(ctx context.Context, f quarry.JobFilter, r quarry.PageRequest) (quarry.Page[quarry.Job], error) {
	page, err := d.config.Ledger.Jobs(ctx, f, r)
	if err != nil {
		return page, err
	}
	for i, job := range page.Items {
		page.Items[i] = d.latest(job)
	}
	return page, nil
}

// latest returns a stored job as far as it is by now.
func (d *Desk) latest(stored quarry.Job) quarry.Job {
	d.mu.Lock()
	defer d.mu.Unlock()
	if open := d.find(stored.ID); open != nil {
		return open.job
	}
	return stored
}

// Open returns how many jobs have not ended.
func (d *Desk) Open() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return len(d.queue)
}

// Trouble says how many jobs are not done for a reason that an operator may want to know,
// "" where there are none. Strangers may read it: it has no more than codes.
func (d *Desk) Trouble() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	var reasons []string
	waiting, why := 0, ""
	for _, open := range d.queue {
		if open.job.State == quarry.JobWaiting {
			waiting, why = waiting+1, cmp.Or(why, open.job.Failure.Code)
		}
	}
	if waiting > 0 {
		reasons = append(reasons, fmt.Sprintf("jobs that wait: %d of %d (%s)", waiting, len(d.queue), why))
	}
	if len(d.kept) > 0 {
		reasons = append(reasons, fmt.Sprintf("jobs that were given up, and are kept: %d", len(d.kept)))
	}
	return strings.Join(reasons, "; ")
}

// change changes a job that has not ended, and tells everybody who watches it. What
// is told of one that has ended comes too late, and is dropped.
func (d *Desk) change(id quarry.JobID, change func(*liveJob)) quarry.Job {
	d.mu.Lock()
	defer d.mu.Unlock()
	open := d.find(id)
	if open == nil {
		return quarry.Job{}
	}
	change(open)
	close(open.changed)
	open.changed = make(chan struct{})
	return open.job
}

// letGo forgets a job that has ended, removes its files if they are not needed any more,
// and tells everybody who watches it.
func (d *Desk) letGo(job quarry.Job) {
	if !job.State.KeepsFiles() {
		d.config.Spool.Discard(job.Order.Files)
	}
	d.mu.Lock()
	delete(d.kept, job.ID)
	if job.State == quarry.JobGivenUp {
		d.kept[job.ID] = true
	}
	if open := d.find(job.ID); open != nil {
		d.queue = slices.DeleteFunc(d.queue, func(one *liveJob) bool { return one == open })
		close(open.changed)
	}
	d.mu.Unlock()
	d.look() // for those that came behind it
}
