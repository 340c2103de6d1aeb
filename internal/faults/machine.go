// Package faults simulates a machine whose disk fails: that fills up, gives I/O errors,
// loses what could not be synced, or whose power is cut. Tests use it; the program never
// does.
//
// A [Machine] lies over real files. What SQLite does to them comes in through a virtual
// file system in C, which [Install] puts before SQLite's own; what the program does beside
// it comes in through [Machine.Disk]. Both are counted with one counter, and a [Plan]
// says which operation fails and how. Reads always succeed until the power is cut, and
// SQLite's even then.
//
// Beside what the files hold, a machine knows what would be left of them if the power
// were cut now. Of the content of a file that is what was synced; a sync that fails
// loses for good what it was to make last, as on Linux, where a page counts as clean once
// it could not be written. Of the names in a folder it is what they were when the folder
// was last synced. [Machine.Restart] makes that the truth. What the machine was not told
// of, such as a search index, stays as it is.
package faults

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
)

// Kind is how an operation fails.
type Kind string

// The kinds. Short counts writes only, and Sync syncs of files and folders; the others
// count every operation that changes or syncs something.
const (
	EIO    Kind = "eio"    // it fails with an I/O error
	ENOSPC Kind = "enospc" // it fails because the disk is full
	Short  Kind = "short"  // half of it is written before the disk is full
	Sync   Kind = "sync"   // what was written is lost, and an I/O error says so
	Cut    Kind = "cut"    // the power is cut before it
)

// Kinds returns all kinds.
func Kinds() []Kind { return []Kind{EIO, ENOSPC, Short, Sync, Cut} }

// Plan is the fault of a machine. The zero value is none.
type Plan struct {
	Kind    Kind
	N       int  // the operation that fails first, from 1 on
	Lasting bool // all fail behind it, until Heal
}

// operation is a sort of what changes or syncs something.
type operation int

const (
	altering operation = iota // of names and sizes
	writing                   // of bytes
	syncing                   // of a file or a folder
)

// concerns reports whether a kind of fault counts an operation.
func (k Kind) concerns(op operation) bool {
	return (k != Short || op == writing) && (k != Sync || op == syncing)
}

// Machine is a simulated machine over the files below one folder. Its methods may be
// called side by side.
type Machine struct {
	folder  string // without symbolic links
	spelled string // as it was given

	mu      sync.Mutex
	plan    Plan
	counts  map[Kind]int // of the operations that each concerns
	reached bool
	cut     bool
	open    int // files that SQLite has open
	image
}

// begin takes what is below the folder for what is on the disk.
func (m *Machine) begin() error {
	m.image = image{live: map[string]*content{}, lasting: map[string]*content{}, first: map[string]bool{}, path: m.at}
	return filepath.WalkDir(m.folder, func(path string, entry os.DirEntry, err error) error {
		if err == nil && entry.Type().IsRegular() {
			m.first[m.name(path)] = true
		}
		return err
	})
}

// Begin counts anew, under another plan.
func (m *Machine) Begin(p Plan) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.plan, m.counts, m.reached = p, make(map[Kind]int), false
}

// Count returns how many operations there were that a kind of fault concerns.
func (m *Machine) Count(k Kind) int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.counts[k]
}

// Reached reports whether the operation came that was to fail.
func (m *Machine) Reached() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.reached
}

// IsCut reports whether the power is cut: nothing is reported from then on.
func (m *Machine) IsCut() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.cut
}

// Heal ends a fault. A power cut is ended by Restart only.
func (m *Machine) Heal() { m.Begin(Plan{}) }

// fails counts an operation, and says how it fails: nil where it does not. The caller
// holds the lock.
func (m *Machine) fails(op operation) error {
	if m.cut {
		return syscall.EIO
	}
	for _, k := range Kinds() {
		if k.concerns(op) {
			m.counts[k]++
		}
	}
	if m.plan.N == 0 || !m.plan.Kind.concerns(op) {
		return nil
	}
	n := m.counts[m.plan.Kind]
	if n < m.plan.N || (n > m.plan.N && !m.plan.Lasting) {
		return nil
	}
	m.reached = true
	switch m.plan.Kind {
	case ENOSPC, Short:
		return syscall.ENOSPC
	case Cut:
		m.cut = true
	case EIO, Sync:
	}
	return syscall.EIO
}

// name is what a path is called below the folder, and the path itself where it is not
// below it.
func (m *Machine) name(path string) string {
	for _, folder := range []string{m.folder, m.spelled} {
		if name, ok := strings.CutPrefix(path, folder+string(filepath.Separator)); ok {
			return name
		}
		if path == folder {
			return "."
		}
	}
	return path
}

// at is where a name lies.
func (m *Machine) at(name string) string { return filepath.Join(m.folder, name) }

// openFile returns the content of a file that is there.
func (m *Machine) openFile(name string) (*content, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.contentOf(name)
}

// openOrCreate is openFile for a file that is created where it is missing.
func (m *Machine) openOrCreate(name string) (*content, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	c, err := m.contentOf(name)
	if !os.IsNotExist(err) {
		return c, err
	}
	return m.created(name)
}

// created notes a file that is about to be made. The caller holds the lock.
func (m *Machine) created(name string) (*content, error) {
	if err := m.fails(altering); err != nil {
		return nil, err
	}
	c := &content{}
	m.rename(map[string]*content{name: c})
	return c, nil
}

// do counts an operation, and notes what it does unless it fails.
func (m *Machine) do(op operation, note func()) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	err := m.fails(op)
	if err == nil {
		note()
	}
	return err
}

// opens counts a file that SQLite opens, or closes: -1.
func (m *Machine) opens(n int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.open += n
}

// isIdle reports whether SQLite has nothing open.
func (m *Machine) isIdle() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.open == 0
}

// write notes what is about to be written, and returns how much of it may be.
func (m *Machine) write(c *content, offset int64, some []byte) (int, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	err := m.fails(writing)
	if err != nil && m.plan.Kind != Short {
		return 0, err
	}
	if err != nil {
		some = some[:len(some)/2]
	}
	c.write(offset, some)
	return len(some), err
}

// truncate notes that a file is about to get another size.
func (m *Machine) truncate(c *content, size int64) error {
	return m.do(altering, func() { c.truncate(size) })
}

// sync makes the content of a file last, or loses what was pending.
func (m *Machine) sync(c *content) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	err := m.fails(syncing)
	if err == nil {
		c.lasting = c.apply(c.pending)
	}
	if !m.cut {
		c.pending = nil
	}
	return err
}

// syncFolder makes the names in a folder last.
func (m *Machine) syncFolder(folder string) error {
	return m.do(syncing, func() { m.last(folder) })
}

// move counts a change of names, and notes it: what moves is the content of a file, and
// the names are what becomes of it. A file that is not there is os.ErrNotExist, and no
// operation.
func (m *Machine) move(name string, names func(*content) map[string]*content) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	c, err := m.contentOf(name)
	if err != nil {
		return err
	}
	if err := m.fails(altering); err != nil {
		return err
	}
	m.rename(names(c))
	return nil
}

// remove notes that a file is about to be removed, where it is there.
func (m *Machine) remove(name string) error {
	err := m.move(name, func(*content) map[string]*content { return map[string]*content{name: nil} })
	if os.IsNotExist(err) {
		return nil
	}
	return err
}
