// Package disk is what Quarry does to files beside SQLite and the indexes: uploads that
// wait, backups, what a restore puts in place. Everything that changes such a file goes
// through a [Disk], so that a test can hand in one that fails.
package disk

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
)

// Disk changes files and folders. What it did may be gone after a power cut until the
// file, or for names the folder, was synced.
type Disk interface { //nolint:interfacebloat // what a file system does is one thing, and a test that injects faults needs all of it
	// Create makes a new file that its owner alone may read (0600), with a name that
	// no other has: a "*" in the pattern stands for what tells it apart.
	Create(folder, pattern string) (File, error)
	// Rewrite writes what a file holds once more, and makes it last. Where a sync failed,
	// the system counts what it could not write as written, and a later sync has nothing
	// to do for it: only what is written again is written.
	Rewrite(name string) error
	// Open opens a file for reading.
	Open(name string) (io.ReadCloser, error)
	// Rename gives a file another name, in place of what has that name.
	Rename(from, to string) error
	// Link gives a file a second name. Some file systems cannot.
	Link(from, to string) error
	// Remove removes a file. One that is not there is fs.ErrNotExist.
	Remove(name string) error
	// MakeFolder makes a folder that its owner alone may open (0700), and those above
	// it, where they are missing; their names last when it returns.
	MakeFolder(name string) error
	// ReadFolder lists a folder, sorted by name.
	ReadFolder(name string) ([]os.DirEntry, error)
	// SyncFolder makes the names in a folder last.
	SyncFolder(name string) error
}

// File is a file that is being written.
type File interface {
	io.WriteCloser

	// Name is its path.
	Name() string
	// Sync makes what was written last.
	Sync() error
}

// System is the machine's own disk.
type System struct{}

// Create makes a new file.
func (System) Create(folder, pattern string) (File, error) { return os.CreateTemp(folder, pattern) }

// Open opens a file for reading.
func (System) Open(name string) (io.ReadCloser, error) { return os.Open(filepath.Clean(name)) }

// rewritten is how many bytes are written again at a time.
const rewritten = 1 << 20

// Rewrite writes what a file holds once more.
func (System) Rewrite(name string) error {
	file, err := os.OpenFile(filepath.Clean(name), os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(WriteAgain(file), file.Close())
}

// Written is a file that was written before, and is open for reading and writing.
type Written interface {
	io.ReaderAt
	io.WriterAt

	// Sync makes what was written last.
	Sync() error
}

// WriteAgain reads a file from one end to the other, writes it where it was, and makes it
// last.
func WriteAgain(file Written) error {
	some := make([]byte, rewritten)
	for at := int64(0); ; at += rewritten {
		n, err := file.ReadAt(some, at)
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		if n > 0 {
			if _, failed := file.WriteAt(some[:n], at); failed != nil {
				return failed
			}
		}
		if err != nil { // the end
			return file.Sync()
		}
	}
}

// Rename gives a file another name.
func (System) Rename(from, to string) error { return os.Rename(from, to) }

// Link gives a file a second name.
func (System) Link(from, to string) error { return os.Link(from, to) }

// Remove removes a file.
func (System) Remove(name string) error { return os.Remove(name) }

// ReadFolder lists a folder.
func (System) ReadFolder(name string) ([]os.DirEntry, error) { return os.ReadDir(name) }

// MakeFolder makes a folder, and syncs those that got a new name.
func (s System) MakeFolder(name string) error { return MakeFolder(name, s.SyncFolder) }

// MakeFolder makes a folder, and those above it, where they are missing, and hands each
// folder that got a new name to sync.
func MakeFolder(name string, sync func(folder string) error) error {
	parent := filepath.Dir(name)
	switch _, err := os.Stat(name); {
	case err == nil:
		return os.MkdirAll(name, 0o700) // it refuses a file
	case !errors.Is(err, os.ErrNotExist) || parent == name:
		return err
	}
	if err := MakeFolder(parent, sync); err != nil {
		return err
	}
	if err := os.MkdirAll(name, 0o700); err != nil { // another process may have made it
		return err
	}
	return sync(parent)
}

// SyncFolder makes the names in a folder last, where the file system can do that at all:
// some, of networks above all, see to it themselves, and refuse to be asked.
func (System) SyncFolder(name string) error {
	folder, err := os.Open(filepath.Clean(name))
	if err != nil {
		return err
	}
	return errors.Join(unlessUnknown(folder.Sync()), folder.Close())
}

// unlessUnknown is an error of a sync, unless it says that there is no such thing, as Windows
// says of every folder: its file system sees to names itself.
func unlessUnknown(err error) error {
	if runtime.GOOS == "windows" && errors.Is(err, os.ErrPermission) {
		return nil
	}
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, errors.ErrUnsupported) {
		return nil
	}
	return err
}
