package entries

import (
	"context"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/store/sqlite/db"
)

// Entries are kept as they were read, for as long as nothing changes, so that
// what is asked for again, such as a question by its id or the hits of similar
// searches, is not read and decoded anew. These bound the memory, at some 25 MB
// for entries of usual length.
const (
	mostKept    = 16384
	longestKept = 16 << 10 // bytes of title and text
	fewWanted   = 256      // more at once are a caller that reads everything once
	mostBeside  = 16       // variants of a question
)

// keep keeps an entry as it was at a revision. It is not changed any more.
func (s *Store) keep(at quarry.Sequence, item any) {
	kept, ok := item.(quarry.Claimant)
	if !ok {
		return // documents are large and seldom asked for
	}
	if q, ok := item.(quarry.Question); ok && len(q.Variants) > mostBeside {
		return
	}
	if entry := kept.Entry(); len(entry.Title)+len(entry.Text) <= longestKept {
		s.kept.Put(at, string(entry.ID), item)
	}
}

// recall returns an entry as it is now, where it was kept. A store that does
// not write itself cannot tell what is now without asking the file.
func recall[T any](s *Store, id string) (T, quarry.Sequence, bool) {
	at, known := s.db.Known()
	item, ok := s.kept.Get(at, id).(T)
	return item, at, ok && known
}

// Entries returns the entries that some references name, in their order, all
// of one moment, and the revision of it. A reference to an entry that is not
// stored, or that another question stands for, is passed over; more than 10,000 are KindTooLarge.
func (s *Store) Entries(ctx context.Context, refs []quarry.EntryRef) ([]quarry.Entry, quarry.Sequence, error) {
	if len(refs) > MostItems {
		return nil, 0, errTooMany(len(refs))
	}
	if at, known := s.db.Known(); known {
		if found, missing := s.recallAll(at, refs); len(missing) == 0 {
			return inOrderOf(refs, found), at, nil
		}
	}
	found, revision, err := db.Viewed(ctx, s.db, func(v *db.Snapshot) ([]quarry.Entry, error) {
		found, missing := s.recallAll(v.Revision, refs)
		err := readInto(ctx, v, readers(), missing, func(item quarry.Claimant) {
			found[item.Entry().EntryRef] = item.Entry()
			if len(refs) <= fewWanted {
				s.keep(v.Revision, item)
			}
		})
		return inOrderOf(refs, found), err
	})
	return found, revision, db.Wrap(err, "read entries")
}

// recallAll returns those of some entries that were kept at a revision, and the ids of the
// others.
func (s *Store) recallAll(
	at quarry.Sequence, refs []quarry.EntryRef,
) (map[quarry.EntryRef]quarry.Entry, map[quarry.EntryKind][]quarry.EntryID) {
	found := make(map[quarry.EntryRef]quarry.Entry, len(refs))
	missing := make(map[quarry.EntryKind][]quarry.EntryID)
	for _, ref := range refs {
		kept, ok := s.kept.Get(at, string(ref.ID)).(quarry.Claimant)
		if !ok || kept.Entry().Kind != ref.Kind {
			missing[ref.Kind] = append(missing[ref.Kind], ref.ID)
			continue
		}
		found[ref] = kept.Entry()
	}
	return found, missing
}

// Occurrences is Entries for who wants them as they stand in their documents: a
// question that another one stands for is among them.
func (s *Store) Occurrences(ctx context.Context, refs []quarry.EntryRef) ([]quarry.Entry, quarry.Sequence, error) {
	if len(refs) > MostItems {
		return nil, 0, errTooMany(len(refs))
	}
	found, revision, err := db.Viewed(ctx, s.db, func(v *db.Snapshot) ([]quarry.Entry, error) {
		found := make(map[quarry.EntryRef]quarry.Entry, len(refs))
		err := readInto(ctx, v, []reader{occurrences(), Facts(), Specs(), Passages()}, ByKind(refs), func(item quarry.Claimant) {
			found[item.Entry().EntryRef] = item.Entry()
		})
		return inOrderOf(refs, found), err
	})
	return found, revision, db.Wrap(err, "read occurrences")
}

func errTooMany(refs int) error {
	return quarry.Errorf(quarry.KindTooLarge, "at most %d entries at once, not %d", MostItems, refs)
}

// ByKind sorts the ids of references by their kind.
func ByKind(refs []quarry.EntryRef) map[quarry.EntryKind][]quarry.EntryID {
	ids := make(map[quarry.EntryKind][]quarry.EntryID)
	for _, ref := range refs {
		ids[ref.Kind] = append(ids[ref.Kind], ref.ID)
	}
	return ids
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

// ReadWanted hands entries to a function, of all kinds as an index keeps them.
func ReadWanted(
	ctx context.Context, v *db.Snapshot, wanted map[quarry.EntryKind][]quarry.EntryID, take func(quarry.Entry),
) error {
	return readInto(ctx, v, readers(), wanted, func(item quarry.Claimant) { take(item.Entry()) })
}

// readInto hands entries to a function. Looking up by key is over before anyone
// could give up on it, and a context without a cancel spares the driver a
// goroutine for every row.
func readInto(
	ctx context.Context, v *db.Snapshot, kinds []reader, wanted map[quarry.EntryKind][]quarry.EntryID,
	take func(quarry.Claimant),
) error {
	for _, k := range kinds {
		if len(wanted[k.kind()]) == 0 {
			continue
		}
		err := db.Each(context.WithoutCancel(ctx), v, func(scan db.ScanFunc) error {
			item, err := k.readEntry(scan)
			if err == nil {
				take(item)
			}
			return err
		}, k.selectWanted("e.id"), db.JSONList(wanted[k.kind()]))
		if err != nil {
			return err
		}
	}
	return nil
}

// AppendWanted appends those whole entries that are of one kind, in the order of their ids.
func AppendWanted[T any](
	ctx context.Context, v *db.Snapshot, k Kind[T], into *[]T, wanted map[quarry.EntryKind][]quarry.EntryID,
) error {
	if len(wanted[k.Name]) == 0 {
		return nil
	}
	more, err := db.Collect(context.WithoutCancel(ctx), v, k.Read, k.selectWanted("e.id"), db.JSONList(wanted[k.Name]))
	*into = append(*into, more...)
	return db.Wrap(err, "read %s entries", k.Name)
}

// ScanEntries returns the next live entries of all kinds behind a reference,
// no more than most of them, in a stable order by kind and id; the zero
// reference starts at the beginning. Each call sees its own moment: to build an index,
// note the revision, scan, then follow the feed from what was noted.
func (s *Store) ScanEntries(ctx context.Context, after quarry.EntryRef, most int) ([]quarry.Entry, error) {
	if most < 1 {
		return nil, quarry.Errorf(quarry.KindInvalid, "at least one entry has to be asked for, not %d", most)
	}
	entries, _, err := db.Viewed(ctx, s.db, func(v *db.Snapshot) ([]quarry.Entry, error) {
		return scanBehind(ctx, v, after, min(most, MostItems))
	})
	return entries, db.Wrap(err, "scan entries after %q", after.ID)
}

func scanBehind(ctx context.Context, v *db.Snapshot, after quarry.EntryRef, most int) ([]quarry.Entry, error) {
	var entries []quarry.Entry
	reached := after.Kind == ""
	for _, k := range readers() {
		id := quarry.EntryID("") // a kind that the scan has not reached starts at its beginning
		if k.kind() == after.Kind {
			reached, id = true, after.ID
		}
		if !reached || len(entries) == most {
			continue
		}
		more, err := db.Collect(ctx, v, k.readEntry, k.selectBehind(), string(id), most-len(entries))
		if err != nil {
			return nil, err
		}
		for _, item := range more {
			entries = append(entries, item.Entry())
		}
	}
	return entries, nil
}
