package db

import (
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"os"

	"github.com/mattn/go-sqlite3"

	"github.com/quarrykb/quarry"
)

// logEnd is what SQLite puts behind the name of a database for its log.
const logEnd = "-wal"

// trustLog begins with a log that can be trusted. One that is found is written again: who
// left it may have done so because it could not be synced.
func (d *DB) trustLog(ctx context.Context, file string, o Options) error {
	if o.Rewrite == nil {
		return nil
	}
	lasting := context.WithoutCancel(ctx)
	d.rewriteLog = func() error { return o.Rewrite(file + logEnd) }
	d.settleLast = func() error { return d.settle(lasting) }
	if left, err := os.Stat(file + logEnd); err == nil && left.Size() > 0 {
		d.doubtful.Store(true)
	}
	return d.settle(ctx)
}

// settle makes a log last that is in doubt, where nothing else is to be written.
func (d *DB) settle(ctx context.Context) error {
	if !d.doubtful.Load() {
		return nil
	}
	return d.hold(ctx, awaited, func(conn *sql.Conn) error {
		tx, err := d.begin(ctx, conn)
		if err != nil {
			return err
		}
		return Explain(tx.Rollback()) // nothing was written
	})
}

// unconfirmed marks what a commit says whose log was written and could not be synced: a
// process that finds the log takes it for committed.
func unconfirmed(err error) error {
	if failure, ok := errors.AsType[sqlite3.Error](err); ok && failure.Code == sqlite3.ErrIoErr {
		return &quarry.UnconfirmedError{Cause: err}
	}
	return err
}

// settleLog makes the log last where a sync of it failed, before anything is written behind
// it. A sync that fails loses what it was to write, and the next one has nothing to do
// for it and succeeds: what is committed then would lie behind a hole, where no reader finds
// it after a power cut, and pages that were folded in would stand beside older ones. The
// log is written again as it is, which changes nothing for those who read it; the caller
// holds the writer's lock, so that it is not written meanwhile.
func (d *DB) settleLog() error {
	if d.rewriteLog == nil || !d.doubtful.Load() {
		return nil
	}
	if err := d.rewriteLog(); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return quarry.Errorf(quarry.KindUnavailable, "what was written last cannot be synced: the disk may be full or failing").Because(err)
	}
	d.doubtful.Store(false)
	return nil
}

// longLog is how many pages a log may have before it is folded into the database.
const longLog = 1000

// foldLog takes as much of a long log into the database as no reader needs any more, so
// that the log begins anew. SQLite would do it by itself behind a commit, and keep it to
// itself where the log could not be synced. What is committed stands either way.
//
// SQLite syncs the database once the whole log is folded in, and counts a part as folded
// before. Where that sync fails behind a part, the part is lost, and nothing writes it again
// but the next process, for which nothing is folded yet: the log is kept for it.
func (d *DB) foldLog(ctx context.Context, conn *sql.Conn) {
	var busy, pages, folded int
	err := conn.QueryRowContext(ctx, `PRAGMA wal_checkpoint(NOOP)`).Scan(&busy, &pages, &folded)
	if d.keepsLog || (err == nil && pages < longLog) {
		return
	}
	err = conn.QueryRowContext(ctx, `PRAGMA wal_checkpoint(PASSIVE)`).Scan(&busy, &pages, &folded)
	if err == nil {
		d.foldedPart = folded < pages
		return
	}
	d.doubtful.Store(true)
	failure, ok := errors.AsType[sqlite3.Error](err)
	d.keepsLog = ok && failure.Code == sqlite3.ErrIoErr && d.foldedPart
}
