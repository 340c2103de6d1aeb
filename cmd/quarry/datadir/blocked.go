package datadir

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/quarrykb/quarry"
)

// CannotWrite explains what the operating system says of a file or folder that a command is
// to make, write or read, and the way out: all that touches files tells of it so.
func CannotWrite(path string, err error) error {
	switch {
	case errors.Is(err, fs.ErrPermission):
		return closed(path, err)
	case errors.Is(err, syscall.EROFS):
		return quarry.Errorf(quarry.KindUnavailable,
			"%s is on a file system that is read-only: mount it for writing, "+
				"or name another one", path).Because(err)
	case noRoom(err):
		return full(path, err)
	case errors.Is(err, fs.ErrNotExist) && !Exists(filepath.Dir(path)):
		return quarry.Errorf(quarry.KindUnavailable, "cannot write %s: there is no folder %s, make it first", path,
			filepath.Dir(path)).Because(err)
	}
	return quarry.Errorf(quarry.KindUnavailable, "%s cannot be used: %v", path, reason(err)).Because(err)
}

// noRoom reports whether there is no room on a disk, or none for this user.
func noRoom(err error) bool {
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) ||
		quarry.IsKind(err, quarry.KindFull)
}

// NamingFull returns the error of something that could not be opened, with the place that
// has no room where that is why: nothing was to be stored yet.
func NamingFull(path string, err error) error {
	if noRoom(err) {
		return full(path, err)
	}
	return err
}

// full says where room is to be made.
func full(path string, err error) error {
	return quarry.Errorf(quarry.KindFull,
		"the disk of %s is full, or has no room for one more file: make room on it "+
			"(df -h and df -i tell which)", path).Because(err)
}

// closed explains a folder that this user may not use: the one that is named, or the first
// above it, or above the file that is named, of which that can be told.
func closed(folder string, cause error) error {
	info, err := os.Stat(folder)
	for (err != nil || !info.IsDir()) && folder != filepath.Dir(folder) {
		folder = filepath.Dir(folder)
		info, err = os.Stat(folder)
	}
	if err != nil {
		return quarry.Errorf(quarry.KindUnavailable, "%s cannot be read: %v", folder, reason(err)).Because(cause)
	}
	owner, me := ownerOf(info), os.Geteuid()
	if owner == nobody {
		return quarry.Errorf(quarry.KindUnavailable, "%s may not be used by this user (%v): give it the right, or name another folder",
			folder, reason(cause)).Because(cause)
	}
	if owner == me {
		return quarry.Errorf(quarry.KindUnavailable,
			"%s is yours, but its rights (%v) keep you from using it: chmod u+rwx %s",
			folder, info.Mode(), folder).Because(cause)
	}
	return quarry.Errorf(quarry.KindUnavailable,
		"%s may not be used by user %d: it belongs to user %d, with the rights %v. "+
			"Be that user, give it to this one with chown -R %d %s, or name another folder",
		folder, me, owner, info.Mode(), me, folder).Because(cause)
}

// reason is what the operating system said, without the call and the path.
func reason(err error) error {
	if failed, ok := errors.AsType[*fs.PathError](err); ok {
		return failed.Err
	}
	if failed, ok := errors.AsType[*os.LinkError](err); ok {
		return failed.Err
	}
	return err
}
