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
		got := idsOf(ranking)
		if !slices.Equal(got, want.ids) || ranking.WordsOnly > 0.4 != want.valued {
			t.Errorf("%s finds %v, of which %.2f are values, want %+v", text, got, ranking.WordsOnly, want)
		}
		if len(got) > 0 && ranking.Hits[0].Share > 0.6 != want.covered {
			t.Errorf("%s is covered by %.2f", text, ranking.Hits[0].Share)
		}
	}
}

func TestWhatClaimsAFigureComesBeforeWhatUsesIt(t *testing.T) {
	t.Parallel()
	spec := searchtest.Entry(quarry.EntrySpec, "claim", "NVIDIA H200 Memory bandwidth", "Bandwidth: 864 GB/s")
	draw := searchtest.Entry(quarry.EntrySpec, "draw", "NVIDIA H200 TDP", "TGP: 350 W")
	size := searchtest.Entry(quarry.EntrySpec, "size", "NVIDIA H200 Memory capacity", "Memory: 48 GB")
	index := informed(t, spec, draw, size,
		searchtest.Entry(quarry.EntryQuestion, "uses", "At 864 GB/s, how long does a copy of a table take on an H200?", "A table of 43 GB takes a tenth of a second."),
		searchtest.Entry(quarry.EntryQuestion, "vram", "How do I share the VRAM of an H200 among two databases?", "By a pool for each."),
		searchtest.Entry(quarry.EntryQuestion, "kettle", "Does an H200 draw more power than a kettle?", "No: a kettle has more power to draw on."))
	for text, want := range map[string]string{
		"864 GB/s":                      "s_claim",
		"0.864 TB/s":                    "s_claim",
		"H200 VRAM":                     "s_size",
		"please explain H200 VRAM":      "s_size",
		"H200 memory size":              "s_size",
		"H200 power draw":               "s_draw",
		"how long a copy at 864 GB/s":   "q_uses",
		"share H200 VRAM for databases": "q_vram",
	} {
		ranking, err := index.Search(t.Context(), quarry.Query{Text: text, Limit: 3})
		if err != nil || len(ranking.Hits) == 0 || string(ranking.Hits[0].ID) != want {
			t.Errorf("%s finds %+v, %v, want %s first", text, ranking.Hits, err, want)
		}
	}
}
