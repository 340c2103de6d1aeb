package storetest

import (
	"testing"

	"github.com/quarrykb/quarry"
)

func differenceTests() tests {
	return tests{
		"a new document adds all its entries":               newDocumentAdds,
		"saving the same again changes nothing":             sameAgain,
		"an edited document changes only what is different": editedDocument,
		"a preview says what saving does and writes nothing": func(t *testing.T, store Store) {
			t.Helper()
			previewIsTrue(t, store)
		},
		"an entry that moved is changed":               movedEntry,
		"another title is another context of an entry": retitledDocument,
		"an entry may come back":                       returningEntry,
	}
}

func refs(k quarry.Knowledge) []quarry.EntryRef {
	var all []quarry.EntryRef
	for _, q := range k.Questions {
		all = append(all, q.Entry().EntryRef)
	}
	for _, f := range k.Facts {
		all = append(all, f.Entry().EntryRef)
	}
	for _, s := range k.Specs {
		all = append(all, s.Entry().EntryRef)
	}
	for _, p := range k.Passages {
		all = append(all, p.Entry().EntryRef)
	}
	return all
}

func newDocumentAdds(t *testing.T, store Store) {
	t.Helper()
	k := Mixed("a.md")
	equal(t, "difference", save(t, store, k), quarry.Difference{Added: refs(k)})
}

func sameAgain(t *testing.T, store Store) {
	t.Helper()
	save(t, store, Mixed("a.md"))
	before := StateOf(t.Context(), t, store)
	equal(t, "difference", save(t, store, Mixed("a.md")), quarry.Difference{})
	equal(t, "state", StateOf(t.Context(), t, store), before)
}

// edition returns two editions of one document: in the second a fact is new, an
// answer is another, a question is gone, and the passage is as it was.
func edition() (quarry.Knowledge, quarry.Knowledge) {
	first := NewDraft("a.md").Passage("Stays.").Question("Changes?", "Not yet.").Question("Goes?", "Soon.").Knowledge()
	second := NewDraft("a.md").Passage("Stays.").Question("Changes?", "Yes.").Fact("New", "This is new.").Knowledge()
	return first, second
}

func editedDocument(t *testing.T, store Store) {
	t.Helper()
	first, second := edition()
	save(t, store, first)
	before := revisionOf(t, store)
	got := save(t, store, second)
	equal(t, "difference", got, quarry.Difference{
		Added:   []quarry.EntryRef{second.Facts[0].Entry().EntryRef},
		Changed: []quarry.EntryRef{second.Questions[0].Entry().EntryRef},
		Removed: []quarry.EntryRef{first.Questions[1].Entry().EntryRef},
	})
	changes, err := store.ChangesAfter(t.Context(), before, 100)
	ops := map[quarry.EntryRef]quarry.Op{}
	for _, change := range must(t, changes, err) {
		ops[change.EntryRef] = change.Op
	}
	equal(t, "feed", ops, map[quarry.EntryRef]quarry.Op{
		{Kind: quarry.EntryDocument, ID: quarry.EntryID(second.Document.ID)}: quarry.OpPut,
		got.Added[0]:   quarry.OpPut,
		got.Changed[0]: quarry.OpPut,
		got.Removed[0]: quarry.OpDelete,
	})
	state := StateOf(t.Context(), t, store)
	equal(t, "questions", state.Questions, second.Questions)
	equal(t, "facts", state.Facts, second.Facts)
	equal(t, "passages", state.Passages, second.Passages)
}

func previewIsTrue(t *testing.T, store Store) {
	t.Helper()
	first, second := edition()
	for _, k := range []quarry.Knowledge{first, second} {
		before := StateOf(t.Context(), t, store)
		preview, err := store.PreviewDocument(t.Context(), k)
		must(t, preview, err)
		equal(t, "state", StateOf(t.Context(), t, store), before)
		equal(t, "preview", preview, save(t, store, k))
	}
}

func movedEntry(t *testing.T, store Store) {
	t.Helper()
	save(t, store, NewDraft("a.md").Fact("Ink", "Ink is wet.").Knowledge())
	k := NewDraft("a.md").Passage("A new first line.").Fact("Ink", "Ink is wet.").Knowledge()
	equal(t, "difference", save(t, store, k), quarry.Difference{
		Added:   []quarry.EntryRef{k.Passages[0].Entry().EntryRef},
		Changed: []quarry.EntryRef{k.Facts[0].Entry().EntryRef},
	})
	got, _, err := store.Fact(t.Context(), k.Facts[0].ID)
	equal(t, "fact", must(t, got, err), k.Facts[0])
}

func retitledDocument(t *testing.T, store Store) {
	t.Helper()
	save(t, store, Mixed("a.md"))
	k := NewDraft("a.md").Knowledge()
	k = withTitle(Mixed("a.md"), k.Document.Title+", second edition")
	equal(t, "difference", save(t, store, k), quarry.Difference{Changed: refs(k)})
}

func withTitle(k quarry.Knowledge, title string) quarry.Knowledge {
	k.Document.Title = title
	for _, source := range sourcesOf(k) {
		source.Title = title
	}
	return k
}

func returningEntry(t *testing.T, store Store) {
	t.Helper()
	first, second := edition()
	save(t, store, first)
	save(t, store, second)
	equal(t, "difference", save(t, store, first), quarry.Difference{
		Added:   []quarry.EntryRef{first.Questions[1].Entry().EntryRef},
		Changed: []quarry.EntryRef{first.Questions[0].Entry().EntryRef},
		Removed: []quarry.EntryRef{second.Facts[0].Entry().EntryRef},
	})
	equal(t, "questions", StateOf(t.Context(), t, store).Questions, first.Questions)
}
