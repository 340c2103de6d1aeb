package sqlite

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/quarrykb/quarry"
)

const (
	selectRevision = `SELECT coalesce(max(sequence), 0) FROM changes`
	selectMoment   = `SELECT (` + selectRevision + `), (SELECT coalesce(max(slot), 0) FROM slots)`
)

// snapshot is a read transaction: everything that is read in it was true at
// one revision.
type snapshot struct {
	*sql.Tx

	revision quarry.Sequence
	slots    uint64 // that were ever given out
}

// view reads within one snapshot.
func (s *Store) view(ctx context.Context, read func(*snapshot) error) error {
	tx, err := s.reader.db.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return explain(err)
	}
	defer func() { _ = tx.Rollback() }() // nothing was written
	v := &snapshot{Tx: tx}
	if err := tx.QueryRowContext(ctx, selectMoment).Scan(&v.revision, &v.slots); err != nil {
		return fmt.Errorf("read revision: %w", explain(err))
	}
	return explain(read(v))
}

// update writes within one transaction, which holds the writer's lock from its
// first statement on. The sequences of the feed are given out under that lock
// and appear all at once, in order: whoever has read up to n has seen every
// transaction up to n.
func (s *Store) update(ctx context.Context, write func(*sql.Tx) error) error {
	if s.writer == nil {
		return quarry.Errorf(quarry.KindUnavailable, "the database is open for reading only")
	}
	tx, err := s.writer.db.BeginTx(ctx, nil)
	if err != nil {
		return explain(err)
	}
	defer func() { _ = tx.Rollback() }() // does nothing once committed
	if err := write(tx); err != nil {
		return explain(err)
	}
	var revision int64
	if err := tx.QueryRowContext(ctx, selectRevision).Scan(&revision); err != nil {
		return fmt.Errorf("read revision: %w", explain(err))
	}
	if err := tx.Commit(); err != nil {
		return explain(err)
	}
	s.publish(revision)
	return nil
}

// publish raises the revision that is answered from memory. Two transactions
// may reach this point in either order.
func (s *Store) publish(revision int64) {
	for {
		now := s.revision.Load()
		if revision <= now || s.revision.CompareAndSwap(now, revision) {
			return
		}
	}
}

// collect reads every row of a query.
func collect[T any](rows *sql.Rows, read func(scan scanFunc) (T, error)) ([]T, error) {
	defer func() { _ = rows.Close() }()
	var all []T
	for rows.Next() {
		one, err := read(rows.Scan)
		if err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return all, rows.Err()
}

// scanFunc reads the columns of one row.
type scanFunc func(targets ...any) error
