package storetest

import (
	"testing"
	"time"

	"github.com/quarrykb/quarry"
)

func documentTests() tests {
	return tests{
		"a document comes back as it was saved":           documentComesBack,
		"an extract keeps the file's own bytes":           extractKeepsOriginal,
		"an empty document has an empty text":             emptyDocument,
		"what ingest asks of a stored document":           storedDocument,
		"stored documents are those of one root":          storedDocuments,
		"stored documents are those of a root's files":    importedDocuments,
		"a file's documents are it and what is below it":  storedFile,
		"a place is taken over by another root":           takenOver,
		"a place belongs to one document id":              placeBelongsToOne,
		"a document without a place is refused":           placeIsNeeded,
		"two entries of one id are refused":               oneIDTwice,
		"a document that is not there is not found":       documentNotFound,
		"the same path may stand in two collections":      twoCollections,
		"a document that came without a time gets one":    timeIsGiven,
		"documents are listed by path":                    documentsByPath,
		"a replaced text is the only one that is left":    textIsReplaced,
		"a report is kept down to its ranges":             reportIsKept,
		"metadata may change while the text stays":        metadataChanges,
		"a deleted document takes its entries with it":    deletedDocument,
		"deleting what is not there is an error":          deletedTwice,
		"a preview of a deletion says what it would take": previewedDeletion,
	}
}

func documentComesBack(t *testing.T, store Store) {
	t.Helper()
	k := Mixed("notes/a.md")
	save(t, store, k)
	got, revision, err := store.Document(t.Context(), k.Document.ID)
	equal(t, "document", must(t, got, err), k.Document)
	equal(t, "revision", revision, revisionOf(t, store))
	content, _, err := store.Content(t.Context(), k.Document.ID)
	equal(t, "content", must(t, content, err), k.Content)
	page, err := store.Documents(t.Context(), quarry.Filter{}, everything())
	equal(t, "list", must(t, page, err).Items, []quarry.Document{k.Document})
}

func extractKeepsOriginal(t *testing.T, store Store) {
	t.Helper()
	k := NewDraft("page.html").Passage("Only words.").Knowledge(func(d *quarry.Document) {
		d.TextOf, d.Encoding = quarry.TextOfExtract, "windows-1252"
		d.SHA256 = "0123"
	})
	k.Content.Original = []byte("<p>Only words.</p>\x00")
	save(t, store, k)
	got, _, err := store.Document(t.Context(), k.Document.ID)
	equal(t, "document", must(t, got, err), k.Document)
	content, _, err := store.Content(t.Context(), k.Document.ID)
	equal(t, "content", must(t, content, err), k.Content)
}

func emptyDocument(t *testing.T, store Store) {
	t.Helper()
	k := NewDraft("empty.md").Knowledge()
	k.Content.Text = nil
	save(t, store, k)
	content, _, err := store.Content(t.Context(), k.Document.ID)
	if must(t, content, err); len(content.Text) != 0 || content.Original != nil {
		t.Errorf("content = %q and %q, want none", content.Text, content.Original)
	}
}

func storedDocument(t *testing.T, store Store) {
	t.Helper()
	k := Mixed("a.md")
	save(t, store, k)
	got, err := store.StoredFile(t.Context(), quarry.DefaultCollection, "a.md")
	equal(t, "stored document", must(t, got, err), []quarry.StoredDocument{
		{ID: k.Document.ID, Root: "/library", Path: "a.md", SHA256: k.Document.SHA256, Fingerprint: "parser/1"},
	})
	got, err = store.StoredFile(t.Context(), quarry.DefaultCollection, "b.md")
	equal(t, "another path", must(t, got, err), nil)
	got, err = store.StoredFile(t.Context(), "other", "a.md")
	equal(t, "another collection", must(t, got, err), nil)
}

func storedDocuments(t *testing.T, store Store) {
	t.Helper()
	for _, path := range []string{"b.md", "a.md"} {
		save(t, store, Mixed(path))
	}
	save(t, store, NewDraft("c.md").Knowledge(func(d *quarry.Document) { d.Root = "/elsewhere" }))
	save(t, store, NewDraft("d.md").In("other").Knowledge())
	got, err := store.StoredDocuments(t.Context(), quarry.DefaultCollection, "/library")
	equal(t, "paths", pathsOf(must(t, got, err)), []string{"a.md", "b.md"})
}

func storedFile(t *testing.T, store Store) {
	t.Helper()
	for _, path := range []string{"x.jsonl/2", "x.jsonl/10", "x.jsonl", "x.jsonl0", "x.json", "x.jsonl-b/2", "y/x.jsonl"} {
		save(t, store, NewDraft(path).Knowledge())
	}
	save(t, store, NewDraft("x.jsonl/3").In("other").Knowledge())
	for path, want := range map[string][]string{
		"x.jsonl": {"x.jsonl", "x.jsonl/10", "x.jsonl/2"},
		"y":       {"y/x.jsonl"},
		"x.jso":   nil,
	} {
		got, err := store.StoredFile(t.Context(), quarry.DefaultCollection, path)
		equal(t, "paths of "+path, pathsOf(must(t, got, err)), want)
	}
}

func importedDocuments(t *testing.T, store Store) {
	t.Helper()
	imported := func(d *quarry.Document) { d.Root, d.As = "/library/export.jsonl", d.Path }
	save(t, store, NewDraft("c.md").Knowledge(imported))
	save(t, store, NewDraft("d.md").In("other").Knowledge(imported))
	save(t, store, Mixed("a.md"))
	save(t, store, NewDraft("deep.md").Knowledge(func(d *quarry.Document) { d.Root = "/library/deep" }))
	save(t, store, NewDraft("e.md").Knowledge(func(d *quarry.Document) { d.Root, d.As = "/library2/export.jsonl", d.Path }))
	for name, tc := range map[string]struct {
		collection, root string
		want             []string
	}{
		"a folder has what was imported from its files": {quarry.DefaultCollection, "/library", []string{"a.md", "c.md"}},
		"so it has in every collection":                 {"", "/library", []string{"a.md", "c.md", "d.md"}},
		"a file has what was imported from it":          {"", "/library/export.jsonl", []string{"c.md", "d.md"}},
	} {
		got, err := store.StoredDocuments(t.Context(), tc.collection, tc.root)
		equal(t, name, pathsOf(must(t, got, err)), tc.want)
	}
}

func pathsOf(documents []quarry.StoredDocument) []string {
	var paths []string
	for _, document := range documents {
		paths = append(paths, document.Path)
	}
	return paths
}

func takenOver(t *testing.T, store Store) {
	t.Helper()
	save(t, store, Mixed("a.md"))
	k := Mixed("a.md")
	k.Document.Root = "/elsewhere"
	equal(t, "difference", save(t, store, k), quarry.Difference{})
	got, err := store.StoredFile(t.Context(), quarry.DefaultCollection, "a.md")
	equal(t, "root", must(t, got, err)[0].Root, "/elsewhere")
}

func placeBelongsToOne(t *testing.T, store Store) {
	t.Helper()
	save(t, store, Mixed("a.md"))
	before := StateOf(t.Context(), t, store)
	_, err := store.SaveDocument(t.Context(), NewDraft("a.md").Knowledge(func(d *quarry.Document) { d.ID = "d_other" }))
	is(t, "another id for the place", err, quarry.KindConflict)
	stolen := Mixed("a.md")
	stolen.Document.ID, stolen.Document.Path = "d_thief", "b.md"
	_, err = store.SaveDocument(t.Context(), stolen)
	is(t, "another document with the same entries", err, quarry.KindConflict)
	equal(t, "state", StateOf(t.Context(), t, store), before)
}

func placeIsNeeded(t *testing.T, store Store) {
	t.Helper()
	for name, spoil := range map[string]func(*quarry.Document){
		"no id":         func(d *quarry.Document) { d.ID = "" },
		"no collection": func(d *quarry.Document) { d.Collection = "" },
		"no path":       func(d *quarry.Document) { d.Path = "" },
	} {
		_, err := store.SaveDocument(t.Context(), NewDraft("a.md").Knowledge(spoil))
		is(t, name, err, quarry.KindInvalid)
	}
}

func oneIDTwice(t *testing.T, store Store) {
	t.Helper()
	k := NewDraft("a.md").Fact("Ink", "Ink is wet.").Fact("Ink", "Ink is wet.").Knowledge()
	_, err := store.SaveDocument(t.Context(), k)
	is(t, "save", err, quarry.KindInvalid)
	_, err = store.PreviewDocument(t.Context(), k)
	is(t, "preview", err, quarry.KindInvalid)
	equal(t, "revision", revisionOf(t, store), quarry.Sequence(0))
}

func documentNotFound(t *testing.T, store Store) {
	t.Helper()
	_, _, err := store.Document(t.Context(), "d_none")
	is(t, "document", err, quarry.KindNotFound)
	_, _, err = store.Content(t.Context(), "d_none")
	is(t, "content", err, quarry.KindNotFound)
}

func twoCollections(t *testing.T, store Store) {
	t.Helper()
	first := NewDraft("a.md").Question("Here?", "Yes.").Knowledge()
	second := NewDraft("a.md").In("other").Question("Here?", "No.").Knowledge()
	save(t, store, first)
	save(t, store, second)
	page, err := store.Questions(t.Context(), quarry.Filter{}, everything())
	if total := must(t, page, err).Total; total != 2 {
		t.Errorf("total = %d, want 2", total)
	}
}

func timeIsGiven(t *testing.T, store Store) {
	t.Helper()
	k := NewDraft("a.md").Knowledge(func(d *quarry.Document) { d.IngestedAt = time.Time{} })
	save(t, store, k)
	got, _, err := store.Document(t.Context(), k.Document.ID)
	if must(t, got, err); got.IngestedAt.IsZero() {
		t.Error("the document has no time of ingestion")
	}
}

func documentsByPath(t *testing.T, store Store) {
	t.Helper()
	for _, path := range []string{"b/x.md", "a.md", "b.md", "b/a.md"} {
		save(t, store, NewDraft(path).Knowledge())
	}
	var paths []string
	request := quarry.PageRequest{Limit: 3}
	for {
		page, err := store.Documents(t.Context(), quarry.Filter{}, request)
		for _, document := range must(t, page, err).Items {
			paths = append(paths, document.Path)
		}
		if page.Next == nil {
			break
		}
		request.After = *page.Next
	}
	equal(t, "paths", paths, []string{"a.md", "b.md", "b/a.md", "b/x.md"})
}

func textIsReplaced(t *testing.T, store Store) {
	t.Helper()
	save(t, store, NewDraft("a.md").Passage("Old.").Knowledge())
	k := NewDraft("a.md").Passage("New.").Knowledge()
	save(t, store, k)
	content, _, err := store.Content(t.Context(), k.Document.ID)
	equal(t, "content", string(must(t, content, err).Text), "New.\n")
}

func reportIsKept(t *testing.T, store Store) {
	t.Helper()
	k := NewDraft("a.md").Passage("Words.").Knowledge(func(d *quarry.Document) {
		d.Report = quarry.Report{
			Format: "markdown", Parser: "notes", Coverage: 0.75, Extracted: 1.0 / 3,
			Lines:       quarry.LineCounts{Entry: 1, Structure: 2, Furniture: 3, Prose: 4, Unaccounted: 5},
			Counts:      quarry.Counts{Question: 6, Fact: 7, Spec: 8, Passage: 9},
			Unaccounted: []quarry.LineRange{{LineStart: 3, LineEnd: 7}}, Warnings: []string{"a <strange> line"},
		}
		d.Metadata = quarry.Metadata{
			Language: "en", Licence: "CC-BY-4.0", SourceURL: "https://example.org", Author: "A. Writer", Date: "May 2024",
		}
	})
	save(t, store, k)
	got, _, err := store.Document(t.Context(), k.Document.ID)
	equal(t, "document", must(t, got, err), k.Document)
}

func metadataChanges(t *testing.T, store Store) {
	t.Helper()
	save(t, store, Mixed("a.md"))
	before := revisionOf(t, store)
	k := Mixed("a.md")
	k.Document.Metadata.Licence = "CC0-1.0"
	equal(t, "difference", save(t, store, k), quarry.Difference{})
	changes, err := store.ChangesAfter(t.Context(), before, 10)
	if must(t, changes, err); len(changes) != 1 || changes[0].Kind != quarry.EntryDocument {
		t.Errorf("changes = %v, want the document alone", changes)
	}
	got, _, err := store.Document(t.Context(), k.Document.ID)
	equal(t, "licence", must(t, got, err).Metadata.Licence, "CC0-1.0")
}

func deletedDocument(t *testing.T, store Store) {
	t.Helper()
	kept, gone := Mixed("a.md"), Mixed("b.md")
	save(t, store, kept)
	save(t, store, gone)
	difference, err := store.DeleteDocument(t.Context(), gone.Document.ID)
	if must(t, difference, err); len(difference.Removed) != gone.Size() {
		t.Errorf("removed = %v, want %d entries", difference.Removed, gone.Size())
	}
	state := StateOf(t.Context(), t, store)
	equal(t, "documents", state.Documents, []quarry.Document{kept.Document})
	equal(t, "questions", state.Questions, kept.Questions)
	equal(t, "facts", state.Facts, kept.Facts)
	equal(t, "specs", state.Specs, kept.Specs)
	equal(t, "passages", state.Passages, kept.Passages)
	_, _, err = store.Content(t.Context(), gone.Document.ID)
	is(t, "content", err, quarry.KindNotFound)
}

func deletedTwice(t *testing.T, store Store) {
	t.Helper()
	_, err := store.DeleteDocument(t.Context(), "d_none")
	is(t, "delete", err, quarry.KindNotFound)
	_, err = store.PreviewDelete(t.Context(), "d_none")
	is(t, "preview", err, quarry.KindNotFound)
}

func previewedDeletion(t *testing.T, store Store) {
	t.Helper()
	k := Mixed("a.md")
	save(t, store, k)
	before := StateOf(t.Context(), t, store)
	preview, err := store.PreviewDelete(t.Context(), k.Document.ID)
	must(t, preview, err)
	equal(t, "state", StateOf(t.Context(), t, store), before)
	difference, err := store.DeleteDocument(t.Context(), k.Document.ID)
	equal(t, "preview", preview, must(t, difference, err))
}
