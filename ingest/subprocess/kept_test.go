package subprocess_test

import (
	"context"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest/ingesttest"
	"github.com/quarrykb/quarry/ingest/subprocess"
)

func TestAProcessThatReadsNothingIsEnded(t *testing.T) {
	t.Parallel()
	file := self(t)
	out, in, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	reader := subprocess.NewReader(subprocess.Config{
		Command: func(ctx context.Context) *exec.Cmd {
			command := exec.CommandContext(ctx, file, asHostile)
			command.ExtraFiles = []*os.File{in}
			return command
		},
		Lexicon: ingesttest.Lexicon(t), Limits: limits(), Idle: time.Millisecond, Start: time.Minute, Log: slog.New(slog.DiscardHandler),
	})
	defer reader.Close()
	mustRead(t, reader, "text")
	if err := in.Close(); err != nil {
		t.Fatal(err)
	}
	if said, err := io.ReadAll(out); err != nil || len(said) > 0 { // the end comes with that of the process
		t.Errorf("it said %q, %v", said, err)
	}
}

// A document now and then keeps one process, and not all those of a burst.
func TestProcessesThatAreNotNeededAnyMoreAreEnded(t *testing.T) {
	t.Parallel()
	const burst, manyDocuments = 4, 10_000
	file := self(t)
	pipes := make(chan [2]*os.File, 100) // each process holds the end of one open
	reader := subprocess.NewReader(subprocess.Config{
		Command: func(ctx context.Context) *exec.Cmd {
			command := exec.CommandContext(ctx, file, asHostile)
			if out, in, err := os.Pipe(); err == nil {
				command.ExtraFiles = []*os.File{in}
				pipes <- [2]*os.File{out, in}
			}
			return command
		},
		Lexicon: ingesttest.Lexicon(t), Limits: limits(), Patience: time.Nanosecond, Idle: 20 * time.Millisecond, Start: time.Minute, Log: slog.New(slog.DiscardHandler),
	})
	var ended atomic.Int32
	var reading, watching sync.WaitGroup
	defer watching.Wait()
	defer reader.Close()
	for range burst {
		reading.Go(func() { mustRead(t, reader, "at once") })
	}
	reading.Wait()
	all := int32(len(pipes))
	for range all {
		pipe := <-pipes
		_ = pipe[1].Close()
		watching.Go(func() {
			_, _ = io.Copy(io.Discard, pipe[0]) // until the process is gone
			ended.Add(1)
		})
	}
	for read := 0; all < 2 || ended.Load() < all-1; read++ {
		if read == manyDocuments {
			t.Fatalf("of %d processes, %d have ended, want all but one of several", all, ended.Load())
		}
		mustRead(t, reader, "one after the other")
	}
}

func TestAProcessThatDoesNotGetReadyIsEnded(t *testing.T) {
	t.Parallel()
	reader, s := newReader(t, asMute, subprocess.Config{Limits: limits(), Start: 50 * time.Millisecond})
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if _, err := reader.ReadDocument(ctx, load("a.md", []byte("text"))); !quarry.IsKind(err, quarry.KindUnavailable) {
		t.Errorf("error = %v, want that none could be started", err)
	}
	s.gone(t)
	s.want(t, 1)
}

func TestAWarmReaderHasAProcessForTheFirstDocument(t *testing.T) {
	t.Parallel()
	reader, s := newReader(t, asHostile, subprocess.Config{Limits: limits()})
	reader.Warm(t.Context())
	for s.count() == 0 { // until it is being started
		runtime.Gosched()
	}
	mustRead(t, reader, "text")
	s.want(t, 1)
}

func TestClosingAReaderEndsAProcessThatIsBeingStarted(t *testing.T) {
	t.Parallel()
	reader, s := newReader(t, asHostile, subprocess.Config{Limits: limits()})
	reader.Warm(t.Context())
	reader.Close()
	if count := s.gone(t); count > 1 {
		t.Errorf("%d processes were started, want 1 at most", count)
	}
}
