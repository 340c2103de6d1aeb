package main

import (
	"cmp"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/store/sqlite"
)

// openStore opens the database of the data directory with one of the ways in which
// the store is opened. Every command opens it here: what shows that a database is lost
// is looked at before SQLite sees the files, for SQLite removes the log of one that is
// empty.
func (s *session) openStore(
	ctx context.Context, open func(context.Context, string, sqlite.Options) (*sqlite.Store, error),
) (*sqlite.Store, error) {
	if err := s.lost(ctx); err != nil {
		return nil, err
	}
	store, err := open(ctx, s.database(), s.storeOptions())
	return store, namingFull(s.database(), err)
}

// present refuses a data directory that has no database: KindNotFound where none was
// ever there, and what lost says where one was.
func (s *session) present(ctx context.Context) error {
	if err := s.lost(ctx); err != nil || exists(s.database()) {
		return err
	}
	return quarry.Errorf(quarry.KindNotFound, "there is no database in %s: quarry ingest makes one", s.data)
}

// lost refuses a database that is missing, or an empty file, where something else
// shows that there was one: KindUnavailable, database_missing, with the way out. A
// database that waits to be put in its place is not missing. A folder of which it cannot
// be told what it holds is refused as well.
func (s *session) lost(ctx context.Context) error {
	if err := s.unreadable(); err != nil {
		return err
	}
	if !isEmpty(s.database()) {
		return nil
	}
	log := s.leftOfLog()
	left, backup := slices.Concat(log, s.leftOfDatabase()), s.namedBackup(ctx)
	if backup != "" {
		left = append(left, s.backups())
	}
	waiting, err := s.namesBehind(s.database() + waitingMark)
	if len(left) == 0 || len(waiting) > 0 || err != nil {
		return nil //nolint:nilerr // a folder that cannot be read is told of by what opens the database
	}
	ways := "quarry restore " + cmp.Or(backup, "FILE") + " puts a backup in its place"
	if len(log) > 0 {
		ways = "quarry salvage saves what can still be read of it, " + ways
	}
	names := strings.Join(left, " and ")
	return quarry.Errorf(quarry.KindUnavailable, "the database %s is missing or empty, but there was one, which left %s. %s; "+
		"to begin anew, move %s elsewhere", s.database(), names, ways, names).WithCode("database_missing")
}

// isEmpty reports whether there is no file, or one without a byte in it.
func isEmpty(database string) bool {
	info, err := os.Stat(database)
	return os.IsNotExist(err) || (err == nil && info.Size() == 0)
}

// leftOfLog names the log, where it holds something.
func (s *session) leftOfLog() []string {
	log := s.database() + logEnd
	if info, err := os.Stat(log); err != nil || info.Size() == 0 {
		return nil
	}
	return []string{log}
}

// leftOfDatabase names what else is there only where a database was: indexes that have read
// something, uploads that wait.
func (s *session) leftOfDatabase() []string {
	var left []string
	for _, engine := range s.namesIn(s.index()) {
		if len(s.namesIn(filepath.Join(s.index(), engine))) > 0 {
			left = append(left, s.index())
			break
		}
	}
	if len(s.namesIn(s.spool())) > 0 {
		left = append(left, s.spool())
	}
	return left
}

// namesIn lists a folder, nothing where it cannot be read.
func (s *session) namesIn(folder string) []string {
	entries, err := s.disk.ReadFolder(folder)
	if err != nil {
		return nil
	}
	names := make([]string, 0, len(entries))
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	return names
}

// namedBackup names the newest backup of the server's that is sound and holds documents, as
// restore takes it; "" where there is none.
func (s *session) namedBackup(ctx context.Context) string {
	folder := s.newBackupFolder("", nil, "")
	found, _ := folder.past() // none of a folder that cannot be read
	for _, b := range found {
		if held, err := sqlite.Examine(ctx, filepath.Join(folder.path, b.name)); err == nil && held.Documents > 0 {
			return b.name
		}
	}
	return ""
}
