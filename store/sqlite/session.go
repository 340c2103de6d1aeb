package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/quarrykb/quarry"
)

// keptSessions is how many sessions a database remembers. An index that has
// not been written for longer is built anew.
const keptSessions = 1000

// beginSession notes that this database is opened for writing.
func (s *Store) beginSession(ctx context.Context) error {
	return s.update(ctx, func(tx *sql.Tx) error {
		const insert = `INSERT INTO sessions (token, began) VALUES (lower(hex(randomblob(8))), (` + selectRevision + `))`
		if _, err := tx.ExecContext(ctx, insert); err != nil {
			return fmt.Errorf("begin a session: %w", err)
		}
		const forget = `DELETE FROM sessions WHERE number <= (SELECT max(number) FROM sessions) - ?`
		if _, err := tx.ExecContext(ctx, forget, keptSessions); err != nil {
			return fmt.Errorf("forget old sessions: %w", err)
		}
		return nil
	})
}

// Session names the last session in which the database was written.
func (s *Store) Session(ctx context.Context) (string, error) {
	var token string
	err := s.reader.db.QueryRowContext(ctx, `SELECT token FROM sessions ORDER BY number DESC LIMIT 1`).Scan(&token)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return "", fmt.Errorf("read the session: %w", explain(err))
	}
	return token, nil
}

// Continues reports whether the feed goes on from where a reader stopped that
// had read up to a sequence in a session. It does not where the session is of
// another database, or where this one has lost what the session wrote last: a
// copy was put back, or a power cut took the last commits.
func (s *Store) Continues(ctx context.Context, session string, read quarry.Sequence) (bool, error) {
	const end = `SELECT coalesce((SELECT began FROM sessions n WHERE n.number > s.number ORDER BY n.number LIMIT 1),
		(` + selectRevision + `)) FROM sessions s WHERE s.token = ?`
	var last quarry.Sequence
	err := s.reader.db.QueryRowContext(ctx, end, session).Scan(&last)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("look for session %q: %w", session, explain(err))
	}
	return read <= last, nil
}
