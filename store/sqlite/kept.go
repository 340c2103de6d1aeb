package sqlite

import "github.com/quarrykb/quarry"

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

// entrant is an entry of any kind, in its own type.
type entrant interface{ Entry() quarry.Entry }

// keep keeps an entry as it was at a revision. It is not changed any more.
func (s *Store) keep(at quarry.Sequence, item any) {
	kept, ok := item.(entrant)
	if !ok {
		return // documents are large and seldom asked for
	}
	if q, ok := item.(quarry.Question); ok && len(q.Variants) > mostBeside {
		return
	}
	if entry := kept.Entry(); len(entry.Title)+len(entry.Text) <= longestKept {
		s.kept.put(at, string(entry.ID), item)
	}
}

// recall returns an entry as it is now, where it was kept. A store that does
// not write itself cannot tell what is now without asking the file.
func recall[T any](s *Store, id string) (T, quarry.Sequence, bool) {
	at := quarry.Sequence(s.revision.Load())
	item, ok := s.kept.get(at, id).(T)
	return item, at, ok && s.writer != nil
}

// recallEntry returns an entry as it was at a revision, where it was kept.
func (s *Store) recallEntry(at quarry.Sequence, ref quarry.EntryRef) (quarry.Entry, bool) {
	kept, ok := s.kept.get(at, string(ref.ID)).(entrant)
	if !ok {
		return quarry.Entry{}, false
	}
	entry := kept.Entry()
	return entry, entry.Kind == ref.Kind
}

// recallAll returns entries as they are now, where all of them were kept.
func (s *Store) recallAll(refs []quarry.EntryRef) ([]quarry.Entry, quarry.Sequence, bool) {
	at := quarry.Sequence(s.revision.Load())
	if s.writer == nil {
		return nil, 0, false
	}
	entries := make([]quarry.Entry, 0, len(refs))
	for _, ref := range refs {
		entry, ok := s.recallEntry(at, ref)
		if !ok {
			return nil, 0, false
		}
		entries = append(entries, entry)
	}
	return entries, at, true
}
