package bleveindex_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search/bleveindex"
	"github.com/quarrykb/quarry/search/searchtest"
)

func like(t *testing.T, index *bleveindex.Index, to quarry.Entry, most int) []string {
	t.Helper()
	questions := quarry.Filter{Kinds: []quarry.EntryKind{quarry.EntryQuestion}}
	ranking, err := index.Resembling(t.Context(), to, questions, most)
	if err != nil {
		t.Fatalf("resembling %q: %v", to.Title, err)
	}
	return idsOf(ranking)
}

func TestWhatResemblesAnEntrySharesItsTitle(t *testing.T) {
	t.Parallel()
	bread := searchtest.Entry(quarry.EntryQuestion, "bread", `Why is "sourdough" -bread- fermented?`, "Lactic bacteria and wild yeast.")
	index := informed(t, bread,
		searchtest.Entry(quarry.EntryQuestion, "cake", "Why is a cake fermented?", "It is not."),
		searchtest.Entry(quarry.EntryQuestion, "rolls", "Why are rolls fermented?", "Wild yeast."),
		searchtest.Entry(quarry.EntryQuestion, "h100", "How much memory has the H100?", "80 GB"),
		searchtest.Entry(quarry.EntryQuestion, "h200", "How much memory has the H200?", "141 GB"),
		searchtest.Entry(quarry.EntryQuestion, "form", "Why is concrete cured?", "It hardens."),
		searchtest.Entry(quarry.EntryQuestion, "common", "Why does it matter?", "Because."),
		searchtest.Entry(quarry.EntryQuestion, "law", "What is a tort?", "A wrong. Wild yeast is none."),
		searchtest.Entry(quarry.EntryFact, "fact", "Sourdough bread", "It is fermented."))
	if got, want := like(t, index, bread, 10), []string{"q_bread", "q_cake", "q_rolls"}; !slices.Equal(got, want) {
		t.Errorf("like bread are %v, want %v", got, want)
	}
	if got, want := like(t, index, bread, 2), []string{"q_bread", "q_cake"}; !slices.Equal(got, want) {
		t.Errorf("the two most like bread are %v, want %v", got, want)
	}
	h100 := searchtest.Entry(quarry.EntryQuestion, "h100", "How much memory has the H100?", "80 GB")
	if got, want := like(t, index, h100, 10), []string{"q_h100", "q_h200"}; !slices.Equal(got, want) {
		t.Errorf("like the H100's are %v, want %v", got, want)
	}
	common := searchtest.Entry(quarry.EntryQuestion, "other", "Does it matter why?", "")
	if got, want := like(t, index, common, 10), []string{"q_common"}; !slices.Equal(got, want) {
		t.Errorf("like common words alone are %v, want %v", got, want)
	}
	for name, odd := range map[string]string{"nothing": "", "signs": "?!", "long": strings.Repeat("fermented zeppelin ", 20_000)} {
		entry := searchtest.Entry(quarry.EntryQuestion, "odd", odd, "Wild yeast "+odd)
		if got := like(t, index, entry, 3); (len(got) > 0) != (name == "long") {
			t.Errorf("like %s are %v", name, got)
		}
	}
}

func TestWhatResemblesAnEntryIsFiltered(t *testing.T) {
	t.Parallel()
	index := informed(t, searchtest.Library()...)
	_, err := index.Resembling(t.Context(), searchtest.Library()[0], quarry.Filter{Subjects: []string{"x"}}, 3)
	if !quarry.IsKind(err, quarry.KindInvalid) {
		t.Errorf("error = %v, want an invalid filter", err)
	}
}
