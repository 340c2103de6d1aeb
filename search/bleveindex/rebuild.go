package bleveindex

import (
	"context"
	"errors"
	"log/slog"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search"
)

// rebuild is a generation that no search sees yet.
type rebuild struct {
	owner *Index
	next  *generation
}

// Rebuild begins an empty index beside the one that serves.
func (i *Index) Rebuild(context.Context) (search.Rebuild, error) {
	i.mu.RLock()
	serving := 0
	if i.serving != nil {
		serving = numberOf(i.serving.path)
	}
	i.mu.RUnlock()
	path, err := i.folder.next(serving)
	if err != nil {
		return nil, explain(err)
	}
	next, err := createGeneration(path, i.schema)
	if err != nil {
		return nil, explain(err)
	}
	return &rebuild{owner: i, next: next}, nil
}

// Cursor returns the change up to which the new index has read.
func (r *rebuild) Cursor(context.Context) (quarry.Sequence, error) {
	return r.next.known().Cursor, nil
}

// Apply writes a batch into the new index.
func (r *rebuild) Apply(ctx context.Context, b search.Batch) error {
	return explain(r.next.write(ctx, b))
}

// Commit puts the new index in the place of the old one. It is opened once more
// first, which shows that all of it is on disk and sound.
func (r *rebuild) Commit(ctx context.Context) error {
	i := r.owner
	if err := safely(r.next.close); err != nil {
		return explain(errors.Join(err, r.next.remove()))
	}
	built, err := openGeneration(r.next.path, i.schema)
	if err != nil {
		return explain(errors.Join(err, r.next.remove()))
	}
	if err := i.folder.point(built.path); err != nil {
		return explain(errors.Join(err, built.close(), built.remove()))
	}
	i.mu.Lock()
	old := i.serving
	i.serving, i.broken = built, ""
	i.mu.Unlock()
	if err := errors.Join(retire(old), i.folder.sweep(built.path)); err != nil {
		i.log.WarnContext(ctx, "old search index remains", slog.Any("error", err))
	}
	return nil
}

// retire closes an index when its last search is done, and removes it.
func retire(g *generation) error {
	if g == nil {
		return nil
	}
	return errors.Join(safely(g.close), g.remove())
}

// Discard removes what was built.
func (r *rebuild) Discard() error { return explain(retire(r.next)) }
