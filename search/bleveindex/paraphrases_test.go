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

func TestOnlyWordsFindWhatIsSaidInEverydayWords(t *testing.T) {
	t.Parallel()
	index := paraphrasing(t, map[string]string{
		"buckets": "The capacity of a bucket.",
		"written": "A cellar that fills up with water.",
		"rain":    "Rain in spring.",
	})
	share := func(text string) float64 {
		ranking, err := index.Search(t.Context(), quarry.Query{Text: text, Limit: 10})
		if err != nil {
			t.Fatal(err)
		}
		return ranking.WordsOnly
	}
	for _, text := range []string{"rain", "fills up", "sitting around"} { // the last means what no entry has
		if got := share(text); got != 0 {
			t.Errorf("of %q only words find %.2f, want nothing", text, got)
		}
	}
	some, all := share("no more room in a bucket"), share("no more room")
	if some <= 0 || some >= all || all > 1 {
		t.Errorf("only words find %.2f where a bucket is named, and %.2f where none is, want less", some, all)
	}
}
