package bleveindex_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/search/bleveindex"
)

// paraphrasing opens an index of facts, each with its name for an id, whose lexicon knows
// a few paraphrases.
func paraphrasing(t *testing.T, texts map[string]string) *bleveindex.Index {
	t.Helper()
	known, err := lexicon.New(lexicon.Data{
		Fingerprint: "test/2",
		Paraphrases: []lexicon.Paraphrase{
			{Said: []string{"fills up", "no more room"}, Meant: []string{"capacity", "storage exhaustion"}},
			{Said: []string{"sit around"}, Meant: []string{"idle"}},
			{Said: []string{"sits about"}, Meant: []string{"idle", "unheard thing"}},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return filled(t, bleveindex.Options{Lexicon: known}, factsOf(texts)...)
}

func TestWhatIsMeantIsFoundByWhatIsSaid(t *testing.T) {
	t.Parallel()
	index := paraphrasing(t, map[string]string{
		"buckets":  "The capacity of a bucket.",
		"cellars":  "Storage exhaustion in cellars.",
		"storage":  "Storage of potatoes.",
		"tractors": "Tractors are idle in winter.",
	})
	checkFound(t, index, map[string][]string{
		"it fills up":                  {"buckets", "cellars"},
		"room for it, and no more":     {"buckets", "cellars"}, // in any order
		"fills it":                     {},                     // half of what is said
		"why do they sit at home":      {},
		"sitting around":               {"tractors"}, // in any form
		"capacity":                     {"buckets"},
		"around, and idle":             {"tractors"},
		"sit around until it fills up": {"buckets", "cellars", "tractors"},
	})
}

func TestWhatIsMeantCountsTheLessTheMoreOfTheQueryIsWritten(t *testing.T) {
	t.Parallel()
	index := paraphrasing(t, map[string]string{
		"meant":   "Capacity.",
		"written": "A ship that fills up with water goes down, whatever the crew does about it.",
	})
	for text, want := range map[string][]string{
		"fills up":           {"written"},
		"fills up with sand": {"written", "meant"},
	} {
		if diff := cmp.Diff(want, inOrder(t, index, text)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", text, diff)
		}
	}
}

func TestANameThatNoEntryHasTakesNothingFromTheOthers(t *testing.T) {
	t.Parallel()
	index := paraphrasing(t, map[string]string{"tractors": "Tractors are idle in winter.", "rain": "Rain in spring."})
	score := func(text string) float64 {
		ranking, err := index.Search(t.Context(), quarry.Query{Text: text, Limit: 10})
		if err != nil || len(ranking.Hits) != 1 {
			t.Fatalf("%s: %d hits, %v", text, len(ranking.Hits), err)
		}
		return ranking.Hits[0].Score
	}
	if one, both := score("sitting around"), score("sitting about"); one != both {
		t.Errorf("scores %g where all names are known, and %g where one is not", one, both)
	}
}

func TestNamesOfWhatIsMeantAreHandedOn(t *testing.T) {
	t.Parallel()
	index := paraphrasing(t, map[string]string{
		"tractors": "Tractors are idle in winter.",
		"written":  "A cellar that fills up with water.",
		"rain":     "Rain in spring.",
	})
	meant := func(text string) []quarry.Meant {
		ranking, err := index.Search(t.Context(), quarry.Query{Text: text, Limit: 10})
		if err != nil {
			t.Fatal(err)
		}
		return ranking.Meant
	}
	for _, text := range []string{"rain", "fills up", "a cellar that fills up"} { // an entry has all of it
		if got := meant(text); len(got) > 0 {
			t.Errorf("%q means %+v, want nothing besides", text, got)
		}
	}
	alone, beside := meant("sitting around"), meant("rain, and sitting around")
	for text, got := range map[string][]quarry.Meant{"sitting around": alone, "rain, and sitting around": beside} {
		if len(got) != 1 || got[0].Name != "idle" || got[0].Weight <= 0 {
			t.Fatalf("%q means %+v, want idle", text, got)
		}
	}
	if alone[0].Weight <= beside[0].Weight {
		t.Errorf("it counts %g alone and %g beside another word, want more", alone[0].Weight, beside[0].Weight)
	}
	both := meant("sits about")
	if len(both) != 2 || both[0].Weight != both[1].Weight || both[0].Weight+both[1].Weight > alone[0].Weight*1.0001 {
		t.Errorf("two names count %+v, want as much together as one, %g", both, alone[0].Weight)
	}
}

func TestAnIndexTellsWhetherAQueryHasEverydayWords(t *testing.T) {
	t.Parallel()
	index := paraphrasing(t, nil)
	for text, want := range map[string]bool{"why do they sit around": true, "sit down": false, "": false, `"sit around"`: false} {
		if got := index.Paraphrases(text); got != want {
			t.Errorf("%q has everyday words: %t, want %t", text, got, want)
		}
	}
}
