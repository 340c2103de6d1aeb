package storetest

import (
	"strings"
	"testing"

	"github.com/quarrykb/quarry"
)

func sortTests() tests {
	return tests{
		"lists in an order that is asked for":      listsAreSorted,
		"documents in an order that is asked for":  documentsAreSorted,
		"a cursor of a sorted list survives":       sortedCursorSurvives,
		"an order that a list cannot have is none": foreignOrder,
	}
}

// The catalogue's specs by value as written, in all orders; what has none is last in each.
func listsAreSorted(t *testing.T, store Store) {
	t.Helper()
	catalogue(t, store)
	dated := func(date string) func(*quarry.Document) { return func(d *quarry.Document) { d.Metadata.Date = date } }
	save(t, store, NewDraft("b.md").Spec("press-0", "power", 75, "W", texted("G")).Knowledge(dated("2019")))
	save(t, store, NewDraft("c.md").Spec("Press-1", "power", 600, "W", texted("H")).Knowledge(dated("2024-03-18")))
	for order, want := range map[string]string{
		"value": "EGACDHBF", "-value": "HDCAGEBF", "device": "GABHCDEF", "-device": "EFCDABHG",
		"date": "GHABCDEF", "-date": "HGABCDEF",
	} {
		for limit := 1; limit <= len(want)+1; limit += 3 {
			equal(t, order, turnSpecs(t, store, quarry.PageRequest{Limit: limit, Sort: sortOf(order)}), want)
		}
	}
}

func documentsAreSorted(t *testing.T, store Store) {
	t.Helper()
	for path, told := range map[string]quarry.Report{
		"a.md":         {Coverage: 1, Counts: quarry.Counts{Question: 1}},
		"b.md":         {Coverage: 0.25, Counts: quarry.Counts{Question: 2, Fact: 3, Spec: 1, Passage: 1}},
		"Kiln/notes.x": {Coverage: 0.5},
	} {
		save(t, store, NewDraft(path).Knowledge(func(d *quarry.Document) { d.Report = told }))
	}
	for order, want := range map[string][]string{
		"coverage": {"b.md", "Kiln/notes.x", "a.md"}, "-coverage": {"a.md", "Kiln/notes.x", "b.md"},
		"entries": {"Kiln/notes.x", "a.md", "b.md"}, "-entries": {"b.md", "a.md", "Kiln/notes.x"},
	} {
		var got []string
		for request := (quarry.PageRequest{Limit: 1, Sort: sortOf(order)}); ; {
			page, err := store.Documents(t.Context(), quarry.Filter{}, request)
			got = append(got, must(t, page, err).Items[0].Path)
			if page.Next == nil {
				break
			}
			request.After = *page.Next
		}
		equal(t, order, got, want)
	}
	page, err := store.Documents(t.Context(), quarry.Filter{Called: "kiln/N"}, everything())
	if must(t, page, err); page.Total != 1 || page.Items[0].Path != "Kiln/notes.x" {
		t.Errorf("%d documents are called so, want the notes", page.Total)
	}
}

func sortedCursorSurvives(t *testing.T, store Store) {
	t.Helper()
	catalogue(t, store)
	request := quarry.PageRequest{Limit: 2, Sort: sortOf("-value")}
	page, err := store.Specs(t.Context(), quarry.Filter{}, request)
	if must(t, page, err); page.Next == nil {
		t.Fatal("there is no second page")
	}
	save(t, store, NewDraft("a.first.md").Spec("press-9", "power", 900, "W", texted("X")).Spec("press-9", "power", 90, "W", texted("Y")).Knowledge())
	request.After = *page.Next
	equal(t, "rest", turnSpecs(t, store, request), "AYEBF")
}

func foreignOrder(t *testing.T, store Store) {
	t.Helper()
	save(t, store, NewDraft("a.md").Question("Why?", "So.").Knowledge())
	_, err := store.Questions(t.Context(), quarry.Filter{}, quarry.PageRequest{Limit: 1, Sort: sortOf("value")})
	is(t, "an order", err, quarry.KindInvalid)
}

func sortOf(word string) quarry.Sort {
	key, falls := strings.CutPrefix(word, "-")
	return quarry.Sort{Key: quarry.SortKey(key), Descending: falls}
}

func texted(text string) func(*quarry.Spec) { return func(s *quarry.Spec) { s.Value.Text = text } }

// turnSpecs reads a list of specs page by page, from a position on.
func turnSpecs(t *testing.T, store Store, request quarry.PageRequest) string {
	t.Helper()
	var texts []string
	for {
		page, err := store.Specs(t.Context(), quarry.Filter{}, request)
		for _, s := range must(t, page, err).Items {
			texts = append(texts, s.Value.Text)
		}
		if page.Next == nil {
			return strings.Join(texts, "")
		}
		request.After = *page.Next
	}
}
