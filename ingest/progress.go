package ingest

import (
	"context"
	"sync"
)

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
