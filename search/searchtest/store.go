package searchtest

import (
	"cmp"
	"context"
	"crypto/rand"
	"slices"
	"sync"

	"github.com/quarrykb/quarry"
)

// Store is a store in memory with a change feed. Its methods may be called side
// by side.
type Store struct {
	mu      sync.Mutex
	entries map[quarry.EntryRef]quarry.Entry
	changes map[quarry.EntryRef]quarry.Change
	last    quarry.Sequence
	session string
}

// NewStore returns a store that holds these entries.
func NewStore(entries ...quarry.Entry) *Store {
	s := &Store{
		entries: map[quarry.EntryRef]quarry.Entry{},
		changes: map[quarry.EntryRef]quarry.Change{},
		session: rand.Text(),
	}
	s.Put(entries...)
	return s
}

// Put adds or replaces entries, one change each.
func (s *Store) Put(entries ...quarry.Entry) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, entry := range entries {
		s.entries[entry.EntryRef] = entry
		s.note(entry.EntryRef, quarry.OpPut)
	}
}

// Delete takes entries away, one change each.
func (s *Store) Delete(refs ...quarry.EntryRef) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, ref := range refs {
		delete(s.entries, ref)
		s.note(ref, quarry.OpDelete)
	}
}

// Touch adds a change of something that is no entry, such as a document.
func (s *Store) Touch(ref quarry.EntryRef) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.note(ref, quarry.OpPut)
}

func (s *Store) note(ref quarry.EntryRef, op quarry.Op) {
	s.last++
	s.changes[ref] = quarry.Change{EntryRef: ref, Sequence: s.last, Op: op}
}

// ChangesAfter returns the changes behind a sequence, oldest first.
func (s *Store) ChangesAfter(_ context.Context, after quarry.Sequence, most int) ([]quarry.Change, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var later []quarry.Change
	for _, change := range s.changes {
		if change.Sequence > after {
			later = append(later, change)
		}
	}
	slices.SortFunc(later, func(a, b quarry.Change) int { return cmp.Compare(a.Sequence, b.Sequence) })
	return later[:min(most, len(later))], nil
}

// Session names the one session that a store in memory has.
func (s *Store) Session(context.Context) (string, error) { return s.session, nil }

// Continues reports whether the store has got as far in this session.
func (s *Store) Continues(_ context.Context, session string, read quarry.Sequence) (bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return session == s.session && read <= s.last, nil
}

// Revision returns the sequence of the last change.
func (s *Store) Revision(context.Context) (quarry.Sequence, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.last, nil
}

// Entries returns the entries that are there.
func (s *Store) Entries(_ context.Context, refs []quarry.EntryRef) ([]quarry.Entry, quarry.Sequence, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var found []quarry.Entry
	for _, ref := range refs {
		if entry, ok := s.entries[ref]; ok {
			found = append(found, entry)
		}
	}
	return found, s.last, nil
}

// ScanEntries returns the entries behind a reference, by kind and id.
func (s *Store) ScanEntries(_ context.Context, after quarry.EntryRef, most int) ([]quarry.Entry, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var behind []quarry.Entry
	for ref, entry := range s.entries {
		if compareRefs(ref, after) > 0 {
			behind = append(behind, entry)
		}
	}
	slices.SortFunc(behind, func(a, b quarry.Entry) int { return compareRefs(a.EntryRef, b.EntryRef) })
	return behind[:min(most, len(behind))], nil
}

func compareRefs(a, b quarry.EntryRef) int {
	return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.ID, b.ID))
}
