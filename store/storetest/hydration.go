package storetest

import (
	"fmt"
	"slices"
	"testing"

	"github.com/quarrykb/quarry"
)

func hydrationTests() tests {
	return tests{
		"entries come in the order of their references": entriesInOrder,
		"a reference to nothing is passed over":         goneReferences,
		"a scan passes every live entry once":           scanPassesOnce,
		"a scan goes on behind an entry that is gone":   scanGoesOn,
	}
}

func entriesOf(k quarry.Knowledge) []quarry.Entry {
	var entries []quarry.Entry
	for _, q := range k.Questions {
		entries = append(entries, q.Entry())
	}
	for _, f := range k.Facts {
		entries = append(entries, f.Entry())
	}
	for _, s := range k.Specs {
		entries = append(entries, s.Entry())
	}
	for _, p := range k.Passages {
		entries = append(entries, p.Entry())
	}
	return entries
}

func entriesInOrder(t *testing.T, store Store) {
	t.Helper()
	a, b := Mixed("a.md"), Mixed("b.md")
	save(t, store, a)
	save(t, store, b)
	want := slices.Concat(entriesOf(b), entriesOf(a))
	slices.Reverse(want)
	asked := make([]quarry.EntryRef, 0, len(want))
	for _, entry := range want {
		asked = append(asked, entry.EntryRef)
	}
	got, revision, err := store.Entries(t.Context(), asked)
	equal(t, "entries", must(t, got, err), want)
	equal(t, "revision", revision, revisionOf(t, store))
}

func goneReferences(t *testing.T, store Store) {
	t.Helper()
	k := Mixed("a.md")
	save(t, store, k)
	fact := k.Facts[0].Entry()
	got, _, err := store.Entries(t.Context(), []quarry.EntryRef{
		{Kind: quarry.EntryQuestion, ID: "q_none"},
		fact.EntryRef,
		{Kind: quarry.EntryPassage, ID: fact.ID},
		{Kind: quarry.EntryConflict, ID: "c_none"},
		{},
	})
	equal(t, "entries", must(t, got, err), []quarry.Entry{fact})
	got, _, err = store.Entries(t.Context(), nil)
	equal(t, "entries of nothing", must(t, got, err), nil)
}

// scan reads all entries in pieces.
func scan(t *testing.T, store Feed, size int) []quarry.Entry {
	t.Helper()
	var all []quarry.Entry
	var after quarry.EntryRef
	for {
		piece, err := store.ScanEntries(t.Context(), after, size)
		if must(t, piece, err); len(piece) == 0 {
			return all
		}
		if len(piece) > size {
			t.Fatalf("%d entries, want at most %d", len(piece), size)
		}
		all = append(all, piece...)
		after = piece[len(piece)-1].EntryRef
	}
}

func scanPassesOnce(t *testing.T, store Store) {
	t.Helper()
	want := map[quarry.EntryRef]quarry.Entry{}
	for _, path := range []string{"a.md", "b.md", "c.md"} {
		k := Mixed(path)
		save(t, store, k)
		for _, entry := range entriesOf(k) {
			want[entry.EntryRef] = entry
		}
	}
	whole := scan(t, store, 1000)
	equal(t, "number", len(whole), len(want))
	got := map[quarry.EntryRef]quarry.Entry{}
	for _, entry := range whole {
		got[entry.EntryRef] = entry
	}
	equal(t, "entries", got, want)
	for size := 1; size <= len(want); size++ {
		equal(t, fmt.Sprintf("pieces of %d", size), scan(t, store, size), whole)
	}
}

func scanGoesOn(t *testing.T, store Store) {
	t.Helper()
	a, b := Mixed("a.md"), Mixed("b.md")
	save(t, store, a)
	save(t, store, b)
	whole := scan(t, store, 1000)
	at := slices.IndexFunc(whole, func(e quarry.Entry) bool { return e.Source.DocumentID == a.Document.ID })
	if _, err := store.DeleteDocument(t.Context(), a.Document.ID); err != nil {
		t.Fatal(err)
	}
	got, err := store.ScanEntries(t.Context(), whole[at].EntryRef, 1000)
	want := slices.DeleteFunc(whole[at:], func(e quarry.Entry) bool { return e.Source.DocumentID == a.Document.ID })
	equal(t, "rest", must(t, got, err), want)
}
