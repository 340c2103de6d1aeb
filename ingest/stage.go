package ingest

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
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

// logPanic keeps the stack of a panic, which no report shows.
func (r stageRunner) logPanic(ctx context.Context, name Stage, err error) {
	if caught, ok := errors.AsType[*panicError](err); ok {
		r.log.ErrorContext(ctx, "stage panicked",
			slog.String("stage", string(name)), slog.String("source", r.source), slog.String("stack", caught.stack))
	}
}

// step runs one stage, names it in the error and times it in the log.
func step[In, Out any](
	ctx context.Context, run stageRunner, name Stage, in In, do func(context.Context, In) (Out, error),
) (Out, error) {
	began := time.Now()
	note(ctx, func(p *Progress) { p.Stage, p.Place = name, "" })
	out, err := guarded(func() (Out, error) { return do(ctx, in) })
	if err != nil {
		run.logPanic(ctx, name, err)
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
func guarded[Out any](do func() (Out, error)) (Out, error) {
	var out Out
	var err error
	func() {
		defer func() {
			if fault := recover(); fault != nil {
				err = &panicError{fault: fault, stack: string(debug.Stack())}
			}
		}()
		out, err = do()
	}()
	return out, err
}

// panicError is a panic that was caught.
type panicError struct {
	fault any
	stack string
}

// Error says what the panic said, and not where: that is for the log.
func (e *panicError) Error() string { return fmt.Sprintf("a fault of the program: %v", e.fault) }
