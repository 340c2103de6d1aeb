package backup

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/cmd/quarry/datadir"
	"github.com/quarrykb/quarry/cmd/quarry/doctor"
	"github.com/quarrykb/quarry/jobs"
	"github.com/quarrykb/quarry/store/sqlite"
)

// Folder is where backups stand under names that say when they were made. All other
// names in it are the user's own.
type Folder struct {
	dir     *datadir.Dir
	Path    string
	keep    Keep
	then    string // a command that is run with the path of each backup; "" for none
	now     func() time.Time
	Suspect func() // is called where a backup finds that the database is damaged

	Unsent   atomic.Bool // whether the command behind the last backup failed
	Shrunken atomic.Bool // whether the last backup holds far fewer documents than one before it

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

// NewFolder returns the folder at a path, "" for the one in the data directory.
func NewFolder(d *datadir.Dir, path string, keep Keep, then string) *Folder {
	if keep == nil {
		keep = Keep{{count: keptBackups}}
	}
	return &Folder{
		dir: d, Path: cmp.Or(path, d.Backups()), keep: keep, then: then,
		now: time.Now, Suspect: func() {}, read: map[string]readBackup{},
	}
}

// keptBackups is how many backups stay unless something else is said: who may ask for one
// may not fill the disk.
const keptBackups = 7

// past lists the backups of the folder, the newest first.
func (f *Folder) past() ([]datadir.Backup, error) { return f.dir.BackupsIn(f.Path, f.now()) }

// Make copies the database into the folder, has the command run, and removes what
// is not kept. The backup is made where the last two fail; what failed is logged, and the
// error of the command returned beside the backup's name.
func (f *Folder) Make(ctx context.Context) (string, sqlite.Held, error) {
	if err := f.dir.Disk.MakeFolder(f.Path); err != nil {
		return "", sqlite.Held{}, datadir.CannotWrite(f.Path, err)
	}
	name := datadir.NewBackupName(f.Path, f.now())
	file := filepath.Join(f.Path, name)
	held, err := Make(ctx, f.dir, file)
	if doctor.IsDamage(err) {
		f.Suspect()
	}
	if err != nil {
		return "", held, err
	}
	f.remember(name, true, held.Documents)
	var failed error
	if f.then != "" {
		failed = RunThen(ctx, f.then, file, ThenLimit)
		f.Unsent.Store(failed != nil)
	}
	if failed != nil {
		f.dir.Log.ErrorContext(ctx, "the command behind a backup failed, and the backup is kept",
			slog.String("file", file), slog.Any("error", failed))
	}
	if err := f.rotate(ctx, name); err != nil {
		f.dir.Log.WarnContext(ctx, "old backups are left", slog.Any("error", err))
	}
	return name, held, failed
}

// MayBeFolder refuses what is there and no folder; "" is the one in the data directory.
func MayBeFolder(path string) error {
	if info, err := os.Stat(path); err == nil && !info.IsDir() {
		return quarry.Errorf(quarry.KindInvalid,
			"%s is no folder: what is made on a schedule, or kept by a rule, goes into a folder", path)
	}
	return nil
}

// Runner returns what copies the database into the folder of backups. Who asks over the
// API names neither a folder nor a file nor a command.
func (f *Folder) Runner() jobs.Runner {
	return func(ctx context.Context, _ quarry.Job, tell func(quarry.JobProgress)) (quarry.JobOutcome, error) {
		tell(quarry.JobProgress{Stage: "copying", Total: 1})
		name, held, err := f.Make(ctx)
		if name == "" {
			return quarry.JobOutcome{}, f.withoutPaths(ctx, err)
		}
		tell(quarry.JobProgress{Stage: "copying", Done: 1, Total: 1})
		return quarry.JobOutcome{Result: quarry.JobResult{
			File: new(f.shown(name)), Bytes: new(held.Bytes), Documents: new(held.Documents),
			Revision: new(held.Revision),
		}}, nil
	}
}

// withoutPaths is an error as callers and strangers may read it: where something stands
// is in the log.
func (f *Folder) withoutPaths(ctx context.Context, err error) error {
	if err == nil || ctx.Err() != nil {
		return err
	}
	known := quarry.Explain(err)
	hidden := strings.NewReplacer(
		f.Path+string(filepath.Separator), "the folder of backups: ", f.Path, "the folder of backups", f.dir.Data,
		"the data directory",
	).Replace(known.Message)
	if hidden == known.Message {
		return err
	}
	f.dir.Log.WarnContext(ctx, "a backup was not made", slog.Any("error", err))
	return quarry.Errorf(known.Kind, "%s", hidden).WithCode(known.Code).Because(err)
}

// shown is how a caller is told of a backup: below the data directory by its path, and
// elsewhere by its name, for where that is concerns no other caller.
func (f *Folder) shown(name string) string {
	if f.Path == f.dir.Backups() {
		return datadir.BackupsName + "/" + name
	}
	return name
}

// rotate removes the backups that are not kept. Only sound ones count as kept: each is
// read before another is removed for its sake, the newest of the older ones anew. One that
// is damaged, or cannot be read, is left where it is and named in the log. So the last
// sound one stays, whatever stands beside it.
func (f *Folder) rotate(ctx context.Context, newest string) error {
	made, _ := datadir.ParseBackup(newest)
	found, err := f.past()
	if err != nil {
		return err
	}
	found = slices.DeleteFunc(found, func(b datadir.Backup) bool { return b.Name == newest })
	found = slices.Insert(found, 0, made)
	defer f.compare(ctx, found)
	kept := f.keep.stay(found)
	if !slices.Contains(kept, false) {
		return nil
	}
	if older := slices.Index(kept[1:], true); older >= 0 {
		f.forget(found[1+older].Name)
	}
	sound := slices.DeleteFunc(slices.Clone(found), func(b datadir.Backup) bool {
		if f.sound(ctx, b.Name) || ctx.Err() != nil {
			return false
		}
		f.dir.Log.WarnContext(ctx, "a backup is damaged or cannot be read: it is left alone and does not count",
			slog.String("file", filepath.Join(f.Path, b.Name)))
		return true
	})
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return f.remove(sound, f.keep.stay(sound))
}

// remove removes those that are not kept, as far as it can. Another process may have
// removed one meanwhile. One that holds more than twice the documents of all that stay is
// left: what they hold may be all that is left of it.
func (f *Folder) remove(sound []datadir.Backup, kept []bool) error {
	most := 0
	for i, b := range sound {
		if kept[i] {
			most = max(most, f.documents(b.Name))
		}
	}
	var failed []error
	for i, b := range sound {
		if holds := f.documents(b.Name); kept[i] || holds > 2*most {
			most = max(most, holds)
			continue
		}
		f.forget(b.Name)
		file := filepath.Join(f.Path, b.Name)
		if err := f.dir.Disk.Remove(file); err != nil && !errors.Is(err, os.ErrNotExist) {
			failed = append(failed, datadir.CannotWrite(file, err))
		}
	}
	return errors.Join(failed...)
}

// compare notices that the first of the backups holds under half the documents of one
// before it, as far as these were read, and of the newest sound one in any case.
func (f *Folder) compare(ctx context.Context, found []datadir.Backup) {
	if len(found) < 2 {
		f.Shrunken.Store(false)
		return
	}
	older := found[1:]
	_ = slices.ContainsFunc(older, func(b datadir.Backup) bool { return f.sound(ctx, b.Name) }) // what it holds is remembered
	holds := f.documents(found[0].Name)
	larger := slices.IndexFunc(older, func(b datadir.Backup) bool { return f.documents(b.Name) > 2*holds })
	f.Shrunken.Store(larger >= 0)
	if larger >= 0 {
		f.dir.Log.WarnContext(ctx,
			"the backup holds less than half the documents of one before it, which stays: delete that if it is meant",
			slog.String("file", filepath.Join(f.Path, older[larger].Name)),
			slog.Int("documents", holds), slog.Int("before", f.documents(older[larger].Name)))
	}
}

// sound reports whether a backup can be read and holds the texts that it should. That is
// looked at once, until the file changes; what could not be read now, another time.
func (f *Folder) sound(ctx context.Context, name string) bool {
	file := filepath.Join(f.Path, name)
	info, err := os.Stat(file)
	if err != nil {
		return false
	}
	f.mu.Lock()
	known, ok := f.read[name]
	f.mu.Unlock()
	if ok && known.bytes == info.Size() && known.changed.Equal(info.ModTime()) {
		return known.sound
	}
	held, err := sqlite.Examine(ctx, file)
	if ctx.Err() != nil || doctor.IsUnread(err) {
		return false
	}
	f.remember(name, err == nil, held.Documents)
	return err == nil
}

// remember keeps what was found in a backup.
func (f *Folder) remember(name string, sound bool, documents int) {
	info, err := os.Stat(filepath.Join(f.Path, name))
	if err != nil {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.read[name] = readBackup{info.Size(), info.ModTime(), sound, documents}
}

// forget has a backup read anew.
func (f *Folder) forget(name string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.read, name)
}

// documents returns how many a backup holds that was read and is sound, 0 for any other.
func (f *Folder) documents(name string) int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.read[name].documents
}

// Newest returns when the newest sound backup was made, the zero time where there is none.
func (f *Folder) Newest(ctx context.Context) (time.Time, error) {
	found, err := f.past()
	for _, b := range found {
		if f.sound(ctx, b.Name) {
			return b.Moment, nil
		}
	}
	return time.Time{}, err
}
