package bleveindex_test

import (
	"encoding/json"
	"os"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/search"
	"github.com/quarrykb/quarry/search/bleveindex"
	"github.com/quarrykb/quarry/search/searchtest"
)

// twin is a title and a text, or a query, in two languages.
type twin struct {
	Name    string
	English [2]string `json:"en"`
	German  [2]string `json:"de"`
}

// judgedQuery is a query in two languages and the entry that it asks for.
type judgedQuery struct {
	Entry   string
	English string `json:"en"`
	German  string `json:"de"`
}

type judged struct {
	Entries []twin
	Queries []judgedQuery
}

// bilingual opens an index of these entries that knows the commonest words of languages.
func bilingual(t *testing.T, entries ...quarry.Entry) *bleveindex.Index {
	t.Helper()
	known, err := lexicon.Load()
	if err != nil {
		t.Fatal(err)
	}
	return filled(t, bleveindex.Options{Lexicon: known}, entries...)
}

func readTwins(t *testing.T) judged {
	t.Helper()
	encoded, err := os.ReadFile("testdata/twins.json")
	if err != nil {
		t.Fatal(err)
	}
	var all judged
	if err := json.Unmarshal(encoded, &all); err != nil {
		t.Fatal(err)
	}
	return all
}

func (j judged) english() []quarry.Entry {
	var entries []quarry.Entry
	for _, e := range j.Entries {
		entries = append(entries, searchtest.Entry(quarry.EntryPassage, e.Name+"-en", e.English[0], e.English[1]))
	}
	return entries
}

func (j judged) german() []quarry.Entry {
	var entries []quarry.Entry
	for _, e := range j.Entries {
		entries = append(entries, searchtest.Entry(quarry.EntryPassage, e.Name+"-de", e.German[0], e.German[1]))
	}
	return entries
}

// first returns which entry a query finds first; "" if it finds none.
func first(t *testing.T, index *bleveindex.Index, text string) string {
	t.Helper()
	ranking, err := index.Search(t.Context(), quarry.Query{Text: text, Limit: 1})
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	if len(ranking.Hits) == 0 {
		return ""
	}
	return string(ranking.Hits[0].ID)[len("p_"):]
}

func TestAGermanQuestionFindsItsEntryAsItsEnglishTwinDoes(t *testing.T) {
	t.Parallel()
	twins := readTwins(t)
	both := bilingual(t, slices.Concat(twins.english(), twins.german())...)
	german := bilingual(t, twins.german()...)
	for _, q := range twins.Queries {
		if got := first(t, both, q.English); got != q.Entry+"-en" {
			t.Errorf("%s: %q is first, want %s", q.English, got, q.Entry)
		}
		for name, index := range map[string]*bleveindex.Index{"both": both, "German": german} {
			if got := first(t, index, q.German); got != q.Entry+"-de" {
				t.Errorf("%s, of entries in %s: %q is first, want %s", q.German, name, got, q.Entry)
			}
		}
	}
}

func TestGermanEntriesAreFoundByPhrasesAndTakenForWhatTheyAre(t *testing.T) {
	t.Parallel()
	twins := readTwins(t)
	index := bilingual(t, slices.Concat(twins.english(), twins.german())...)
	for text, want := range map[string]string{
		`"größerer Stapel"`:        "size-de",
		`"Groesse des Stapels"`:    "",
		`"Größe der Stapel"`:       "size-de",
		`"des Schlosses" Stift`:    "",
		`"eines Schlosses" Stift`:  "key-de",
		`Kruste -"wird dünn"`:      "",
		`"neben dem Chip"`:         "bandwidth-de",
		`"beside the chip" memory`: "bandwidth-en",
	} {
		if got := first(t, index, text); got != want {
			t.Errorf("%s: %q is first, want %q", text, got, want)
		}
	}
	required := index.Requirements(`"Stifte eines Schlosses"`)
	entries := twins.german()
	for _, e := range entries {
		if got, want := required.MetBy(e), e.ID == "p_key-de"; got != want {
			t.Errorf("%s holds the phrase: %t, want %t", e.ID, got, want)
		}
	}
}

func TestTheMatchesOfAGermanTextAreMarked(t *testing.T) {
	t.Parallel()
	twins := readTwins(t)
	index := bilingual(t, slices.Concat(twins.english(), twins.german())...)
	const text = "Eine Wärmepumpe holt die Wärme aus der Luft; Wärmepumpen und die Größe."
	for query, want := range map[string][]string{
		"waermepumpe":              {"Wärmepumpe", "Wärmepumpen"},
		"Wie sind die Wärmepumpen": {"Wärmepumpe", "Wärmepumpen"},
		"die Groessen der Lüfte":   {"Luft", "Größe"},
		"pump":                     nil,
	} {
		var marked []string
		for _, at := range index.Matches(query)(text) {
			marked = append(marked, text[at.Start:at.End])
		}
		if !slices.Equal(marked, want) {
			t.Errorf("%s marks %q, want %q", query, marked, want)
		}
	}
}

func TestEnglishEntriesAreFoundAsIfNoOtherLanguageWereKnown(t *testing.T) {
	t.Parallel()
	twins := readTwins(t)
	one, other := bilingual(t, twins.english()...), bilingual(t, slices.Concat(twins.english(), twins.german())...)
	remove(t, other, twins.german())
	for _, q := range twins.Queries {
		for _, text := range []string{q.English, q.German} {
			want, got := rankingOf(t, one, text), rankingOf(t, other, text)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", text, diff)
			}
		}
	}
}

// remove takes entries out of an index.
func remove(t *testing.T, index *bleveindex.Index, entries []quarry.Entry) {
	t.Helper()
	batch := search.Batch{Cursor: 2}
	for _, e := range entries {
		batch.Deletes = append(batch.Deletes, e.EntryRef)
	}
	if err := index.Apply(t.Context(), batch); err != nil {
		t.Fatalf("apply: %v", err)
	}
}

// rankingOf returns what a query finds, with its scores.
func rankingOf(t *testing.T, index *bleveindex.Index, text string) []search.Ranked {
	t.Helper()
	ranking, err := index.Search(t.Context(), quarry.Query{Text: text, Limit: 10})
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return ranking.Hits
}
