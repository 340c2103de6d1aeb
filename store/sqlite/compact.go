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

// Compacted is what a database took before and takes after it was compacted.
type Compacted struct{ Before, After Space }

// Compact writes the database at path anew without what is free in it, and gives that
// back to the disk, which needs room for a second one meanwhile. No other process may have the
// database open for writing; while it is being read, the file keeps its size until the
// next one who writes. An interrupted or killed Compact leaves the database as it was, or
// compact. What Open refuses is refused.
func Compact(ctx context.Context, path string) (Compacted, error) {
	file, _, err := examine(ctx, path, (*identity).mayCopy)
	if err != nil {
		return Compacted{}, err
	}
	h, err := openHandle(ctx, besideDSN(file), 1)
	if err != nil {
		return Compacted{}, fmt.Errorf("compact database %q: %w", file, err)
	}
	done, err := h.compact(ctx)
	if err := errors.Join(err, h.close()); err != nil {
		return Compacted{}, fmt.Errorf("compact database %q: %w", file, explain(err))
	}
	return done, nil
}

func (h *handle) compact(ctx context.Context) (Compacted, error) {
	before, err := h.space(ctx)
	if err != nil {
		return Compacted{}, err
	}
	for _, statement := range []string{`VACUUM`, `PRAGMA wal_checkpoint(TRUNCATE)`} {
		if _, err := h.db.ExecContext(ctx, statement); err != nil {
			return Compacted{}, err
		}
	}
	after, err := h.space(ctx)
	return Compacted{before, after}, err
}
