package faults

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"syscall"

	"github.com/quarrykb/quarry/internal/disk"
)

// Disk returns the machine's disk for what the program does beside SQLite.
func (m *Machine) Disk() disk.Disk { return machineDisk{m} }

type machineDisk struct{ *Machine }

// Create makes a new file.
func (d machineDisk) Create(folder, pattern string) (disk.File, error) {
	made, err := os.CreateTemp(folder, pattern)
	if err != nil {
		return nil, err
	}
	d.mu.Lock()
	c, err := d.created(d.name(made.Name()))
	d.mu.Unlock()
	if err != nil {
		return nil, errors.Join(failed("open", made.Name(), err), made.Close(), os.Remove(made.Name()))
	}
	return &machineFile{made, d.Machine, c}, nil
}

// failed is an error as the operating system's.
func failed(op, path string, err error) error {
	if no, ok := errors.AsType[syscall.Errno](err); ok {
		return &os.PathError{Op: op, Path: path, Err: no}
	}
	return err
}

// dead is an error once the power is cut.
func (m *Machine) dead() error {
	if m.IsCut() {
		return syscall.EIO
	}
	return nil
}

// Open opens a file for reading.
func (d machineDisk) Open(name string) (io.ReadCloser, error) {
	if err := d.dead(); err != nil {
		return nil, failed("open", name, err)
	}
	return disk.System{}.Open(name)
}

// Rewrite writes what a file holds once more, and makes it last.
func (d machineDisk) Rewrite(name string) error {
	file, err := os.OpenFile(filepath.Clean(name), os.O_RDWR, 0)
	if err != nil {
		return err
	}
	c, err := d.openFile(d.name(name))
	if err == nil {
		err = disk.WriteAgain(&machineFile{file, d.Machine, c})
	}
	return errors.Join(failed("write", name, err), file.Close())
}

// Rename gives a file another name.
func (d machineDisk) Rename(from, to string) error {
	err := d.move(d.name(from), func(c *content) map[string]*content {
		return map[string]*content{d.name(from): nil, d.name(to): c}
	})
	if err != nil {
		return &os.LinkError{Op: "rename", Old: from, New: to, Err: err}
	}
	return os.Rename(from, to)
}

// Link gives a file a second name.
func (d machineDisk) Link(from, to string) error {
	if _, err := os.Lstat(to); err == nil {
		return &os.LinkError{Op: "link", Old: from, New: to, Err: os.ErrExist}
	}
	err := d.move(d.name(from), func(c *content) map[string]*content { return map[string]*content{d.name(to): c} })
	if err != nil {
		return &os.LinkError{Op: "link", Old: from, New: to, Err: err}
	}
	return os.Link(from, to)
}

// Remove removes a file.
func (d machineDisk) Remove(name string) error {
	if err := d.remove(d.name(name)); err != nil {
		return failed("remove", name, err)
	}
	return os.Remove(name)
}

// MakeFolder makes a folder, which lasts even where its name is not synced: a folder that
// is there is no operation.
func (d machineDisk) MakeFolder(name string) error {
	if info, err := os.Stat(name); err == nil && info.IsDir() {
		return failed("mkdir", name, d.dead())
	}
	if err := d.do(altering, func() {}); err != nil {
		return failed("mkdir", name, err)
	}
	return disk.MakeFolder(name, d.SyncFolder)
}

// ReadFolder lists a folder.
func (d machineDisk) ReadFolder(name string) ([]os.DirEntry, error) {
	if err := d.dead(); err != nil {
		return nil, failed("open", name, err)
	}
	return os.ReadDir(name)
}

// SyncFolder makes the names in a folder last.
func (d machineDisk) SyncFolder(name string) error {
	return failed("sync", name, d.syncFolder(d.name(name)))
}

// machineFile is a file that is being written.
type machineFile struct {
	*os.File

	machine *Machine
	content *content
}

// Write writes some bytes at the end.
func (f *machineFile) Write(some []byte) (int, error) {
	at, err := f.Seek(0, io.SeekCurrent)
	if err != nil {
		return 0, err
	}
	return f.put(some, at, f.File.Write)
}

// WriteAt writes some bytes where they belong.
func (f *machineFile) WriteAt(some []byte, at int64) (int, error) {
	return f.put(some, at, func(some []byte) (int, error) { return f.File.WriteAt(some, at) })
}

// put writes as much of some bytes as the machine lets it.
func (f *machineFile) put(some []byte, at int64, write func([]byte) (int, error)) (int, error) {
	n, fault := f.machine.write(f.content, at, some)
	written, err := write(some[:n])
	if err == nil && fault != nil {
		err = failed("write", f.Name(), fault)
	}
	return written, err
}

// Sync makes what was written last.
func (f *machineFile) Sync() error { return failed("sync", f.Name(), f.machine.sync(f.content)) }
