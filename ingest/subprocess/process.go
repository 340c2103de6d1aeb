package subprocess

import (
	"context"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os/exec"
	"slices"
	"strings"

	"github.com/quarrykb/quarry/ingest"
)

// process is a process that reads documents, as the program sees it.
type process struct {
	command  *exec.Cmd
	requests *gob.Encoder
	replies  *gob.Decoder
	said     *beginning
	at       ingest.Progress // that it told of last
	log      *slog.Logger
}

// start starts a process, and returns once it is ready.
func start(ctx context.Context, command *exec.Cmd, told setup, log *slog.Logger) (*process, error) {
	p := &process{command: command, said: &beginning{}, log: log}
	command.Stderr = p.said
	in, err := command.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	p.requests, p.replies = gob.NewEncoder(in), gob.NewDecoder(out)
	if err := command.Start(); err != nil {
		return nil, err
	}
	if _, err := p.ask(ctx, told); err != nil {
		p.end()
		return nil, fmt.Errorf("start it: %w: %s", err, p.said)
	}
	return p, nil
}

// ask sends something, and returns the reply that ends it: nil where the process was only to
// get ready. Any error means that the process is of no use any more; where ctx ends, it was
// killed.
func (p *process) ask(ctx context.Context, what any) (*result, error) {
	stop := context.AfterFunc(ctx, p.kill)
	p.at = ingest.Progress{Stage: ingest.StageRead}
	err := p.requests.Encode(what)
	var told reply
	for err == nil && !told.Ready && told.Done == nil {
		told = reply{}
		err = p.replies.Decode(&told)
		switch {
		case told.At != nil:
			p.at = *told.At
		case told.Log != nil:
			told.Log.log(ctx, p.log)
		}
	}
	if !stop() {
		return nil, ctx.Err()
	}
	return told.Done, err
}

func (p *process) kill() { _ = p.command.Process.Kill() } // it may have ended

// end ends the process, and waits until it is gone.
func (p *process) end() {
	p.kill()
	_ = p.command.Wait() // it was killed
}

// fate is how a process ended.
type fate struct {
	code int // -1 where a signal ended it
	said string
	at   ingest.Progress
}

// wait waits for the end of a process that does not reply any more.
func (p *process) wait(err error) fate {
	if !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		p.kill() // its answer cannot be understood
	}
	_ = p.command.Wait() // how it ended is in its state
	return fate{code: p.command.ProcessState.ExitCode(), said: p.said.String(), at: p.at}
}

// reason says what a fate means for the document that was being read; nil where it is the
// machine's and says nothing of the document.
func (f fate) reason(limits Limits) error {
	switch {
	case f.code == exitTooLong:
		return limits.tooLong(f.at)
	case f.code == exitTooMuch:
		return limits.tooMuch(f.at)
	case f.says("failed to create new OS thread", "pthread_create failed"):
		return nil
	case limits.Memory > 0 && f.says("out of memory", "cannot allocate", "failed to allocate", "stack overflow"):
		return limits.tooMuch(f.at)
	case f.code < 0 && !f.says("fatal error: ", "panic: "):
		return nil
	}
	return crashed(f.at)
}

// says reports whether one of some words is among what the process said.
func (f fate) says(words ...string) bool {
	return slices.ContainsFunc(words, func(word string) bool { return strings.Contains(f.said, word) })
}

// beginning keeps what is written to it first: how Go says why it ends. It is read once the
// process was waited for.
type beginning struct{ kept []byte }

// mostKept is how many bytes are kept.
const mostKept = 16 << 10

// Write keeps what there is room for.
func (b *beginning) Write(said []byte) (int, error) {
	b.kept = append(b.kept, said[:min(len(said), mostKept-len(b.kept))]...)
	return len(said), nil
}

// String returns what was kept.
func (b *beginning) String() string { return string(b.kept) }
