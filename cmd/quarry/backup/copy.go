package backup

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"time"

	"github.com/gofrs/flock"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/cmd/quarry/datadir"
	"github.com/quarrykb/quarry/cmd/quarry/doctor"
	"github.com/quarrykb/quarry/cmd/quarry/present"
	"github.com/quarrykb/quarry/store/sqlite"
)

// MayCopy refuses to copy a database that is not there, or onto itself or another file
// of Quarry's.
func MayCopy(ctx context.Context, d *datadir.Dir, to string) error {
	if err := d.Present(ctx); err != nil {
		return err
	}
	if err := d.MayBeAnother(to); err != nil {
		return err
	}
	return d.MayWrite(to)
}

// Make copies the database to a file that appears under its name once it is complete
// and was examined: what is damaged is refused (database_damaged). Only its owner
// may read it.
func Make(ctx context.Context, d *datadir.Dir, to string) (sqlite.Held, error) {
	held, err := MakeDatabase(ctx, d, to, func(beside string) (sqlite.Held, error) { // so a target that cannot be written costs nothing
		if err := sqlite.Sound(ctx, d.Database()); err != nil {
			return sqlite.Held{}, err
		}
		held, err := sqlite.Copy(ctx, d.Database(), beside)
		if err != nil || held.Older { // which SQLite looked at and held against its hashes: no more can be read of it
			return held, err
		}
		said, err := doctor.Damages(ctx, d, beside, (*doctor.Examiner).Everything, doctor.NoRest)
		if err == nil && said != "" {
			err = quarry.Errorf(quarry.KindUnavailable, "%s", said).WithCode("database_damaged")
		}
		return held, err
	})
	return held, blame(ctx, d, to, err)
}

// MakeDatabase makes a database that appears under its name when it is complete. Only
// its owner may read it, and nothing is left of one that could not be made, or whose
// new name may be gone after a power cut.
func MakeDatabase(
	ctx context.Context, d *datadir.Dir, path string, fill func(beside string) (sqlite.Held, error),
) (sqlite.Held, error) {
	leave, err := enterFolder(ctx, d, path)
	if err != nil {
		return sqlite.Held{}, err
	}
	defer leave()
	file, err := d.Disk.Create(filepath.Dir(path), "."+filepath.Base(path)+copyingMark+"*")
	if err != nil {
		return sqlite.Held{}, datadir.CannotWrite(path, err)
	}
	beside, held, replaced := file.Name(), sqlite.Held{}, datadir.Exists(path)
	if err = file.Close(); err == nil {
		held, err = fill(beside)
	}
	if err == nil {
		if err = d.Disk.Rename(beside, path); err != nil {
			err = datadir.CannotWrite(path, err)
		}
	}
	if err != nil {
		return held, errors.Join(err, d.RemoveDatabase(beside))
	}
	err = d.SyncFolder(filepath.Dir(path))
	if err != nil && !replaced { // what was replaced is gone already: this is all there is
		err = errors.Join(err, d.Disk.Remove(path))
	}
	return held, err
}

// Report is what a backup holds, in JSON.
type Report struct {
	File      string         `json:"file"`
	Bytes     int64          `json:"bytes"`
	Documents int            `json:"documents"`
	Counts    present.Counts `json:"counts"`
	Revision  int64          `json:"revision"`
	Schema    int64          `json:"schema"`
	datadir.Kept

	ValidAgain []string `json:"keys_valid_again,omitempty"` // their ids
}

// NewReport says what a file holds.
func NewReport(file string, held sqlite.Held) Report {
	return Report{
		File: file, Bytes: held.Bytes, Documents: held.Documents, Counts: present.CountsOf(held.Counts),
		Revision: int64(held.Revision), Schema: held.Schema,
	}
}

// blame makes of a damaged copy what is to be said: the database is damaged, which no
// other attempt mends (KindConflict), or it is well, and so the copy did not become what
// was written.
func blame(ctx context.Context, d *datadir.Dir, to string, err error) error {
	if !doctor.IsDamage(err) || ctx.Err() != nil {
		return err
	}
	said, failed := doctor.Damages(ctx, d, d.Database(), (*doctor.Examiner).Everything, doctor.NoRest)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case doctor.IsUnread(failed):
		return failed
	case failed != nil: // it cannot even be opened
		said = quarry.Explain(err).Message
	case said == "":
		return quarry.Errorf(quarry.KindUnavailable,
			"the copy for %s does not hold what was written to it, although the database is sound: look at that disk", to).
			WithCode("copy_incomplete").Because(err)
	}
	return quarry.Errorf(quarry.KindConflict,
		"the database is damaged, nothing was backed up, and every older backup is kept: "+
			"quarry doctor says all that is wrong, quarry salvage takes out what can be read, quarry restore puts a backup in place. What is damaged: %s",
		said).WithCode("database_damaged").Because(err)
}

// copyingMark stands in the name of a copy that is on its way, which begins with a dot:
// behind the name that it will have, and before digits.
const copyingMark = ".quarry-copying-"

// How often a backup looks whether another one has cleared the folder.
const folderLook = 10 * time.Millisecond

// enterFolder removes what killed backups have left in a file's folder, and holds the
// folder until leave is called, so that no other process removes what is being written there. Who
// writes shares a lock on the folder itself, which the system gives back however a process
// ends; who has it alone knows that nothing is being written. Where a folder cannot be
// locked, as on some network disks, nothing is removed.
func enterFolder(ctx context.Context, d *datadir.Dir, file string) (func(), error) {
	folder := filepath.Dir(file)
	held := flock.New(folder, flock.SetFlag(os.O_RDONLY))
	alone, err := held.TryLock()
	if alone {
		err = errors.Join(removeLeft(d, folder, filepath.Base(file)), held.Unlock())
		if err != nil {
			return nil, err
		}
	}
	if err == nil {
		_, _ = held.TryRLockContext(ctx, folderLook) // without a lock nothing is removed here
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return func() { _ = held.Close() }, nil
}

// removeLeft removes the copies that are not being written any more, and what SQLite had
// beside them: those that carry the mark, and those of older versions, whose names were
// a backup's and digits.
func removeLeft(d *datadir.Dir, folder, name string) error {
	entries, err := d.Disk.ReadFolder(folder)
	if err != nil {
		return datadir.CannotWrite(filepath.Join(folder, name), err)
	}
	const end = `\d+(-journal|-wal|-shm)?$`
	marked := regexp.MustCompile(`^\..+` + regexp.QuoteMeta(copyingMark) + end)
	older := regexp.MustCompile(`^\.(.+)-` + end)
	for _, entry := range entries {
		left := marked.MatchString(entry.Name())
		if parts := older.FindStringSubmatch(entry.Name()); parts != nil {
			_, ours := datadir.ParseBackup(parts[1])
			left = left || ours || parts[1] == name
		}
		if !left || !entry.Type().IsRegular() {
			continue
		}
		path := filepath.Join(folder, entry.Name())
		if err := d.Disk.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
			return datadir.CannotWrite(path, err)
		}
	}
	return nil
}
