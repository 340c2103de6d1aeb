package bleveindex_test

import (
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search/searchtest"
)

func TestTheWordsOfAQueryAreToldWithHowRareTheyAre(t *testing.T) {
	t.Parallel()
	index := informed(t,
		searchtest.Entry(quarry.EntryFact, "kiln", "", "A kiln fires stoneware at great heat."),
		searchtest.Entry(quarry.EntryFact, "oven", "", "An oven bakes at great heat."),
		searchtest.Entry(quarry.EntryFact, "loaf", "", "Yeast lifts a loaf at great speed."),
	)
	ranking, err := index.Search(t.Context(), quarry.Query{Text: "stoneware and great heats in a xylophonist", Limit: 5})
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]quarry.QueryWord{}
	for _, word := range ranking.Words {
		got[word.Text] = word
	}
	if len(got) != 4 || !got["stoneware"].Known || !got["heats"].Known || got["xylophonist"].Known {
		t.Errorf("words = %+v, want those that say something, all known but one", ranking.Words)
	}
	if rare, usual, everywhere := got["stoneware"].Rarity, got["heats"].Rarity, got["great"].Rarity; rare != 1 || usual >= rare || everywhere >= usual {
		t.Errorf("rarity = %.2f, %.2f, %.2f; want the rarest word 1 and the others less", rare, usual, everywhere)
	}
	if got["xylophonist"].Rarity != 1 {
		t.Errorf("a word that no entry has is as rare as can be, not %.2f", got["xylophonist"].Rarity)
	}
}
