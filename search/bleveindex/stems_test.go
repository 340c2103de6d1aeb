package bleveindex_test

import (
	"slices"
	"testing"

	"github.com/quarrykb/quarry/search/bleveindex"
)

func TestTextsThatNameAThingByOtherNamesHaveATermInCommon(t *testing.T) {
	t.Parallel()
	terms, err := bleveindex.NewTerms(newLexicon(t))
	if err != nil {
		t.Fatal(err)
	}
	shared := func(a, b string) bool {
		of := terms(b)
		return slices.ContainsFunc(terms(a), func(term string) bool { return slices.Contains(of, term) })
	}
	for _, pair := range [][2]string{
		{"OOM at night", "it runs out of memory"}, {"All-reduce", "an allreduce"}, {"activation recomputation", "use gradient checkpointing"},
	} {
		if !shared(pair[0], pair[1]) {
			t.Errorf("%q has the terms %q, %q has %q", pair[0], terms(pair[0]), pair[1], terms(pair[1]))
		}
	}
	if shared("checkpointing of a gradient", "activation recomputation") {
		t.Error("the words of a name in another order are that name")
	}
	if got := terms("the and of"); len(got) > 0 {
		t.Errorf("words that stand everywhere are the terms %q", got)
	}
}
