package subprocess

import (
	"context"
	"log/slog"
	"slices"
	"time"
)

// logRecord is a line for the log of the program.
type logRecord struct {
	Time    time.Time
	Level   slog.Level
	Message string
	Attrs   []logAttr
}

type logAttr struct{ Key, Value string }

// handler sends what is logged. Groups are not told apart: the pipeline has none.
type handler struct {
	level slog.Level
	send  func(reply)
	attrs []logAttr
}

// Enabled reports whether the program logs this level.
func (h *handler) Enabled(_ context.Context, level slog.Level) bool { return level >= h.level }

// Handle sends a record.
func (h *handler) Handle(_ context.Context, r slog.Record) error {
	sent := logRecord{Time: r.Time, Level: r.Level, Message: r.Message, Attrs: slices.Clone(h.attrs)}
	r.Attrs(func(a slog.Attr) bool {
		sent.Attrs = append(sent.Attrs, logAttr{a.Key, a.Value.String()})
		return true
	})
	h.send(reply{Log: &sent})
	return nil
}

// WithAttrs returns a handler whose records all have some attributes.
func (h *handler) WithAttrs(attrs []slog.Attr) slog.Handler {
	next := *h
	next.attrs = slices.Clone(h.attrs)
	for _, a := range attrs {
		next.attrs = append(next.attrs, logAttr{a.Key, a.Value.String()})
	}
	return &next
}

// WithGroup returns the handler itself.
func (h *handler) WithGroup(string) slog.Handler { return h }

// log writes a record to the program's log.
func (r *logRecord) log(ctx context.Context, to *slog.Logger) {
	record := slog.NewRecord(r.Time, r.Level, r.Message, 0)
	for _, a := range r.Attrs {
		record.AddAttrs(slog.String(a.Key, a.Value))
	}
	if to.Enabled(ctx, r.Level) {
		_ = to.Handler().Handle(ctx, record) // as slog itself, which reports no errors
	}
}
