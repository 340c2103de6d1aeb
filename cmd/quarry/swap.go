package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/disk"
	"github.com/quarrykb/quarry/store/sqlite"
)

// swap puts a database in the place of another one, which is kept. It is decided
// in one step, when the new one gets the name that it waits under; from then on
// the process that holds the data directory completes it before anything else. So it
// survives being killed at any moment: either nothing has happened, or all of it
// will have.
type swap struct {
	database string
	moment   string // names what was there before
	disk     disk.Disk

	untouched bool // what was there is kept as it is, its log beside it
}

const (
	waitingMark = ".restoring-" // behind the database's name: it waits for its place
	keptMark    = ".before-"    // behind the database's name: it was replaced
)

// newSwap begins a swap at a time that no other one had.
func (s *session) newSwap(now time.Time) swap {
	w := s.swapOf(now.UTC().Format("20060102T150405Z"))
	for n := 2; exists(w.kept()) || exists(w.kept()+logEnd) || exists(s.aside(w)); n++ {
		w.moment = fmt.Sprintf("%s-%d", now.UTC().Format("20060102T150405Z"), n)
	}
	return w
}

func (s *session) swapOf(moment string) swap {
	return swap{database: s.database(), moment: moment, disk: s.disk}
}

func (w swap) waiting() string { return w.database + waitingMark + w.moment }

func (w swap) kept() string { return w.database + keptMark + w.moment }

// begin decides. What is there is closed first, where it can be: a log that stands
// beside it must not meet another database. What salvage reads is left as it is, with
// its log, and so is an empty database, whose log SQLite would remove. Who gets an error may rely on it that
// nothing was decided, and that the new one has its own name: where its other name may
// not last it is taken back, and where that fails too it is decided.
func (w swap) begin(ctx context.Context, incoming string) error {
	if info, err := os.Stat(w.database); err == nil && info.Size() > 0 && !w.untouched {
		if err := closeOld(ctx, w.database); err != nil {
			return err
		}
	}
	if err := w.disk.Rename(incoming, w.waiting()); err != nil {
		return cannotWrite(w.waiting(), err)
	}
	if err := w.disk.SyncFolder(filepath.Dir(w.database)); err != nil && w.disk.Rename(w.waiting(), incoming) == nil {
		return err
	}
	return nil
}

// closeOld takes the log of the database that is replaced into it. If another process has
// it open, nothing is done; where that cannot be done, as with a damaged one, the log
// is moved with it.
func closeOld(ctx context.Context, database string) error {
	err := sqlite.Alone(ctx, database)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case quarry.IsKind(err, quarry.KindConflict):
		return quarry.Errorf(quarry.KindUnavailable, "another command reads %s: try again when it is done", database).Because(err)
	}
	return nil
}

// completeSwaps ends what a killed process began. The data directory is held.
func (s *session) completeSwaps(ctx context.Context) error {
	moments, err := s.namesBehind(s.database() + waitingMark)
	if err != nil {
		return err
	}
	for _, moment := range moments {
		if err := s.complete(ctx, s.swapOf(moment)); err != nil {
			return err
		}
	}
	return nil
}

// namesBehind returns what the names of the files that begin like this one end with.
func (s *session) namesBehind(beginning string) ([]string, error) {
	entries, err := s.disk.ReadFolder(filepath.Dir(beginning))
	if err != nil {
		return nil, quarry.Errorf(quarry.KindUnavailable, "cannot read the data directory: %v", err).Because(err)
	}
	var ends []string
	for _, entry := range entries {
		if end, ok := strings.CutPrefix(entry.Name(), filepath.Base(beginning)); ok {
			ends = append(ends, end)
		}
	}
	return ends, nil
}

// complete does what is left to be done, however often it was begun. There is no
// moment without a database under the name, where the disk has links.
func (w swap) complete() error {
	if !exists(w.kept()) {
		if err := w.keep(); err != nil {
			return cannotWrite(w.kept(), err)
		}
	}
	for _, file := range []string{w.database + logEnd, w.database + memoryEnd, w.database + journalEnd} {
		if err := w.disk.Remove(file); err != nil && !errors.Is(err, os.ErrNotExist) {
			return cannotWrite(file, err)
		}
	}
	if err := w.disk.Rename(w.waiting(), w.database); err != nil {
		return cannotWrite(w.database, err)
	}
	return w.disk.SyncFolder(filepath.Dir(w.database))
}

// What SQLite puts behind the name of a database: its log, what is shared of it, and the
// journal of a write that was cut off, which it takes back in whatever has the name then.
const (
	logEnd     = "-wal"
	memoryEnd  = "-shm"
	journalEnd = "-journal"
)

// keep gives what is there its other name: first its log or journal, where it has
// one still, so that a process that finds the database there finds all of it.
func (w swap) keep() error {
	for _, end := range []string{logEnd, journalEnd} {
		if err := w.disk.Rename(w.database+end, w.kept()+end); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	if !exists(w.database) { // there was a log alone
		return nil
	}
	if err := os.Chmod(w.database, 0o600); err != nil { // as every database that is made
		return err
	}
	if w.disk.Link(w.database, w.kept()) == nil {
		return nil
	}
	return w.disk.Rename(w.database, w.kept())
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// keptFile names what was there before: a database, or a log alone; "" for nothing.
func (w swap) keptFile() string {
	for _, file := range []string{w.kept(), w.kept() + logEnd} {
		if exists(file) {
			return file
		}
	}
	return ""
}
