package sqlite_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/store/storetest"
)

func TestTheSameBytesUnderAnotherPathAreFound(t *testing.T) {
	t.Parallel()
	store := openEmpty(t)
	for _, k := range []quarry.Knowledge{
		storetest.NewDraft("b.md").Passage("Flour and water.").Knowledge(),
		storetest.NewDraft("a.md").Passage("Flour and water.").Knowledge(),
		storetest.NewDraft("0.md").In("other").Passage("Flour and water.").Knowledge(),
		storetest.NewDraft("c.md").Passage("Flour and milk.").Knowledge(),
	} {
		if _, err := store.SaveDocument(t.Context(), k); err != nil {
			t.Fatal(err)
		}
	}
	sum := storetest.NewDraft("b.md").Passage("Flour and water.").Knowledge().Document.SHA256
	for path, want := range map[string]string{"b.md": "a.md", "a.md": "b.md", "new.md": "a.md"} {
		if got, err := store.Twin(t.Context(), "main", sum, path); err != nil || got != want {
			t.Errorf("twin of %s = %q (%v), want %q", path, got, err, want)
		}
	}
	for _, none := range [][2]string{{"other", sum}, {"main", "no such bytes"}} {
		if got, err := store.Twin(t.Context(), none[0], none[1], "0.md"); err != nil || got != "" {
			t.Errorf("twin in %s = %q (%v), want none", none[0], got, err)
		}
	}
}

func TestDocumentsAreCountedByWhatReadThem(t *testing.T) {
	t.Parallel()
	store := openEmpty(t)
	for path, by := range map[string]string{"a.md": "one", "b.md": "two", "c.md": "one"} {
		k := storetest.NewDraft(path).Knowledge(func(d *quarry.Document) { d.Fingerprint = by })
		if _, err := store.SaveDocument(t.Context(), k); err != nil {
			t.Fatal(err)
		}
	}
	got, err := store.Fingerprints(t.Context())
	if want := map[string]int{"one": 2, "two": 1}; err != nil || !maps.Equal(got, want) {
		t.Errorf("fingerprints = %v (%v), want %v", got, err, want)
	}
}

func TestWhatIngestAsksWalksAlongIndexes(t *testing.T) {
	t.Parallel()
	plans, err := openEmpty(t).Surveys(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for index, plan := range plans {
		strays := slices.DeleteFunc(slices.Clone(plan), func(step string) bool {
			return !strings.Contains(step, " documents") || strings.Contains(step, "INDEX "+index)
		})
		if len(plan) == 0 || len(strays) > 0 {
			t.Errorf("plan:\n%s\nwant all of it by %s", strings.Join(plan, "\n"), index)
		}
	}
}
