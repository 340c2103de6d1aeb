package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/quarrykb/quarry"
)

// unreadable says why nobody can tell what is in the data directory, and the way out; nil
// where that can be told, or where there is no such directory. The database itself is not
// opened: closing it would end what SQLite has locked in this process.
func (s *session) unreadable() error {
	_, err := os.Stat(s.database())
	if err == nil || errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return cannotUse(s.data, err)
}

// cannotUse explains why a folder of Quarry's, or a file in it, cannot be read or made.
func cannotUse(folder string, err error) error {
	switch {
	case errors.Is(err, fs.ErrPermission):
		return closed(folder, err)
	case errors.Is(err, syscall.EROFS):
		return quarry.Errorf(quarry.KindUnavailable, "%s is on a file system that is read-only: mount it for writing, "+
			"or name another folder with --data", folder).Because(err)
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return quarry.Errorf(quarry.KindUnavailable, "the disk of %s is full, or has no room for one more file: "+
			"df -h and df -i tell which", folder).WithCode("disk_full").Because(err)
	}
	return quarry.Errorf(quarry.KindUnavailable, "%s cannot be used: %v", folder, reason(err)).Because(err)
}

// closed explains a folder that this user may not use, or one above it.
func closed(folder string, cause error) error {
	info, err := os.Stat(folder)
	for err != nil && folder != filepath.Dir(folder) {
		folder = filepath.Dir(folder)
		info, err = os.Stat(folder)
	}
	if err != nil {
		return quarry.Errorf(quarry.KindUnavailable, "%s cannot be read: %v", folder, reason(err)).Because(cause)
	}
	owner, me := -1, os.Geteuid()
	if known, ok := info.Sys().(*syscall.Stat_t); ok {
		owner = int(known.Uid)
	}
	if owner == me {
		return quarry.Errorf(quarry.KindUnavailable, "%s is yours, but its rights (%v) let nobody use it: chmod u+rwx %s",
			folder, info.Mode(), folder).Because(cause)
	}
	return quarry.Errorf(quarry.KindUnavailable, "%s may not be used by user %d: it belongs to user %d, with the rights %v. "+
		"Be that user, give it to this one with chown -R %d %s, or name another folder with --data",
		folder, me, owner, info.Mode(), me, folder).Because(cause)
}

// reason is what the operating system said, without the call and the path.
func reason(err error) error {
	if failed, ok := errors.AsType[*fs.PathError](err); ok {
		return failed.Err
	}
	return err
}
