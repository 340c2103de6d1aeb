package faults

/*
#cgo linux LDFLAGS: -Wl,--unresolved-symbols=ignore-all
#cgo darwin LDFLAGS: -Wl,-undefined,dynamic_lookup
#include "vfs.h"
*/
import "C"

import (
	"errors"
	"os"
	"path/filepath"
	"runtime/cgo"
	"strings"
	"sync"
	"syscall"
	"unsafe"

	// It brings SQLite, whose symbols are looked for at link time.
	_ "github.com/mattn/go-sqlite3"
)

// Machines are the simulated machines of a process, by their folders.
type Machines struct {
	mu  sync.RWMutex
	all map[string]*Machine
}

// Install puts a virtual file system before SQLite's own, as the default of the whole
// process: files of a machine ask it first, all others pass. It is called before
// anything opens a database; TestMain is the place for it.
func Install() (*Machines, error) {
	machines := &Machines{all: map[string]*Machine{}}
	handle := cgo.NewHandle(machines)
	installed := cgo.Handle(C.faults_install(C.uintptr_t(handle)))
	if installed == handle {
		return machines, nil
	}
	handle.Delete()
	if installed == 0 {
		return nil, errors.New("SQLite has no file system that faults can be put before")
	}
	return nil, errors.New("faults are installed already")
}

// New returns a machine over what is below a folder now, all of which is taken to be on
// the disk. Nothing may have a database below it open.
func (m *Machines) New(folder string) (*Machine, error) {
	resolved, err := filepath.EvalSymlinks(folder)
	if err != nil {
		return nil, err
	}
	machine := &Machine{folder: resolved, spelled: folder, counts: make(map[Kind]int)}
	if err := machine.begin(); err != nil {
		return nil, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.all[resolved] = machine
	return machine, nil
}

// Remove forgets a machine, whose files are like any others from then on. Nothing may
// have one of them open.
func (m *Machines) Remove(machine *Machine) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.all, machine.folder)
}

// find returns the machine of a path and the name that it has there, or nil.
func (m *Machines) find(path string) (*Machine, string) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	for folder := filepath.Dir(path); ; folder = filepath.Dir(folder) {
		if machine := m.all[folder]; machine != nil {
			return machine, strings.TrimPrefix(path, folder+string(filepath.Separator))
		}
		if folder == filepath.Dir(folder) {
			return nil, ""
		}
	}
}

// opened is a file that SQLite has open.
type opened struct {
	machine *Machine
	name    string
	content *content
	journal bool // its folder is synced together with it, once
}

func machinesOf(handle C.uintptr_t) *Machines { return cgo.Handle(handle).Value().(*Machines) }

func openedOf(handle C.uintptr_t) *opened { return cgo.Handle(handle).Value().(*opened) }

// code is what SQLite is told of an error: that the disk is full, or otherwise.
func code(err error, otherwise C.int) C.int {
	switch {
	case err == nil:
		return C.faults_OK
	case errors.Is(err, syscall.ENOSPC) && otherwise == C.faults_IOERR_WRITE:
		return C.faults_FULL
	}
	return otherwise
}

//export faultsOpen
func faultsOpen(asked C.uintptr_t, path *C.char, flags C.int, told *C.uintptr_t) C.int {
	machine, name := machinesOf(asked).find(C.GoString(path))
	if machine == nil {
		return C.faults_OK
	}
	creates := flags&C.faults_OPEN_CREATE != 0
	open := machine.openFile
	if creates {
		open = machine.openOrCreate
	}
	content, err := open(name)
	if errors.Is(err, os.ErrNotExist) {
		return C.faults_OK // there is nothing to open, and SQLite will find that out
	}
	if err == nil {
		journal := creates && flags&C.faults_OPEN_JOURNALS != 0
		machine.opens(1)
		*told = C.uintptr_t(cgo.NewHandle(&opened{machine, name, content, journal}))
	}
	return code(err, C.faults_CANTOPEN)
}

//export faultsClose
func faultsClose(told C.uintptr_t) {
	defer cgo.Handle(told).Delete()
	openedOf(told).machine.opens(-1)
}

//export faultsWrite
func faultsWrite(told C.uintptr_t, from unsafe.Pointer, amount *C.int, offset C.int64_t) C.int {
	file := openedOf(told)
	written, err := file.machine.write(file.content, int64(offset), unsafe.Slice((*byte)(from), int(*amount)))
	if written > 0 {
		*amount = C.int(written)
	}
	return code(err, C.faults_IOERR_WRITE)
}

//export faultsTruncate
func faultsTruncate(told C.uintptr_t, size C.int64_t) C.int {
	file := openedOf(told)
	return code(file.machine.truncate(file.content, int64(size)), C.faults_IOERR_TRUNCATE)
}

// faultsSync syncs a file. Behind the first sync of a journal comes one of its folder,
// which SQLite does not hold against anybody where it fails.
//
//export faultsSync
func faultsSync(told C.uintptr_t) C.int {
	file := openedOf(told)
	err := file.machine.sync(file.content)
	if err == nil && file.journal {
		file.journal = false
		_ = file.machine.syncFolder(filepath.Dir(file.name))
	}
	return code(err, C.faults_IOERR_FSYNC)
}

//export faultsDelete
func faultsDelete(asked C.uintptr_t, path *C.char, ours *C.int) C.int {
	machine, name := machinesOf(asked).find(C.GoString(path))
	if machine == nil {
		return C.faults_OK
	}
	*ours = 1
	return code(machine.remove(name), C.faults_IOERR_DELETE)
}

//export faultsSyncFolderOf
func faultsSyncFolderOf(asked C.uintptr_t, path *C.char) C.int {
	machine, name := machinesOf(asked).find(C.GoString(path))
	return code(machine.syncFolder(filepath.Dir(name)), C.faults_IOERR_DIR_FSYNC)
}
