package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/store/sqlite/db"
	"github.com/quarrykb/quarry/store/sqlite/entries"
)

// ChangesAfter returns the next changes after a sequence, in order, and no more
// than most of them. Nothing at or below the last sequence returned ever appears
// later.
func (s *Store) ChangesAfter(ctx context.Context, after quarry.Sequence, most int) ([]quarry.Change, error) {
	if most < 1 {
		return nil, quarry.Errorf(quarry.KindInvalid, "at least one change has to be asked for, not %d", most)
	}
	changes, err := db.Collect(ctx, s.db.Reader, readChange, selectChanges, int64(after), min(most, entries.MostItems))
	return changes, db.Wrap(db.Explain(err), "read changes after %d", after)
}

const selectChanges = `SELECT sequence, kind, id, op, at FROM changes WHERE sequence > ? ORDER BY sequence LIMIT ?`

func readChange(scan db.ScanFunc) (quarry.Change, error) {
	var c quarry.Change
	var at int64
	err := scan(&c.Sequence, &c.Kind, &c.ID, &c.Op, &at)
	c.At = time.UnixMicro(at).UTC()
	return c, err
}

// keptSessions is how many sessions a database remembers. An index that has
// not been written for longer is built anew.
const keptSessions = 1000

// beginSession notes that this database is opened for writing.
func (s *Store) beginSession(ctx context.Context) error {
	return s.db.Update(ctx, func(tx *sql.Tx) error {
		const insert = `INSERT INTO sessions (token, began) VALUES (lower(hex(randomblob(8))), (` + db.SelectRevision + `))`
		_, err := tx.ExecContext(ctx, insert)
		if err == nil {
			const forget = `DELETE FROM sessions WHERE number <= (SELECT max(number) FROM sessions) - ?`
			_, err = tx.ExecContext(ctx, forget, keptSessions)
		}
		return db.Wrap(err, "begin a session")
	})
}

// Session names the last session in which the database was written.
func (s *Store) Session(ctx context.Context) (string, error) {
	var token string
	err := s.db.Reader.QueryRowContext(ctx, `SELECT token FROM sessions ORDER BY number DESC LIMIT 1`).Scan(&token)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return token, db.Wrap(db.Explain(err), "read the session")
}

// Continues reports whether the feed goes on from where a reader stopped that
// had read up to a sequence in a session. It does not where the session is of
// another database, or where this one has lost what the session wrote last: a
// copy was put back, or a power cut took the last commits.
func (s *Store) Continues(ctx context.Context, session string, read quarry.Sequence) (bool, error) {
	const end = `SELECT coalesce((SELECT began FROM sessions n WHERE n.number > s.number ORDER BY n.number LIMIT 1),
		(` + db.SelectRevision + `)) FROM sessions s WHERE s.token = ?`
	var last quarry.Sequence
	err := s.db.Reader.QueryRowContext(ctx, end, session).Scan(&last)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	return read <= last, db.Wrap(db.Explain(err), "look for session %q", session)
}
