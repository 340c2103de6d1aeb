//go:build !windows

package datadir

import (
	"io/fs"
	"syscall"
)

// nobody is the owner of what has none that a number names.
const nobody = -1

// ownerOf returns the number of the user whose a file is.
func ownerOf(info fs.FileInfo) int {
	if known, ok := info.Sys().(*syscall.Stat_t); ok {
		return int(known.Uid)
	}
	return nobody
}
