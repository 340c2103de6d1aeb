package subprocess

import (
	"errors"
	"log/slog"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
)

// setup is the first that a process is told. Documents, as ingest.Loaded, follow.
type setup struct {
	Limits   Limits
	LogLevel slog.Level
	Lexicon  []byte // JSON of lexicon.Data, in which a bound at 0 is none that is missing
}

// reply is what a process tells: one of these.
type reply struct {
	Ready bool
	At    *ingest.Progress // what is begun now, for the reason of an end that comes while it lasts
	Log   *logRecord
	Done  *result
}

// result is what came of a document.
type result struct {
	Document *packed  // nil where it was refused
	Refusal  *refusal // nil where it was read
}

// refusal is an error on its way.
type refusal struct {
	Stage   ingest.Stage
	Line    int
	Known   *quarry.Error // without its cause; nil where the error is none
	Message string        // of the cause, or of an error that is none; "" where there is no cause
}

func newRefusal(err error) *refusal {
	r := &refusal{}
	if refused, ok := errors.AsType[*ingest.StageError](err); ok {
		r.Stage, r.Line, err = refused.Stage, refused.Line, refused.Err
	}
	if known, ok := errors.AsType[*quarry.Error](err); ok {
		r.Known, err = known.Because(nil), known.Cause
	}
	if err != nil {
		r.Message = err.Error()
	}
	return r
}

// err returns the error again.
func (r *refusal) err(source string) error {
	reason := errors.New(r.Message)
	switch {
	case r.Known != nil && r.Message == "":
		reason = r.Known
	case r.Known != nil:
		reason = r.Known.Because(reason)
	}
	return &ingest.StageError{Stage: r.Stage, Source: source, Line: r.Line, Err: reason}
}
