package sqlite

import (
	"context"
	"errors"
	"fmt"
)

// Space is how many bytes a database takes, without what was written last and is
// not folded in yet.
type Space struct {
	Taken int64
	Free  int64 // of those, what was deleted: it is used again before the file grows
}

const selectSpace = `SELECT page_count * page_size, freelist_count * page_size
	FROM pragma_page_count(), pragma_freelist_count(), pragma_page_size()`

func (h *handle) space(ctx context.Context) (Space, error) {
	var s Space
	err := h.db.QueryRowContext(ctx, selectSpace).Scan(&s.Taken, &s.Free)
	return s, err
}

// Space returns how many bytes the database takes.
func (s *Store) Space(ctx context.Context) (Space, error) {
	space, err := s.reader.space(ctx)
	if err != nil {
		return Space{}, fmt.Errorf("read the space of the database: %w", explain(err))
	}
	return space, nil
}

// Compact writes the database at path anew without what is free in it, and gives that
// back to the disk, which needs room for a second one meanwhile. It returns the space
// before and after. Nobody else may have the database open for writing; while somebody
// reads it, the file keeps its size until the next one who writes. An interrupted or
// killed Compact leaves the database as it was, or compact. What Open refuses is refused.
func Compact(ctx context.Context, path string) (before, after Space, err error) {
	file, _, err := examine(ctx, path, (*identity).mayCopy)
	if err != nil {
		return before, after, err
	}
	h, err := openHandle(ctx, besideDSN(file), 1)
	if err != nil {
		return before, after, fmt.Errorf("compact database %q: %w", file, err)
	}
	before, err = h.space(ctx)
	for _, statement := range []string{`VACUUM`, `PRAGMA wal_checkpoint(TRUNCATE)`} {
		if err == nil {
			_, err = h.db.ExecContext(ctx, statement)
		}
	}
	if err == nil {
		after, err = h.space(ctx)
	}
	if err := errors.Join(err, h.close()); err != nil {
		return before, after, fmt.Errorf("compact database %q: %w", file, explain(err))
	}
	return before, after, nil
}
