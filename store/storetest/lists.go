package storetest

import (
	"fmt"
	"testing"

	"github.com/quarrykb/quarry"
)

func listTests() tests {
	return tests{
		"a list goes by path, line and id":                listOrder,
		"pages of any size make up the whole list":        pagesMakeTheList,
		"a cursor survives the deletion of what it names": cursorSurvives,
		"what is added behind a cursor is still to come":  addedBehindCursor,
		"a page has at least one item":                    pageHasItems,
		"an empty store has empty lists":                  emptyLists,
		"every kind has its list":                         everyKindHasItsList,
	}
}

// shelf saves three documents of three questions each, out of order, and
// returns the questions in the order of a list.
func shelf(t *testing.T, store Store) []string {
	t.Helper()
	var texts []string
	for _, path := range []string{"c.md", "a.md", "b.md"} {
		draft := NewDraft(path)
		for i := range 3 {
			draft.Question(fmt.Sprintf("%s question %d?", path, i), "Yes.")
		}
		save(t, store, draft.Knowledge())
	}
	for _, path := range []string{"a.md", "b.md", "c.md"} {
		for i := range 3 {
			texts = append(texts, fmt.Sprintf("%s question %d?", path, i))
		}
	}
	return texts
}

// turn reads a list page by page, from a position on.
func turn(t *testing.T, store Lists, request quarry.PageRequest) []string {
	t.Helper()
	var texts []string
	for {
		page, err := store.Questions(t.Context(), quarry.Filter{}, request)
		for _, q := range must(t, page, err).Items {
			texts = append(texts, q.Text)
		}
		if page.Next == nil {
			return texts
		}
		if len(page.Items) != request.Limit {
			t.Fatalf("a page with a next one has %d items, want %d", len(page.Items), request.Limit)
		}
		request.After = *page.Next
	}
}

func listOrder(t *testing.T, store Store) {
	t.Helper()
	want := shelf(t, store)
	page, err := store.Questions(t.Context(), quarry.Filter{}, everything())
	var texts []string
	for _, q := range must(t, page, err).Items {
		texts = append(texts, q.Text)
	}
	equal(t, "texts", texts, want)
	equal(t, "revision", page.Revision, revisionOf(t, store))
}

func pagesMakeTheList(t *testing.T, store Store) {
	t.Helper()
	want := shelf(t, store)
	for limit := 1; limit <= len(want)+1; limit++ {
		equal(t, fmt.Sprintf("pages of %d", limit), turn(t, store, quarry.PageRequest{Limit: limit}), want)
	}
	page, err := store.Questions(t.Context(), quarry.Filter{}, quarry.PageRequest{Limit: 2})
	if must(t, page, err); page.Total != len(want) {
		t.Errorf("total = %d, want %d, not the page's", page.Total, len(want))
	}
}

func cursorSurvives(t *testing.T, store Store) {
	t.Helper()
	want := shelf(t, store)
	page, err := store.Questions(t.Context(), quarry.Filter{}, quarry.PageRequest{Limit: 4})
	if must(t, page, err); page.Next == nil {
		t.Fatal("there is no second page")
	}
	if _, err := store.DeleteDocument(t.Context(), page.Items[3].Source.DocumentID); err != nil {
		t.Fatal(err)
	}
	equal(t, "rest", turn(t, store, quarry.PageRequest{After: *page.Next, Limit: 4}), want[6:])
}

func addedBehindCursor(t *testing.T, store Store) {
	t.Helper()
	want := shelf(t, store)
	page, err := store.Questions(t.Context(), quarry.Filter{}, quarry.PageRequest{Limit: 4})
	if must(t, page, err); page.Next == nil {
		t.Fatal("there is no second page")
	}
	save(t, store, NewDraft("a.first.md").Question("Before the cursor?", "").Knowledge())
	save(t, store, NewDraft("z.md").Question("Behind the cursor?", "").Knowledge())
	equal(t, "rest", turn(t, store, quarry.PageRequest{After: *page.Next, Limit: 4}),
		append(want[4:], "Behind the cursor?"))
}

func pageHasItems(t *testing.T, store Store) {
	t.Helper()
	_, err := store.Questions(t.Context(), quarry.Filter{}, quarry.PageRequest{})
	is(t, "limit 0", err, quarry.KindInvalid)
	_, err = store.Documents(t.Context(), quarry.Filter{}, quarry.PageRequest{Limit: -1})
	is(t, "limit -1", err, quarry.KindInvalid)
}

func emptyLists(t *testing.T, store Store) {
	t.Helper()
	page, err := store.Questions(t.Context(), quarry.Filter{}, everything())
	equal(t, "questions", must(t, page, err), quarry.Page[quarry.Question]{})
	documents, err := store.Documents(t.Context(), quarry.Filter{}, everything())
	equal(t, "documents", must(t, documents, err), quarry.Page[quarry.Document]{})
}

func everyKindHasItsList(t *testing.T, store Store) {
	t.Helper()
	k := Mixed("a.md")
	save(t, store, k)
	facts, err := store.Facts(t.Context(), quarry.Filter{}, everything())
	equal(t, "facts", must(t, facts, err).Items, k.Facts)
	specs, err := store.Specs(t.Context(), quarry.Filter{}, everything())
	equal(t, "specs", must(t, specs, err).Items, k.Specs)
	passages, err := store.Passages(t.Context(), quarry.Filter{}, everything())
	equal(t, "passages", must(t, passages, err).Items, k.Passages)
	equal(t, "totals", []int{facts.Total, specs.Total, passages.Total}, []int{1, 1, 1})
}
