package bleveindex_test

import (
	"math"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search/bleveindex"
	"github.com/quarrykb/quarry/search/searchtest"
)

// The share of a query that an entry covers says the same among few entries as
// among many.
func TestTheShareOfAQueryDoesNotDependOnHowManyEntriesThereAre(t *testing.T) {
	t.Parallel()
	notes := []quarry.Entry{
		searchtest.Entry(quarry.EntryFact, "kiln", "", "A kiln fires stoneware at great heat."),
		searchtest.Entry(quarry.EntryFact, "loaf", "", "Yeast lifts a loaf."),
	}
	few := informed(t, append(searchtest.Generate(100), notes...)...)
	many := informed(t, append(searchtest.Generate(2000), notes...)...)
	for text, want := range map[string]float64{
		"stoneware in a kiln":           1,
		"yeast and loaf":                1,
		"kiln with a xylophone quartet": 0.3,
		"oboe xylophone yeast quartets": 0.2,
	} {
		small, large := bestShare(t, few, text), bestShare(t, many, text)
		if math.Abs(small-large) > 0.1 || math.Abs(small-want) > 0.12 {
			t.Errorf("%q: the best entry covers %.2f among few and %.2f among many, want about %.2f", text, small, large, want)
		}
	}
}

func bestShare(t *testing.T, index *bleveindex.Index, text string) float64 {
	t.Helper()
	ranking, err := index.Search(t.Context(), quarry.Query{Text: text, Limit: 1})
	if err != nil || len(ranking.Hits) == 0 {
		t.Fatalf("%q found %v, %v", text, ranking.Hits, err)
	}
	return ranking.Hits[0].Share
}
