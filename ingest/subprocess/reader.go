package subprocess

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os/exec"
	"sync"
	"sync/atomic"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/internal/lexicon"
)

const (
	// mostIdle is how many processes are kept.
	mostIdle = 64
	// The most time that passes while a document is read: so many times its processor time,
	// and the least of that. Only a process that stands still takes it.
	slowest      = 10
	leastPassing = time.Minute
)

// Config is what a Reader is made of.
type Config struct {
	// Command returns a command, not started, that calls Serve with its standard input and
	// output.
	Command func(context.Context) *exec.Cmd
	Lexicon *lexicon.Lexicon // that documents are read with
	Limits  Limits
	// Patience is how long a document waits for a process that reads another one before one
	// more is started.
	Patience time.Duration
	Idle     time.Duration // after which as many processes are ended as were not needed since
	Start    time.Duration // the most that a process takes to get ready
	Most     int           // documents that are read at a time; 0 limits nothing
	Log      *slog.Logger
}

// Reader is an ingest.Reader that reads in processes of its own. It starts them when they are
// needed, one more whenever a document had to wait, and ends them when it is closed.
type Reader struct {
	config  Config
	free    chan *process // those that read nothing
	reading chan struct{} // holds an element for every document that is read; nil for no limit
	running atomic.Int32
	closed  atomic.Bool
	mu      sync.Mutex // guards what follows
	spare   int        // the fewest that read nothing since idle came last
	idle    *time.Timer
	warming sync.WaitGroup
	cool    context.CancelFunc // ends the warming; nil where there was none
}

// NewReader returns a reader, which is to be closed.
func NewReader(c Config) *Reader {
	r := &Reader{config: c, free: make(chan *process, mostIdle)}
	if c.Most > 0 {
		r.reading = make(chan struct{}, c.Most)
	}
	r.mu.Lock() // endSpare waits until idle is set
	defer r.mu.Unlock()
	r.idle = time.AfterFunc(c.Idle, r.endSpare)
	return r
}

// Warm starts a process beside what the caller does before its first document. Where none
// can be started, the first document says so.
func (r *Reader) Warm(ctx context.Context) {
	warming, cool := context.WithCancel(ctx)
	r.cool = cool
	r.warming.Go(func() {
		if p, err := r.start(warming); err == nil {
			r.release(p)
		}
	})
}

// Close ends the processes. Nothing is read any more then.
func (r *Reader) Close() {
	r.closed.Store(true)
	if r.cool != nil {
		r.cool()
	}
	r.warming.Wait()
	r.mu.Lock()
	defer r.mu.Unlock()
	r.idle.Stop()
	r.endFree(mostIdle)
}

// endSpare ends as many processes as read nothing all the time since it was called last.
func (r *Reader) endSpare() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.endFree(r.spare)
	r.spare = len(r.free)
	if !r.closed.Load() {
		r.idle.Reset(r.config.Idle)
	}
}

// endFree ends so many processes, as far as there are any that read nothing.
func (r *Reader) endFree(most int) {
	for range most {
		select {
		case p := <-r.free:
			r.end(p)
		default:
			return
		}
	}
}

func (r *Reader) end(p *process) {
	p.end()
	r.running.Add(-1)
}

// ReadDocument reads a document. Where the machine ended the process that did, it is read in
// a new one; where that happens again, it is KindUnsupported (parse_killed): no refusal, but
// nothing that is waited for without end either.
func (r *Reader) ReadDocument(ctx context.Context, loaded ingest.Loaded) (ingest.Tagged, error) {
	if r.reading != nil {
		select {
		case r.reading <- struct{}{}:
			defer func() { <-r.reading }()
		case <-ctx.Done():
			return ingest.Tagged{}, ctx.Err()
		}
	}
	tagged, err := r.try(ctx, loaded, r.acquire)
	if _, lost := errors.AsType[*lostError](err); lost {
		tagged, err = r.try(ctx, loaded, r.start)
	}
	if _, lost := errors.AsType[*lostError](err); lost {
		err = quarry.Errorf(quarry.KindUnsupported, "%s was not read: the machine ended the process that read it, twice, as it does where memory runs out: "+
			"give it more memory, or each document less with --parse-memory", loaded.Source.Name).WithCode("parse_killed").Because(err)
	}
	return tagged, err
}

// lostError is that the machine ended a process.
type lostError struct{ code int }

// Error says how.
func (e *lostError) Error() string { return fmt.Sprintf("exit code %d", e.code) }

func (r *Reader) try(ctx context.Context, loaded ingest.Loaded, from func(context.Context) (*process, error)) (ingest.Tagged, error) {
	p, err := from(ctx)
	if err != nil {
		return ingest.Tagged{}, err
	}
	limited, cancel := context.WithCancel(ctx)
	if most := r.config.Limits.Time; most > 0 { // so the time that passes is limited, too
		cancel()
		limited, cancel = context.WithTimeoutCause(ctx, max(leastPassing, slowest*most),
			quarry.Errorf(quarry.KindUnavailable, "a document was not read: the process that was to read it stood still"))
	}
	defer cancel()
	done, err := p.ask(limited, loaded)
	switch {
	case err == nil:
		r.release(p)
		if done.Refusal != nil {
			return ingest.Tagged{}, done.Refusal.err(loaded.Source.Name)
		}
		return ingest.Tagged{Knowledge: done.Document.unpack(loaded.Content)}, nil
	case limited.Err() != nil:
		r.end(p)
		return ingest.Tagged{}, cmp.Or(ctx.Err(), context.Cause(limited))
	}
	defer r.running.Add(-1)
	return ingest.Tagged{}, r.judge(ctx, p.wait(err), loaded.Source.Name)
}

// judge says what the end of a process means.
func (r *Reader) judge(ctx context.Context, f fate, source string) error {
	level := slog.LevelError
	if f.code == exitTooLong || f.code == exitTooMuch {
		level = slog.LevelInfo
	}
	r.config.Log.Log(ctx, level, "the process that read a document ended", slog.String("source", source),
		slog.String("stage", string(f.at.Stage)), slog.String("format", f.at.Format), slog.String("place", f.at.Place),
		slog.Int("exit_code", f.code), slog.String("said", f.said))
	if reason := f.reason(r.config.Limits); reason != nil {
		return &ingest.StageError{Stage: f.at.Stage, Source: source, Err: reason}
	}
	return &lostError{code: f.code}
}

// acquire returns a process that reads nothing.
func (r *Reader) acquire(ctx context.Context) (*process, error) {
	r.mu.Lock()
	r.spare = min(r.spare, max(0, len(r.free)-1))
	r.mu.Unlock()
	select {
	case p := <-r.free:
		return p, nil
	default:
	}
	wait := r.config.Patience
	if r.running.Load() == 0 {
		wait = 0
	}
	select {
	case p := <-r.free:
		return p, nil
	case <-time.After(wait):
		return r.start(ctx)
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// start starts a process.
func (r *Reader) start(ctx context.Context) (*process, error) {
	words, err := json.Marshal(r.config.Lexicon.Data())
	if err != nil {
		return nil, fmt.Errorf("write the lexicon: %w", err)
	}
	level := slog.LevelDebug
	for level < slog.LevelError && !r.config.Log.Enabled(ctx, level) {
		level++
	}
	limited, cancel := context.WithTimeout(ctx, r.config.Start)
	defer cancel()
	r.running.Add(1)
	told := setup{Limits: r.config.Limits, LogLevel: level, Lexicon: words}
	p, err := start(limited, r.config.Command(context.WithoutCancel(ctx)), told, r.config.Log)
	if err == nil {
		return p, nil
	}
	r.running.Add(-1)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return nil, quarry.Errorf(quarry.KindUnavailable, "no process could be started to read documents").Because(err)
}

// release keeps a process for the next document, unless the reader was closed.
func (r *Reader) release(p *process) {
	select {
	case r.free <- p:
	default:
		r.end(p)
	}
	if r.closed.Load() {
		r.endFree(mostIdle) // Close may have looked before
	}
}
