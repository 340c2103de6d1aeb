package sqlite

import (
	"context"
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
func (s *Store) trustLog(ctx context.Context, file string, o Options) error {
	if o.Rewrite == nil {
		return nil
	}
	s.rewriteLog = func() error { return o.Rewrite(file + logEnd) }
	if left, err := os.Stat(file + logEnd); err == nil && left.Size() > 0 {
		s.doubtful.Store(true)
	}
	return s.settleLog(ctx)
}

// unconfirmed marks what a commit says whose log was written and could not be synced: a
// process that finds the log takes it for committed.
func unconfirmed(err error) error {
	if failure, ok := errors.AsType[sqlite3.Error](err); ok && failure.Code == sqlite3.ErrIoErr {
		return &quarry.UnconfirmedError{Cause: err}
	}
	return err
}

// settleLog makes the log last where a commit failed, before anything is written behind
// it. A sync that fails loses what it was to write, and the next one has nothing to do
// for it and succeeds: what is committed then would lie behind a hole, where nobody finds
// it after a power cut, and pages that were folded in would stand beside older ones. The
// log is written again as it is, which changes nothing for those who read it; nobody else
// writes to it meanwhile.
func (s *Store) settleLog(ctx context.Context) error {
	if s.rewriteLog == nil || !s.doubtful.Load() {
		return nil
	}
	tx, err := s.writer.db.BeginTx(ctx, nil) // it takes the writer's lock
	if err != nil {
		return explain(err)
	}
	defer func() { _ = tx.Rollback() }() // nothing was written
	if err := s.rewriteLog(); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return quarry.Errorf(quarry.KindUnavailable, "what was written last cannot be synced: the disk may be full or failing").Because(err)
	}
	s.doubtful.Store(false)
	return nil
}
