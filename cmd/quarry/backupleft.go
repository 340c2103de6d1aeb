package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"time"

	"github.com/gofrs/flock"
	"github.com/quarrykb/quarry/cmd/quarry/datadir"
)

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
		_, err = held.TryRLockContext(ctx, folderLook)
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	_ = err // without a lock nothing is removed here
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
