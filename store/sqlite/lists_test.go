package sqlite_test

import (
	stdcmp "cmp"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/store/sqlite"
	"github.com/quarrykb/quarry/store/sqlite/entries"
	"github.com/quarrykb/quarry/store/storetest"
)

// A row that is asked whether it matches a filter says what an index says of it.
func TestAFilterMeansTheSameForAWalkAndForAnIndex(t *testing.T) {
	t.Parallel()
	store := openEmpty(t)
	for i := range 12 {
		draft := storetest.NewDraft(fmt.Sprintf("%d.md", i)).In([]string{"main", "letters", "wills"}[i%3])
		for n := range 4 {
			draft.Question(fmt.Sprintf("What is weir %d?", (i+n)%6), "A dam.", func(q *quarry.Question) { q.Asks = q.Text }).
				Fact(fmt.Sprintf("Weir %d", n), "It is low.").
				Spec("weir", "height", float64(n%(1+i%2)), "m", func(s *quarry.Spec) { s.Value.Text += fmt.Sprintf(" (%d)", n) }).
				Passage(fmt.Sprintf("Of weir %d in %d.", n, i))
		}
		if _, err := store.SaveDocument(t.Context(), draft.Knowledge()); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := store.DeriveConflicts(t.Context(), "differing/1", 100, differing); err != nil {
		t.Fatal(err)
	}
	for name, f := range map[string]quarry.Filter{
		"topic":                 {Topics: []quarry.TopicID{"cost", "memory"}},
		"collection":            {Collections: []string{"letters", "wills"}},
		"document":              {Documents: []string{"1.md", "2.md", "5.md"}},
		"place":                 {Collections: []string{"letters"}, Documents: []string{"1.md", "2.md"}},
		"in conflict":           {Conflict: quarry.Yes},
		"in conflict somewhere": {Conflict: quarry.Yes, Collections: []string{"letters"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			sameRows(t, store, "questions", entries.Questions().Where(f))
			sameRows(t, store, "facts", entries.Facts().Where(f))
			sameRows(t, store, "specs", entries.Specs().Where(f))
			sameRows(t, store, "passages", entries.Passages().Where(f))
		})
	}
}

// sameRows reports an error unless the two forms of a condition hold for the same rows of a table.
func sameRows(t *testing.T, store *sqlite.Store, table string, w entries.Where) {
	t.Helper()
	query := "SELECT id FROM " + table + " e WHERE %s ORDER BY id"
	walked, err := store.Column(t.Context(), fmt.Sprintf(query, w.Test()), w.Args...)
	if err != nil {
		t.Fatal(err)
	}
	gathered, err := store.Column(t.Context(), fmt.Sprintf(query, w.Gather()), w.Args...)
	if diff := cmp.Diff(walked, gathered); err != nil || diff != "" {
		t.Errorf("%s (%v, -walked +gathered):\n%s", table, err, diff)
	}
}

func TestALongListIsHandedOutInItsOrder(t *testing.T) {
	t.Parallel()
	store := openEmpty(t)
	const each = 1100
	for _, path := range []string{"b.md", "a.md", "c.md"} {
		draft := storetest.NewDraft(path).In(path[:1])
		for i := range each {
			draft.Fact(fmt.Sprintf("%s %d", path, i), "It is so.")
		}
		if _, err := store.SaveDocument(t.Context(), draft.Knowledge()); err != nil {
			t.Fatal(err)
		}
	}
	var lines []quarry.Position
	for page := (quarry.PageRequest{Limit: 900}); ; {
		found, err := store.Facts(t.Context(), quarry.Filter{Collections: []string{"a", "b"}}, page)
		if err != nil || found.Total != 2*each {
			t.Fatalf("of %d facts there are %d (%v)", 2*each, found.Total, err)
		}
		for _, f := range found.Items {
			lines = append(lines, quarry.Position{Path: f.Source.Path, Line: f.Source.LineStart})
		}
		if found.Next == nil {
			break
		}
		page.After = *found.Next
	}
	inOrder := slices.IsSortedFunc(lines, func(a, b quarry.Position) int {
		return stdcmp.Or(stdcmp.Compare(a.Path, b.Path), stdcmp.Compare(a.Line, b.Line))
	})
	if len(lines) != 2*each || !inOrder {
		t.Errorf("%d facts are handed out, in order: %t", len(lines), inOrder)
	}
}
