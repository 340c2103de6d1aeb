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

// lookUp lends a connection for a look-up by key. It is waited for as long as the caller
// is there. The look-up itself is over before anyone could give up on it, and a context
// without a cancel spares the driver the goroutines that would wait for that, some
// of them for every row: a quarter of its time.
func (s *Store) lookUp(ctx context.Context, read func(context.Context, *sql.Conn) error) error {
	conn, err := s.reader.db.Conn(ctx)
	if err != nil {
		return explain(err)
	}
	defer func() { _ = conn.Close() }() // it goes back to the pool
	return explain(read(context.WithoutCancel(ctx), conn))
}

// update writes within one transaction, which holds the writer's lock from its
// first statement on. The sequences of the feed are given out under that lock
// and appear all at once, in order: a reader that has read up to n has seen every
// transaction up to n.
func (s *Store) update(ctx context.Context, write func(*sql.Tx) error) error {
	return s.hold(ctx, awaited, func(conn *sql.Conn) error { return s.within(ctx, ctx, conn, write) })
}

// updateAside is update for what no caller waits for: others go first.
func (s *Store) updateAside(ctx context.Context, write func(*sql.Tx) error) error {
	return s.hold(ctx, background, func(conn *sql.Conn) error { return s.within(ctx, ctx, conn, write) })
}

// hold lends the connection that writes, and folds a log that has grown long in behind what
// was written. What goes wrong is known before the next writer has the connection.
func (s *Store) hold(ctx context.Context, p pressure, use func(*sql.Conn) error) error {
	if s.writer == nil {
		return quarry.Errorf(quarry.KindUnavailable, "the database is open for reading only")
	}
	if err := s.turns.take(ctx, p); err != nil {
		return err
	}
	defer s.turns.give()
	conn, err := s.writer.db.Conn(ctx)
	if err != nil {
		return explain(err)
	}
	defer func() { _ = conn.Close() }() // it goes back to the pool
	if err := use(conn); err != nil {
		return err
	}
	s.foldLog(context.WithoutCancel(ctx), conn)
	return nil
}

// updateDurably is update for what a caller is promised, or lets go of a file for: it is on
// the disk when updateDurably returns, and outlives a power cut. So does all that was
// committed before it, for one log holds everything in its order, and a commit with
// synchronous=FULL waits until the log is on the disk. The log's file could be synced
// from here as well, but only behind the commit: what failed then would be there all the
// same. Between the two settings nothing ends the transaction but this function, so that
// the second finds none under way, which SQLite would refuse; a connection that kept the
// first would be slower, and no less right.
func (s *Store) updateDurably(ctx context.Context, write func(*sql.Tx) error) error {
	return s.hold(ctx, awaited, func(conn *sql.Conn) error {
		lasting := context.WithoutCancel(ctx)
		if _, err := conn.ExecContext(lasting, `PRAGMA synchronous = FULL`); err != nil {
			return explain(err)
		}
		defer func() { _, _ = conn.ExecContext(lasting, `PRAGMA synchronous = NORMAL`) }()
		return s.within(ctx, lasting, conn, write)
	})
}

// begin begins a transaction, which holds the writer's lock, behind a log that lasts. The
// doubt about the log is looked at under that lock: it may have come while others held it.
func (s *Store) begin(ctx context.Context, conn *sql.Conn) (*sql.Tx, error) {
	tx, err := conn.BeginTx(ctx, nil)
	if err != nil {
		return nil, explain(err)
	}
	if err := s.settleLog(); err != nil {
		_ = tx.Rollback() // nothing was written
		return nil, err
	}
	return tx, nil
}

// within writes, and commits where nothing went wrong. The transaction lives as long as
// the lasting context.
func (s *Store) within(ctx, lasting context.Context, conn *sql.Conn, write func(*sql.Tx) error) error {
	tx, err := s.begin(lasting, conn)
	if err != nil {
		return err
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
		s.doubtful.Store(true)
		return explain(unconfirmed(err))
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
func collect[T any](ctx context.Context, from querier, read func(scan scanFunc) (T, error), query string, args ...any) ([]T, error) {
	var all []T
	err := each(ctx, from, func(scan scanFunc) error {
		one, err := read(scan)
		all = append(all, one)
		return err
	}, query, args...)
	if err != nil {
		return nil, err
	}
	return all, nil
}

// each hands every row of a query to a function.
func each(ctx context.Context, from querier, read func(scan scanFunc) error, query string, args ...any) error {
	rows, err := from.QueryContext(ctx, query, args...)
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		if err := read(rows.Scan); err != nil {
			return err
		}
	}
	return rows.Err()
}

// readValue reads a row of one column.
func readValue[T any](scan scanFunc) (T, error) {
	var value T
	err := scan(&value)
	return value, err
}

// scanFunc reads the columns of one row.
type scanFunc func(targets ...any) error
