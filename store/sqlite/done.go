package sqlite

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/quarrykb/quarry/store/sqlite/db"
)

// MarkDone notes that something was done that is done once for a database.
func (s *Store) MarkDone(ctx context.Context, what string) error {
	return s.db.Update(ctx, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, `INSERT OR IGNORE INTO done (what) VALUES (?)`, what); err != nil {
			return fmt.Errorf("note that %s is done: %w", what, err)
		}
		return nil
	})
}

// Sync makes everything that was committed last: it is on the disk when Sync returns, and
// outlives a power cut.
func (s *Store) Sync(ctx context.Context) error {
	err := s.db.UpdateDurably(ctx, func(tx *sql.Tx) error { // an empty transaction would write nothing, and sync nothing
		if _, err := tx.ExecContext(ctx, `INSERT OR REPLACE INTO done (what) VALUES ('synced')`); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, `DELETE FROM done WHERE what = 'synced'`)
		return err
	})
	if err != nil {
		return fmt.Errorf("sync what was stored: %w", err)
	}
	return nil
}

// Done reports whether MarkDone was called for this.
func (s *Store) Done(ctx context.Context, what string) (bool, error) {
	var known bool
	err := s.db.Reader.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM done WHERE what = ?)`, what).Scan(&known)
	if err != nil {
		return false, fmt.Errorf("look whether %s is done: %w", what, db.Explain(err))
	}
	return known, nil
}
