package bleveindex_test

import (
	"strings"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search"
	"github.com/quarrykb/quarry/search/bleveindex"
	"github.com/quarrykb/quarry/search/searchtest"
)

func TestTextsOfOnePatternAreIndexedAndSearched(t *testing.T) {
	t.Parallel()
	const size = 1 << 18
	for name, pattern := range map[string]string{
		"letters": "x", "numbers": "1 ", "quantities": "1 kg ", "hyphens": "a-", "names": "ab_", "paths": "ab.",
		"humps": "Abc", "signs": "C++", "quotes": `"`, "devices": "H100 ", "words": "word ", "synonyms": "gradient checkpointing ",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			searchOdd(t, pattern, strings.Repeat(pattern, size/len(pattern)))
		})
	}
}

func searchOdd(t *testing.T, title, text string) {
	t.Helper()
	index := informed(t, searchtest.Entry(quarry.EntryPassage, "odd", title, text+" zeppelin"))
	for _, query := range []string{text[:2000], "zeppelyn " + text[:1900]} {
		if _, err := index.Search(t.Context(), quarry.Query{Text: query, Limit: 3}); err != nil {
			t.Errorf("search: %v", err)
		}
	}
	ranking, err := index.Search(t.Context(), quarry.Query{Text: "zeppelin", Limit: 3})
	if err != nil || ranking.Total != 1 {
		t.Errorf("found %d, %v, want the entry by its last word", ranking.Total, err)
	}
	if _, err := index.Complete(t.Context(), text[:2000], 3); err != nil {
		t.Errorf("complete: %v", err)
	}
}

// FuzzSearch asks for anything: a text may name code, quantities and devices in
// any way.
func FuzzSearch(f *testing.F) {
	for _, text := range searchtest.OddTexts() {
		f.Add(text)
	}
	for _, text := range []string{"a_b.cD", "C++11", "3.35 TB/s", "--fine-tuning-of-", "H100 PCIe", "Gradiant", "_", "x._y", "1-2-3", "é-é"} {
		f.Add(text)
	}
	index := informed(f, searchtest.Library()...)
	f.Fuzz(func(t *testing.T, text string) {
		searchAnything(t, index, text)
		odd := searchtest.Entry(quarry.EntryFact, "odd", text, text)
		for i, batch := range []search.Batch{{Puts: []quarry.Entry{odd}}, {Deletes: []quarry.EntryRef{odd.EntryRef}}} {
			batch.Cursor = quarry.Sequence(i + 2)
			if err := index.Apply(t.Context(), batch); err != nil {
				t.Fatalf("index %q: %v", text, err)
			}
		}
	})
}

func searchAnything(t *testing.T, index *bleveindex.Index, text string) {
	t.Helper()
	ranking, err := index.Search(t.Context(), quarry.Query{Text: text, Limit: 10})
	if err != nil || ranking.Total > len(searchtest.Library()) {
		t.Fatalf("%q found %d, %v", text, ranking.Total, err)
	}
	if _, err := index.Complete(t.Context(), text, 10); err != nil {
		t.Fatalf("complete %q: %v", text, err)
	}
	last := 0
	for _, r := range index.Matches(text)("Memory of " + text) {
		if r.Start < last || r.End <= r.Start {
			t.Fatalf("%q: range %+v after %d", text, r, last)
		}
		last = r.End
	}
}
