package bleveindex_test

import (
	"slices"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search/searchtest"
)

func TestTheLettersOfAUnitSayNothingWithoutTheirNumber(t *testing.T) {
	t.Parallel()
	index := informed(t,
		searchtest.Entry(quarry.EntryFact, "value", "", "A bag of 0.7 kg, as bakers buy it for a week of rolls and loaves."),
		searchtest.Entry(quarry.EntryFact, "letters", "", "Weights in g, never in kg: g for salt, g for yeast."),
		searchtest.Entry(quarry.EntryFact, "number", "", "They sold 700 tickets."))
	for text, want := range map[string]struct {
		ids     []string
		valued  bool
		covered bool
	}{
		"700 g":             {[]string{"f_value", "f_number"}, true, true},
		"700 g of rolls":    {[]string{"f_value", "f_number"}, true, true},
		"900 g":             {[]string{"f_letters"}, false, false},
		"salt, 900 g of it": {[]string{"f_letters"}, false, false},
	} {
		ranking, err := index.Search(t.Context(), quarry.Query{Text: text, Limit: 5})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, hit := range ranking.Hits {
			got = append(got, string(hit.ID))
		}
		if !slices.Equal(got, want.ids) || ranking.Values > 0.4 != want.valued {
			t.Errorf("%s finds %v, of which %.2f are values, want %+v", text, got, ranking.Values, want)
		}
		if len(got) > 0 && ranking.Hits[0].Share > 0.6 != want.covered {
			t.Errorf("%s is covered by %.2f", text, ranking.Hits[0].Share)
		}
	}
}
