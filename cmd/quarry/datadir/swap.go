package datadir

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/store/sqlite"
)

// Swap puts a database in the place of another one, which is kept. It is decided
// in one step, when the new one gets the name that it waits under; from then on
// the process that holds the data directory completes it before anything else. So it
// survives being killed at any moment: either nothing has happened, or all of it
// will have.
type Swap struct {
	dir    *Dir
	moment string // names what was there before

	Untouched bool // what was there is kept as it is, its log beside it
}

// What the names of files beside a database go on with.
const (
	WaitingMark = ".restoring-" // behind the database's name: it waits for its place
	KeptMark    = ".before-"    // behind the database's name: it was replaced
)

// NewSwap begins a swap at a time that no other one had.
func (d *Dir) NewSwap(now time.Time) Swap {
	first := now.UTC().Format("20060102T150405Z")
	w := Swap{dir: d, moment: first}
	for n := 2; Exists(w.kept()) || Exists(w.kept()+LogEnd) || Exists(w.aside()); n++ {
		w.moment = fmt.Sprintf("%s-%d", first, n)
	}
	return w
}

// Waiting is the name under which the new database waits for its place.
func (w Swap) Waiting() string { return w.dir.Database() + WaitingMark + w.moment }

func (w Swap) kept() string { return w.dir.Database() + KeptMark + w.moment }

// aside is the folder of the uploads that were kept when the database was replaced, and
// that the new one does not name.
func (w Swap) aside() string { return w.dir.Spool() + KeptMark + w.moment }

// IncomingName begins the names of copies that are on their way.
const IncomingName = ".quarry.db-incoming-"

// Prepare makes a database in the data directory and decides to swap, or leaves nothing
// of it there. What restores that were killed have left of theirs is removed.
func (w Swap) Prepare(
	ctx context.Context, fill func(incoming string) (sqlite.Held, error),
) (sqlite.Held, error) {
	d := w.dir
	left, err := d.namesBehind(filepath.Join(d.Data, IncomingName))
	if err != nil {
		return sqlite.Held{}, err
	}
	for _, name := range left {
		file := filepath.Join(d.Data, IncomingName+name)
		if err := d.Disk.Remove(file); err != nil {
			return sqlite.Held{}, CannotWrite(file, err)
		}
	}
	file, err := d.Disk.Create(d.Data, IncomingName+"*")
	if err != nil {
		return sqlite.Held{}, CannotWrite(d.Data, err)
	}
	incoming := file.Name()
	if err := file.Close(); err != nil {
		return sqlite.Held{}, err
	}
	held, err := fill(incoming)
	if err == nil {
		err = w.begin(ctx, incoming)
	}
	if err != nil {
		return sqlite.Held{}, errors.Join(err, d.RemoveDatabase(incoming))
	}
	return held, nil
}

// begin decides. What is there is closed first, where it can be: a log that stands
// beside it must not meet another database. What salvage reads is left as it is, with
// its log, and so is an empty database, whose log SQLite would remove. Who gets an error may rely on it that
// nothing was decided, and that the new one has its own name: where its other name may
// not last it is taken back, and where that fails too it is decided.
func (w Swap) begin(ctx context.Context, incoming string) error {
	database, disk := w.dir.Database(), w.dir.Disk
	if !IsEmpty(database) && !w.Untouched {
		err := sqlite.Alone(ctx, database) // a log that cannot be taken in, as of a damaged one, is moved with it
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case quarry.IsKind(err, quarry.KindConflict):
			return quarry.Errorf(quarry.KindUnavailable, "another command reads %s: try again when it is done",
				database).Because(err)
		}
	}
	if err := disk.Rename(incoming, w.Waiting()); err != nil {
		return CannotWrite(w.Waiting(), err)
	}
	if err := disk.SyncFolder(filepath.Dir(database)); err != nil && disk.Rename(w.Waiting(), incoming) == nil {
		return err
	}
	return nil
}

// PutInPlace completes a swap that has begun, and drops the indexes of what was there. Its
// error is no reason to think that all is as before.
func (w Swap) PutInPlace(ctx context.Context) error {
	err := w.Complete(ctx)
	if err == nil { // the indexes are of another state: were they left, who opens them next would notice
		if err = os.RemoveAll(w.dir.Index()); err == nil {
			return nil
		}
		err = CannotWrite(w.dir.Index(), err)
	}
	why := err.Error()
	if known := quarry.Explain(err); known.Kind != quarry.KindInternal {
		why = known.Message
	}
	return quarry.Errorf(quarry.KindUnavailable,
		"%s. It is decided all the same: the next command completes what is left of it", why).Because(err)
}

// completeSwaps ends what a killed process began. The data directory is held.
func (d *Dir) completeSwaps(ctx context.Context) error {
	moments, err := d.namesBehind(d.Database() + WaitingMark)
	if err != nil {
		return err
	}
	for _, moment := range moments {
		if err := (Swap{dir: d, moment: moment}).Complete(ctx); err != nil {
			return err
		}
	}
	return nil
}

// namesBehind returns what the names of the files that begin like this one end with.
func (d *Dir) namesBehind(beginning string) ([]string, error) {
	entries, err := d.Disk.ReadFolder(filepath.Dir(beginning))
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

// Complete does what is left to be done, however often it was begun. There is no
// moment without a database under the name, where the disk has links.
func (w Swap) Complete(ctx context.Context) error {
	if err := w.sortUploads(ctx); err != nil {
		return err
	}
	d, database := w.dir, w.dir.Database()
	if !Exists(w.kept()) {
		if err := w.keep(); err != nil {
			return CannotWrite(w.kept(), err)
		}
	}
	if err := d.removeBeside(database); err != nil {
		return err
	}
	if err := d.Disk.Rename(w.Waiting(), database); err != nil {
		return CannotWrite(database, err)
	}
	return d.Disk.SyncFolder(filepath.Dir(database))
}

// keep gives what is there its other name: first its log or journal, where it has
// one still, so that a process that finds the database there finds all of it.
func (w Swap) keep() error {
	database, disk := w.dir.Database(), w.dir.Disk
	for _, end := range []string{LogEnd, JournalEnd} {
		if err := disk.Rename(database+end, w.kept()+end); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	if !Exists(database) { // there was a log alone
		return nil
	}
	if err := os.Chmod(database, 0o600); err != nil { // as every database that is made
		return err
	}
	if disk.Link(database, w.kept()) == nil {
		return nil
	}
	return disk.Rename(database, w.kept())
}

// sortUploads moves the uploads of jobs that the new database does not have beside what was
// there before, for a server removes what no job names; those of jobs that it does have, and
// that an earlier swap moved, are taken back. It is done while the new database still waits:
// begun again, it moves what is left to be moved.
func (w Swap) sortUploads(ctx context.Context) error {
	d := w.dir
	there := d.NamesIn(d.Spool())
	folders, _ := filepath.Glob(d.Spool() + KeptMark + "*") // the pattern is sound
	var before []string
	for _, folder := range folders {
		for _, name := range d.NamesIn(folder) {
			before = append(before, filepath.Join(folder, name))
		}
	}
	if len(there)+len(before) == 0 || !Exists(w.Waiting()) {
		return nil
	}
	named, err := uploadsOf(context.WithoutCancel(ctx), w.Waiting())
	if err != nil {
		return err
	}
	var away, back []string
	for _, name := range there {
		if !named[name] {
			away = append(away, filepath.Join(d.Spool(), name))
		}
	}
	for _, file := range before {
		if name := filepath.Base(file); named[name] && !Exists(filepath.Join(d.Spool(), name)) {
			back = append(back, file)
		}
	}
	return errors.Join(d.move(away, w.aside()), d.move(back, d.Spool()))
}

// move moves files into a folder, and makes that last before they are missed elsewhere.
func (d *Dir) move(files []string, folder string) error {
	if len(files) == 0 {
		return nil
	}
	if err := d.Disk.MakeFolder(folder); err != nil {
		return CannotWrite(folder, err)
	}
	for _, file := range files {
		if err := d.Disk.Rename(file, filepath.Join(folder, filepath.Base(file))); err != nil {
			return CannotWrite(filepath.Join(folder, filepath.Base(file)), err)
		}
	}
	return d.SyncFolder(folder)
}

// uploadsOf returns the names of the uploads that the jobs of a database wait with.
func uploadsOf(ctx context.Context, database string) (map[string]bool, error) {
	store, err := sqlite.OpenReadOnly(ctx, database, sqlite.Options{})
	if err != nil {
		return nil, err
	}
	jobs, err := store.KeptJobs(ctx)
	named := map[string]bool{}
	for _, job := range jobs {
		for _, file := range job.Order.Files {
			named[filepath.Base(file.Spooled)] = true
		}
	}
	return named, errors.Join(err, store.Close())
}

// MayLoseUploads refuses to take the place of jobs whose uploads wait.
func (d *Dir) MayLoseUploads(ctx context.Context) error {
	named, err := uploadsOf(ctx, d.Database())
	if err != nil || len(named) == 0 {
		return err
	}
	return quarry.Errorf(quarry.KindConflict,
		"%s has %d uploads whose jobs are not done: let quarry serve do them, "+
			"or pass --force, and they are kept beside", d.Data, len(named))
}

// Kept is what a swap kept of what was there before, in the JSON of a report.
type Kept struct {
	File      string `json:"kept,omitempty"` // a database, or a log alone
	Uploads   int    `json:"kept_uploads,omitempty"`
	UploadsIn string `json:"kept_uploads_in,omitempty"`
}

// Kept says what the swap kept.
func (w Swap) Kept() Kept {
	kept := Kept{Uploads: len(w.dir.NamesIn(w.aside()))}
	if kept.Uploads > 0 {
		kept.UploadsIn = w.aside()
	}
	for _, file := range []string{w.kept() + LogEnd, w.kept()} {
		if Exists(file) {
			kept.File = file
		}
	}
	return kept
}
