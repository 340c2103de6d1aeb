package db

import (
	"context"
	"database/sql"

	"github.com/quarrykb/quarry"
)

// SelectRevision selects the sequence of the last change.
const SelectRevision = `SELECT coalesce(max(sequence), 0) FROM changes`

// News is what one transaction has to tell the feed: op, kind and id.
type News [][3]string

// Add adds what became of an entry.
func (n *News) Add(op quarry.Op, ref quarry.EntryRef) {
	*n = append(*n, [3]string{string(op), string(ref.Kind), string(ref.ID)})
}

// Record appends to the feed. An entry's earlier row makes way for the new
// one, which always has the highest sequence.
func (d *DB) Record(ctx context.Context, tx *sql.Tx, n News) error {
	const insert = `INSERT OR REPLACE INTO changes (sequence, op, kind, id, at)
		SELECT (` + SelectRevision + `) + 1 + key, value ->> 0, value ->> 1, value ->> 2, ? FROM json_each(?)`
	_, err := tx.ExecContext(ctx, insert, d.Now().UnixMicro(), JSONList(n))
	return Wrap(err, "write changes")
}

// SelectCursor selects how far a derivation of a name and a version has come.
const SelectCursor = `SELECT cursor FROM derivations WHERE name = ? AND version = ?`

// Derived returns how far a version of a derivation has come: to no change where another
// one came before.
func Derived(ctx context.Context, from Querier, name, version string) (quarry.Derived, error) {
	var derived quarry.Derived
	const query = `SELECT (` + SelectRevision + `), coalesce((` + SelectCursor + `), 0)`
	err := from.QueryRowContext(ctx, query, name, version).Scan(&derived.Revision, &derived.Cursor)
	return derived, Explain(err)
}

// NoteCursor writes how far a version of a derivation has come.
func NoteCursor(ctx context.Context, tx *sql.Tx, name, version string, cursor quarry.Sequence) error {
	const note = `INSERT OR REPLACE INTO derivations (name, version, cursor) VALUES (?, ?, ?)`
	_, err := tx.ExecContext(ctx, note, name, version, int64(cursor))
	return Wrap(err, "note the cursor")
}
