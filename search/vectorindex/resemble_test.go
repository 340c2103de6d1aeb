package vectorindex_test

import (
	"slices"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search/searchtest"
	"github.com/quarrykb/quarry/search/vectorindex"
)

func TestWhatResemblesAnEntryIsCloseToItsStoredVector(t *testing.T) {
	t.Parallel()
	ask := func(name, title, text string) quarry.Entry {
		return searchtest.Entry(quarry.EntryQuestion, name, title, text)
	}
	bread := ask("bread", "Why proof bread?", "Wild yeast.")
	entries := []quarry.Entry{
		bread, ask("rolls", "Why proof rolls?", "Wild yeast."), ask("cake", "Why proof cake?", "Never."),
		ask("law", "Which tort?", "Nuisance."), ask("!", "?!", ""), fact("fact", "Why proof bread? Wild yeast."),
	}
	questions := quarry.Filter{Kinds: []quarry.EntryKind{quarry.EntryQuestion}}
	for name, exact := range map[string]int{"exact": 0, "narrow": 1} {
		embedder := &words{id: "words"}
		index := built(t, searchtest.NewVectors(), vectorindex.Options{Embedder: embedder, Exact: exact})
		apply(t, index, 3, entries...)
		embedder.down.Store(true)
		ranking, err := index.Resembling(t.Context(), bread, questions, 3)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		var got []string
		for _, hit := range ranking.Hits {
			got = append(got, string(hit.ID))
		}
		if want := []string{"q_bread", "q_rolls", "q_cake"}; !slices.Equal(got, want) || ranking.Revision != 3 {
			t.Errorf("%s: %v at %d, want %v at 3", name, got, ranking.Revision, want)
		}
		for what, of := range map[string]quarry.Entry{"an unknown entry": ask("new", "Why proof buns?", ""), "one without words": entries[4]} {
			_, err := index.Resembling(t.Context(), of, questions, 3)
			isUnavailable(t, what, err)
		}
	}
	_, err := open(t, searchtest.NewVectors(), byWords()).Resembling(t.Context(), bread, questions, 3)
	isUnavailable(t, "no vectors", err)
}

// How far the cosines of an embedder that was not learnt are apart tells nothing.
func TestOnlyWhatWasLearntTellsHowFarThingsAreApart(t *testing.T) {
	t.Parallel()
	bread, rolls := fact("bread", "Why proof bread?"), fact("rolls", "Why proof rolls?")
	for name, o := range map[string]vectorindex.Options{"given": byWords(), "learnt": {Learner: learner{}}} {
		index := built(t, searchtest.NewVectors(), o)
		apply(t, index, 3, bread, rolls)
		ranking, err := index.Resembling(t.Context(), bread, quarry.Filter{}, 3)
		if err != nil || ranking.ByRank != (o.Embedder != nil) || ranking.Model != index.Model() {
			t.Errorf("%s: by rank %t, model %q (%v)", name, ranking.ByRank, ranking.Model, err)
		}
	}
}
