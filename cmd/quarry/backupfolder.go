package main

import (
	"cmp"
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/cmd/quarry/datadir"
	"github.com/quarrykb/quarry/store/sqlite"
)

// backupFolder is where backups stand under names that say when they were made. All other
// names in it are the user's own.
type backupFolder struct {
	dir     *datadir.Dir
	path    string
	keep    keeping
	then    string // a command that is run with the path of each backup; "" for none
	now     func() time.Time
	suspect func() // is called where a backup finds that the database is damaged

	unsent   atomic.Bool // whether the command behind the last backup failed
	shrunken atomic.Bool // whether the last backup holds far fewer documents than one before it

	mu   sync.Mutex
	read map[string]readBackup // by name
}

// readBackup is what was found in a backup when it was read, as long as the file is the
// same. It is read again if it was forgotten.
type readBackup struct {
	bytes     int64
	changed   time.Time
	sound     bool
	documents int
}

// newBackupFolder returns the folder at a path, "" for the one in the data directory.
func newBackupFolder(d *datadir.Dir, path string, keep keeping, then string) *backupFolder {
	if keep == nil {
		keep = keeping{{count: keptBackups}}
	}
	return &backupFolder{
		dir: d, path: cmp.Or(path, d.Backups()), keep: keep, then: then,
		now: time.Now, suspect: func() {}, read: map[string]readBackup{},
	}
}

// keptBackups is how many backups stay unless something else is said: who may ask for one
// may not fill the disk.
const keptBackups = 7

// past lists the backups of the folder, the newest first.
func (f *backupFolder) past() ([]datadir.Backup, error) { return f.dir.BackupsIn(f.path, f.now()) }

// makeBackup copies the database into the folder, has the command run, and removes what
// is not kept. The backup is made where the last two fail; what failed is logged, and the
// error of the command returned beside the backup's name.
func (f *backupFolder) makeBackup(ctx context.Context) (string, sqlite.Held, error) {
	if err := f.dir.Disk.MakeFolder(f.path); err != nil {
		return "", sqlite.Held{}, datadir.CannotWrite(f.path, err)
	}
	name := datadir.NewBackupName(f.path, f.now())
	file := filepath.Join(f.path, name)
	held, err := makeBackup(ctx, f.dir, file)
	if isDamage(err) {
		f.suspect()
	}
	if err != nil {
		return "", held, err
	}
	f.remember(name, true, held.Documents)
	failed := f.send(ctx, file)
	if err := f.rotate(ctx, name); err != nil {
		f.dir.Log.WarnContext(ctx, "old backups are left", slog.Any("error", err))
	}
	return name, held, failed
}

// send has the command run with the path of a backup.
func (f *backupFolder) send(ctx context.Context, file string) error {
	if f.then == "" {
		return nil
	}
	err := runThen(ctx, f.then, file, thenLimit)
	f.unsent.Store(err != nil)
	if err != nil {
		f.dir.Log.ErrorContext(ctx, "the command behind a backup failed, and the backup is kept",
			slog.String("file", file), slog.Any("error", err))
	}
	return err
}

// mayBeFolder refuses what is there and no folder; "" is the one in the data directory.
func mayBeFolder(path string) error {
	if info, err := os.Stat(path); err == nil && !info.IsDir() {
		return quarry.Errorf(quarry.KindInvalid, "%s is no folder: what is made on a schedule, or kept by a rule, goes into a folder", path)
	}
	return nil
}
