package sqlite

import (
	"context"
	"fmt"

	"github.com/quarrykb/quarry"
)

// entryReader reads entries of one kind, whichever it is.
type entryReader interface {
	kind() quarry.EntryKind
	selectWanted(column string) string
	selectBehind() string
	readEntry(scan scanFunc) (entrant, error)
}

// entryReaders returns the kinds in the order of quarry.EntryKinds.
func entryReaders() []entryReader {
	return []entryReader{barely(), facts(), specs(), passages()}
}

// occurrenceReaders reads all that stands in documents: variants, too.
func occurrenceReaders() []entryReader {
	return []entryReader{occurrences(), facts(), specs(), passages()}
}

// Entries returns the entries that some references name, in their order, all
// of one moment, and the revision of it. A reference to an entry that is not
// stored, or that another question stands for, is passed over; more than 10,000 are KindTooLarge.
func (s *Store) Entries(ctx context.Context, refs []quarry.EntryRef) ([]quarry.Entry, quarry.Sequence, error) {
	if len(refs) > mostItems {
		return nil, 0, quarry.Errorf(quarry.KindTooLarge, "at most %d entries at once, not %d", mostItems, len(refs))
	}
	if entries, at, ok := s.recallAll(refs); ok {
		return entries, at, nil
	}
	found := make(map[quarry.EntryRef]quarry.Entry, len(refs))
	var revision quarry.Sequence
	err := s.view(ctx, func(v *snapshot) error {
		revision = v.revision
		return s.hydrate(ctx, v, refs, found)
	})
	if err != nil {
		return nil, 0, fmt.Errorf("read entries: %w", err)
	}
	return inOrderOf(refs, found), revision, nil
}

// Occurrences is Entries for who wants them as they stand in their documents: a
// question that another one stands for is among them.
func (s *Store) Occurrences(ctx context.Context, refs []quarry.EntryRef) ([]quarry.Entry, quarry.Sequence, error) {
	if len(refs) > mostItems {
		return nil, 0, quarry.Errorf(quarry.KindTooLarge, "at most %d entries at once, not %d", mostItems, len(refs))
	}
	wanted := make(map[quarry.EntryKind][]quarry.EntryID)
	for _, ref := range refs {
		wanted[ref.Kind] = append(wanted[ref.Kind], ref.ID)
	}
	found := make(map[quarry.EntryRef]quarry.Entry, len(refs))
	var revision quarry.Sequence
	err := s.view(ctx, func(v *snapshot) error {
		revision = v.revision
		for _, k := range occurrenceReaders() {
			items, err := readWanted(ctx, v, k, wanted[k.kind()])
			if err != nil {
				return err
			}
			for _, item := range items {
				found[item.Entry().EntryRef] = item.Entry()
			}
		}
		return nil
	})
	if err != nil {
		return nil, 0, fmt.Errorf("read occurrences: %w", err)
	}
	return inOrderOf(refs, found), revision, nil
}

func inOrderOf(refs []quarry.EntryRef, found map[quarry.EntryRef]quarry.Entry) []quarry.Entry {
	entries := make([]quarry.Entry, 0, len(found))
	for _, ref := range refs {
		if entry, ok := found[ref]; ok {
			entries = append(entries, entry)
		}
	}
	return entries
}

// hydrate finds entries among those that were kept and reads the others.
func (s *Store) hydrate(
	ctx context.Context, v *snapshot, refs []quarry.EntryRef, found map[quarry.EntryRef]quarry.Entry,
) error {
	missing := make(map[quarry.EntryKind][]quarry.EntryID)
	for _, ref := range refs {
		if entry, ok := s.recallEntry(v.revision, ref); ok {
			found[ref] = entry
		} else {
			missing[ref.Kind] = append(missing[ref.Kind], ref.ID)
		}
	}
	for _, k := range entryReaders() {
		items, err := readWanted(ctx, v, k, missing[k.kind()])
		if err != nil {
			return err
		}
		for _, item := range items {
			entry := item.Entry()
			found[entry.EntryRef] = entry
			if len(refs) <= fewWanted {
				s.keep(v.revision, item)
			}
		}
	}
	return nil
}

// readWanted reads entries of one kind. Looking up by key is over before anyone
// could give up on it, and a context without a cancel spares the driver a
// goroutine for every row.
func readWanted(ctx context.Context, v *snapshot, k entryReader, wanted []quarry.EntryID) ([]entrant, error) {
	if len(wanted) == 0 {
		return nil, nil
	}
	return collect(context.WithoutCancel(ctx), v, k.readEntry, k.selectWanted("e.id"), jsonList(wanted))
}

// ScanEntries returns the next live entries of all kinds behind a reference,
// no more than most of them, in a stable order by kind and id; the zero
// reference starts at the beginning. Each call sees its own moment: to build an index,
// note the revision, scan, then follow the feed from what was noted.
func (s *Store) ScanEntries(ctx context.Context, after quarry.EntryRef, most int) ([]quarry.Entry, error) {
	if most < 1 {
		return nil, quarry.Errorf(quarry.KindInvalid, "at least one entry has to be asked for, not %d", most)
	}
	var entries []quarry.Entry
	err := s.view(ctx, func(v *snapshot) error {
		var err error
		entries, err = scanBehind(ctx, v, after, min(most, mostItems))
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("scan entries after %q: %w", after.ID, err)
	}
	return entries, nil
}

func scanBehind(ctx context.Context, v *snapshot, after quarry.EntryRef, most int) ([]quarry.Entry, error) {
	var entries []quarry.Entry
	reached := after.Kind == ""
	for _, k := range entryReaders() {
		id := quarry.EntryID("") // a kind that the scan has not reached starts at its beginning
		if k.kind() == after.Kind {
			reached, id = true, after.ID
		}
		if !reached || len(entries) == most {
			continue
		}
		more, err := collect(ctx, v, k.readEntry, k.selectBehind(), string(id), most-len(entries))
		if err != nil {
			return nil, err
		}
		for _, item := range more {
			entries = append(entries, item.Entry())
		}
	}
	return entries, nil
}
