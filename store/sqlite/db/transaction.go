package db

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/quarrykb/quarry"
)

// Snapshot is a read transaction: everything that is read in it was true at
// one revision.
type Snapshot struct {
	*sql.Tx

	Revision quarry.Sequence
}

// View reads within one snapshot.
func (d *DB) View(ctx context.Context, read func(*Snapshot) error) error {
	tx, err := d.Reader.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return Explain(err)
	}
	defer func() { _ = tx.Rollback() }() // nothing was written
	v := &Snapshot{Tx: tx}
	if err := tx.QueryRowContext(ctx, SelectRevision).Scan(&v.Revision); err != nil {
		return fmt.Errorf("read revision: %w", Explain(err))
	}
	return Explain(read(v))
}

// Viewed reads something within one snapshot, and returns the snapshot's revision with it.
func Viewed[T any](ctx context.Context, d *DB, read func(*Snapshot) (T, error)) (T, quarry.Sequence, error) {
	var value T
	var revision quarry.Sequence
	err := d.View(ctx, func(v *Snapshot) error {
		var err error
		revision = v.Revision
		value, err = read(v)
		return err
	})
	return value, revision, err
}

// LookUp lends a connection for a look-up by key. It is waited for as long as the caller
// is there. The look-up itself is over before anyone could give up on it, and a context
// without a cancel spares the driver the goroutines that would wait for that, some
// of them for every row: a quarter of its time.
func (d *DB) LookUp(ctx context.Context, read func(context.Context, *sql.Conn) error) error {
	conn, err := d.Reader.Conn(ctx)
	if err != nil {
		return Explain(err)
	}
	defer func() { _ = conn.Close() }() // it goes back to the pool
	return Explain(read(context.WithoutCancel(ctx), conn))
}

// Update writes within one transaction, which holds the writer's lock from its
// first statement on. The sequences of the feed are given out under that lock
// and appear all at once, in order: a reader that has read up to n has seen every
// transaction up to n.
func (d *DB) Update(ctx context.Context, write func(*sql.Tx) error) error {
	return d.hold(ctx, awaited, func(conn *sql.Conn) error { return d.within(ctx, ctx, conn, write) })
}

// UpdateAside is Update for what no caller waits for: others go first.
func (d *DB) UpdateAside(ctx context.Context, write func(*sql.Tx) error) error {
	return d.hold(ctx, background, func(conn *sql.Conn) error { return d.within(ctx, ctx, conn, write) })
}

// hold lends the connection that writes, and folds a log that has grown long in behind what
// was written. What goes wrong is known before the next writer has the connection.
func (d *DB) hold(ctx context.Context, p pressure, use func(*sql.Conn) error) error {
	if d.Writer == nil {
		return quarry.Errorf(quarry.KindUnavailable, "the database is open for reading only")
	}
	if err := d.turns.take(ctx, p); err != nil {
		return err
	}
	defer d.turns.give()
	conn, err := d.Writer.Conn(ctx)
	if err != nil {
		return Explain(err)
	}
	defer func() { _ = conn.Close() }() // it goes back to the pool
	if err := use(conn); err != nil {
		return err
	}
	d.foldLog(context.WithoutCancel(ctx), conn)
	return nil
}

// UpdateDurably is Update for what a caller is promised, or lets go of a file for: it is on
// the disk when UpdateDurably returns, and outlives a power cut. So does all that was
// committed before it, for one log holds everything in its order, and a commit with
// synchronous=FULL waits until the log is on the disk. The log's file could be synced
// from here as well, but only behind the commit: what failed then would be there all the
// same. Between the two settings nothing ends the transaction but this function, so that
// the second finds none under way, which SQLite would refuse; a connection that kept the
// first would be slower, and no less right.
func (d *DB) UpdateDurably(ctx context.Context, write func(*sql.Tx) error) error {
	return d.hold(ctx, awaited, func(conn *sql.Conn) error {
		lasting := context.WithoutCancel(ctx)
		if _, err := conn.ExecContext(lasting, `PRAGMA synchronous = FULL`); err != nil {
			return Explain(err)
		}
		defer func() { _, _ = conn.ExecContext(lasting, `PRAGMA synchronous = NORMAL`) }()
		return d.within(ctx, lasting, conn, write)
	})
}

// begin begins a transaction, which holds the writer's lock, behind a log that lasts. The
// doubt about the log is looked at under that lock: it may have come while others held it.
func (d *DB) begin(ctx context.Context, conn *sql.Conn) (*sql.Tx, error) {
	tx, err := conn.BeginTx(ctx, nil)
	if err != nil {
		return nil, Explain(err)
	}
	if err := d.settleLog(); err != nil {
		_ = tx.Rollback() // nothing was written
		return nil, err
	}
	return tx, nil
}

// within writes, and commits where nothing went wrong. The transaction lives as long as
// the lasting context.
func (d *DB) within(ctx, lasting context.Context, conn *sql.Conn, write func(*sql.Tx) error) error {
	tx, err := d.begin(lasting, conn)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // does nothing once committed
	if err := write(tx); err != nil {
		return Explain(err)
	}
	var revision int64
	if err := tx.QueryRowContext(ctx, SelectRevision).Scan(&revision); err != nil {
		return fmt.Errorf("read revision: %w", Explain(err))
	}
	if err := tx.Commit(); err != nil {
		d.doubtful.Store(true)
		return Explain(unconfirmed(err))
	}
	d.revision.Store(revision) // nobody else has the turn to write
	return nil
}
