package storetest

import (
	"testing"

	"github.com/quarrykb/quarry"
)

func feedTests() tests {
	return tests{
		"the feed begins empty":                               feedBeginsEmpty,
		"the feed names every entry once":                     feedNamesOnce,
		"the feed can be read in pieces of any size":          feedInPieces,
		"a deleted question leaves the feed as a tombstone":   tombstones,
		"a change moves an entry to the end of the feed":      changeMovesToEnd,
		"a feed request asks for something":                   feedAsksForSomething,
		"two writers at once never write behind a reader":     oneStoreTwoWriters,
		"the revision is the last change's sequence":          revisionIsLast,
		"a document without entries is in the feed by itself": emptyDocumentInFeed,
	}
}

func changesOf(t *testing.T, store Feed) []quarry.Change {
	t.Helper()
	changes, err := store.ChangesAfter(t.Context(), 0, 1000)
	return must(t, changes, err)
}

func feedBeginsEmpty(t *testing.T, store Store) {
	t.Helper()
	equal(t, "changes", changesOf(t, store), nil)
	equal(t, "revision", revisionOf(t, store), quarry.Sequence(0))
}

func feedNamesOnce(t *testing.T, store Store) {
	t.Helper()
	k := Mixed("a.md")
	save(t, store, k)
	seen := map[quarry.EntryRef]int{}
	last := quarry.Sequence(0)
	for _, change := range changesOf(t, store) {
		if change.Sequence <= last || change.Op != quarry.OpPut || change.At.IsZero() {
			t.Errorf("change = %+v after sequence %d", change, last)
		}
		last = change.Sequence
		seen[change.EntryRef]++
	}
	want := map[quarry.EntryRef]int{{Kind: quarry.EntryDocument, ID: quarry.EntryID(k.Document.ID)}: 1}
	for _, ref := range refs(k) {
		want[ref] = 1
	}
	equal(t, "feed", seen, want)
}

func feedInPieces(t *testing.T, store Store) {
	t.Helper()
	for _, path := range []string{"a.md", "b.md", "c.md"} {
		save(t, store, Mixed(path))
	}
	whole := changesOf(t, store)
	for size := 1; size <= len(whole); size++ {
		var pieces []quarry.Change
		cursor := quarry.Sequence(0)
		for {
			piece, err := store.ChangesAfter(t.Context(), cursor, size)
			if must(t, piece, err); len(piece) == 0 {
				break
			}
			pieces = append(pieces, piece...)
			cursor = piece[len(piece)-1].Sequence
		}
		equal(t, "pieces", pieces, whole)
	}
}

func tombstones(t *testing.T, store Store) {
	t.Helper()
	k := Mixed("a.md")
	save(t, store, k)
	before := revisionOf(t, store)
	if _, err := store.DeleteDocument(t.Context(), k.Document.ID); err != nil {
		t.Fatal(err)
	}
	changes := changesOf(t, store)
	if len(changes) != k.Size()+1 {
		t.Errorf("the feed has %d rows, want %d: one an entry and one for the document", len(changes), k.Size()+1)
	}
	for _, change := range changes {
		if change.Op != quarry.OpDelete || change.Sequence <= before {
			t.Errorf("change = %+v, want a deletion after %d", change, before)
		}
	}
}

func changeMovesToEnd(t *testing.T, store Store) {
	t.Helper()
	first, second := edition()
	save(t, store, first)
	save(t, store, Mixed("b.md"))
	before := changesOf(t, store)
	save(t, store, second)
	changed := second.Questions[0].Entry().EntryRef
	for _, change := range changesOf(t, store) {
		if change.EntryRef == changed && change.Sequence <= before[len(before)-1].Sequence {
			t.Errorf("change = %+v, want it behind %d", change, before[len(before)-1].Sequence)
		}
	}
	equal(t, "rows", len(changesOf(t, store)), len(before)+1)
}

func feedAsksForSomething(t *testing.T, store Store) {
	t.Helper()
	_, err := store.ChangesAfter(t.Context(), 0, 0)
	is(t, "no changes", err, quarry.KindInvalid)
	_, err = store.ScanEntries(t.Context(), quarry.EntryRef{}, 0)
	is(t, "no entries", err, quarry.KindInvalid)
}

func oneStoreTwoWriters(t *testing.T, store Store) {
	t.Helper()
	TwoWriters(t, store, store)
}

func revisionIsLast(t *testing.T, store Store) {
	t.Helper()
	for _, path := range []string{"a.md", "b.md"} {
		save(t, store, Mixed(path))
		changes := changesOf(t, store)
		equal(t, "revision", revisionOf(t, store), changes[len(changes)-1].Sequence)
	}
}

func emptyDocumentInFeed(t *testing.T, store Store) {
	t.Helper()
	k := NewDraft("a.md").Knowledge()
	save(t, store, k)
	changes := changesOf(t, store)
	if len(changes) != 1 || changes[0].ID != quarry.EntryID(k.Document.ID) {
		t.Errorf("changes = %v, want the document", changes)
	}
}
