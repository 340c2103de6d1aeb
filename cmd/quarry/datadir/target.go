package datadir

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/quarrykb/quarry"
)

// MayReplace refuses a file of Quarry's own, and what is there already, unless it is a
// file that the caller wants replaced.
func (d *Dir) MayReplace(path string, force bool) error {
	if err := d.MayWrite(path); err != nil {
		return err
	}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil
	case err != nil:
		return CannotWrite(path, err)
	case !info.Mode().IsRegular():
		return quarry.Errorf(quarry.KindInvalid, "%s is not a file: name another one", path)
	case !force:
		return quarry.Errorf(quarry.KindConflict,
			"%s is there already: name another file, or pass --force to replace it", path)
	}
	return nil
}

// MayBeAnother refuses the database itself where another file is meant.
func (d *Dir) MayBeAnother(file string) error {
	database, err := os.Stat(d.Database())
	there, otherErr := os.Stat(file)
	if err == nil && otherErr == nil && os.SameFile(database, there) {
		return quarry.Errorf(quarry.KindInvalid, "%s is the database itself: name another file", file)
	}
	return nil
}

// MayWrite refuses a path that Quarry uses itself: the database and what stands beside it,
// the lock, the folders of indexes and uploads. Backups and files of the user's own may
// stand in the data directory.
func (d *Dir) MayWrite(path string) error {
	below, err := filepath.Rel(resolved(d.Data), resolved(path))
	if path == "" || err != nil {
		return nil //nolint:nilerr // what has no way from one to the other is not within it
	}
	first, _, _ := strings.Cut(filepath.ToSlash(below), "/")
	own := regexp.MustCompile(`(?i)^(\.?quarry\.(db.*|lock)|index|spool(\.before-.*)?)$`) // also where a disk takes Index for index
	if own.MatchString(first) {
		return quarry.Errorf(quarry.KindInvalid,
			"%s is Quarry's own, and its loss would be the loss of what is stored: name another file", path)
	}
	return nil
}

// resolved returns a path without the links on the way to it, as far as that is there.
func resolved(path string) string {
	absolute, err := filepath.Abs(path)
	if err != nil || absolute == filepath.Dir(absolute) {
		return path
	}
	if whole, err := filepath.EvalSymlinks(absolute); err == nil {
		return whole
	}
	return filepath.Join(resolved(filepath.Dir(absolute)), filepath.Base(absolute))
}
