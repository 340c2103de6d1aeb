package sqlite

import (
	"context"
	"database/sql"

	"github.com/quarrykb/quarry/store/sqlite/db"
)

// MarkDone notes that something was done that is done once for a database.
func (s *Store) MarkDone(ctx context.Context, what string) error {
	return s.db.Update(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT OR IGNORE INTO done (what) VALUES (?)`, what)
		return db.Wrap(err, "note that %s is done", what)
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
	return db.Wrap(err, "sync what was stored")
}

// Done reports whether MarkDone was called for this.
func (s *Store) Done(ctx context.Context, what string) (bool, error) {
	var known bool
	err := s.db.Reader.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM done WHERE what = ?)`, what).Scan(&known)
	return known, db.Wrap(db.Explain(err), "look whether %s is done", what)
}
