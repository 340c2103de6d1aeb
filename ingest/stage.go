package ingest

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync"
	"time"

	"github.com/quarrykb/quarry"
)

// Stage names one step of the pipeline in errors, logs and reports.
type Stage string

// The stages, in the order in which a document passes them. Find and claim come
// before the first: they turn what the caller named into sources, each with a
// path that no other parser claims.
const (
	StageFind      Stage = "find"
	StageClaim     Stage = "claim"
	StageRead      Stage = "read"
	StageDetect    Stage = "detect"
	StageParse     Stage = "parse"
	StageSpecify   Stage = "specify"
	StageNormalise Stage = "normalise"
	StageTag       Stage = "tag"
	StageSave      Stage = "save"
)

// StageError says which stage refused which source, and at which line.
type StageError struct {
	Stage  Stage
	Source string
	Line   int // 0 where the whole document is meant
	Err    error
}

// Error names stage, source and reason.
func (e *StageError) Error() string {
	return fmt.Sprintf("%s %s: %v", e.Stage, e.Source, e.Err)
}

// Unwrap returns what the stage returned.
func (e *StageError) Unwrap() error { return e.Err }

// Rejection returns the error as a line of the report.
func (e *StageError) Rejection() quarry.Rejection {
	reason, shown := e.Err.Error(), quarry.Explain(e.Err)
	if shown.Kind != quarry.KindInternal {
		reason = shown.Message
	}
	return quarry.Rejection{Source: e.Source, Stage: string(e.Stage), Line: e.Line, Reason: reason, Code: shown.Code}
}

// LineError is an error that knows the line it happened at.
type LineError struct {
	Line int
	Err  error
}

// Error names the line.
func (e *LineError) Error() string { return fmt.Sprintf("line %d: %v", e.Line, e.Err) }

// Unwrap returns the error itself.
func (e *LineError) Unwrap() error { return e.Err }

type stageRunner struct {
	source string
	log    *slog.Logger
}

// step runs one stage, names it in the error and times it in the log.
func step[In, Out any](
	ctx context.Context, run stageRunner, name Stage, in In, do func(context.Context, In) (Out, error),
) (Out, error) {
	began := time.Now()
	note(ctx, func(p *Progress) { p.Stage, p.Place = name, "" })
	out, err := guarded(func() (Out, error) { return do(ctx, in) })
	if err != nil {
		if caught, ok := errors.AsType[*panicError](err); ok { // its stack is for the log: no report shows it
			run.log.ErrorContext(ctx, "stage panicked",
				slog.String("stage", string(name)), slog.String("source", run.source), slog.String("stack", caught.stack))
		}
		return out, stageError(name, run.source, err)
	}
	run.log.DebugContext(ctx, "stage done",
		slog.String("stage", string(name)),
		slog.String("source", run.source),
		slog.Duration("took", time.Since(began)))
	return out, nil
}

// guarded turns a panic of a parser or of its library into an error: one
// document must never end a run.
func guarded[Out any](do func() (Out, error)) (out Out, err error) { //nolint:nonamedreturns // recover sets the error
	defer func() {
		if fault := recover(); fault != nil {
			err = &panicError{fault: fault, stack: string(debug.Stack())}
		}
	}()
	return do()
}

// panicError is a panic that was caught.
type panicError struct {
	fault any
	stack string
}

// Error says what the panic said, and not where: that is for the log.
func (e *panicError) Error() string { return fmt.Sprintf("a fault of the program: %v", e.fault) }

// Progress is how far the reading of a document is: what a limit names that ends it.
type Progress struct {
	Stage  Stage
	Format string // of the extractor or the parser that is at work, or was last; "" for none
	Place  string // where in the document that is, such as "page 12"; "" where it does not tell
}

// progressKey is where a context has the progress of what is done in it.
type progressKey struct{}

// tracked tells of every step of a document.
type tracked struct {
	mu   sync.Mutex
	now  Progress
	tell func(Progress)
}

// WithProgress returns a context in which the stages tell of every stage, format and place
// before they begin with it.
func WithProgress(ctx context.Context, tell func(Progress)) context.Context {
	return context.WithValue(ctx, progressKey{}, &tracked{tell: tell})
}

// NotePlace tells where in a document an extractor or a parser is: "page 12". It costs a
// few microseconds, and is for what takes longer than that.
func NotePlace(ctx context.Context, place string) {
	note(ctx, func(p *Progress) { p.Place = place })
}

func noteFormat(ctx context.Context, format Format) {
	note(ctx, func(p *Progress) { p.Format = format.Name })
}

func note(ctx context.Context, change func(*Progress)) {
	t, ok := ctx.Value(progressKey{}).(*tracked)
	if !ok {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	change(&t.now)
	t.tell(t.now)
}
