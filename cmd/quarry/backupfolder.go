package main

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/store/sqlite"
)

// backupFolder is where backups stand under names that say when they were made. All other
// names in it are the user's own.
type backupFolder struct {
	session *session
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
func (s *session) newBackupFolder(path string, keep keeping, then string) *backupFolder {
	if keep == nil {
		keep = keeping{{count: keptBackups}}
	}
	return &backupFolder{
		session: s, path: cmp.Or(path, filepath.Join(s.data, backupsName)), keep: keep, then: then,
		now: time.Now, suspect: func() {}, read: map[string]readBackup{},
	}
}

// backupsName is the folder of backups in the data directory, and keptBackups how many of
// them stay unless something else is said: who may ask for one may not fill the disk.
const (
	backupsName = "backups"
	keptBackups = 7
)

// The name of a backup, around its time. Several may be asked for in a second.
const (
	backupBegin  = "quarry-"
	backupEnd    = ".db"
	backupMoment = "20060102T150405.000Z"
)

// clockSkew is how far the date of a backup may lie ahead and still be true.
const clockSkew = 5 * time.Minute

// makeBackup copies the database into the folder, has the command run, and removes what
// is not kept. The backup is made where the last two fail; what failed is logged, and the
// error of the command returned beside the backup's name.
func (f *backupFolder) makeBackup(ctx context.Context) (string, sqlite.Held, error) {
	if err := f.session.disk.MakeFolder(f.path); err != nil {
		return "", sqlite.Held{}, cannotWrite(f.path, err)
	}
	name := f.newName()
	file := filepath.Join(f.path, name)
	held, err := f.session.backUp(ctx, file)
	if isDamage(err) {
		f.suspect()
	}
	if err != nil {
		return "", held, err
	}
	f.remember(name, true, held.Documents)
	failed := f.send(ctx, file)
	if err := f.rotate(ctx, name); err != nil {
		f.session.log.WarnContext(ctx, "old backups are left", slog.Any("error", err))
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
		f.session.log.ErrorContext(ctx, "the command behind a backup failed, and the backup is kept",
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

// newName returns a name that no backup has.
func (f *backupFolder) newName() string {
	moment := f.now().UTC().Format(backupMoment)
	name := backupBegin + moment + backupEnd
	for n := 2; exists(filepath.Join(f.path, name)); n++ {
		name = backupBegin + moment + "-" + strconv.Itoa(n) + backupEnd
	}
	return name
}

// namedBackup is a file that has the name of a backup.
type namedBackup struct {
	name   string
	moment time.Time
	number int // of those of one moment; 0 for the first
}

// parseBackup reads a name that newName makes.
func parseBackup(name string) (namedBackup, bool) {
	middle, begins := strings.CutPrefix(name, backupBegin)
	middle, ends := strings.CutSuffix(middle, backupEnd)
	moment, digits, numbered := strings.Cut(middle, "-")
	at, err := time.Parse(backupMoment, moment)
	if err != nil || !begins || !ends {
		return namedBackup{}, false
	}
	number, err := strconv.Atoi(digits)
	if numbered && (err != nil || number < 2 || strconv.Itoa(number) != digits) {
		return namedBackup{}, false
	}
	return namedBackup{name, at, number}, true
}

// past lists the backups of the folder, the newest first. What is dated ahead of the
// clock is none of them: it is newer than nothing, and removed for nothing.
func (f *backupFolder) past() ([]namedBackup, error) {
	entries, err := f.session.disk.ReadFolder(f.path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, quarry.Errorf(quarry.KindUnavailable, "cannot read %s: %v", f.path, err).Because(err)
	}
	latest := f.now().Add(clockSkew)
	var found []namedBackup
	for _, entry := range entries {
		if b, ok := parseBackup(entry.Name()); ok && !b.moment.After(latest) {
			found = append(found, b)
		}
	}
	slices.SortFunc(found, func(a, b namedBackup) int {
		return cmp.Or(b.moment.Compare(a.moment), cmp.Compare(b.number, a.number))
	})
	return found, nil
}
