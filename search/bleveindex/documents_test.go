package bleveindex_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search"
	"github.com/quarrykb/quarry/search/bleveindex"
	"github.com/quarrykb/quarry/search/searchtest"
)

// patched is an index of several segments of which entries were deleted.
func patched(t *testing.T) *bleveindex.Index {
	t.Helper()
	entries := searchtest.Generate(900)
	for i := range entries {
		if entries[i].Kind == quarry.EntryPassage {
			entries[i].Source.Heading = []string{entries[(i+7)%len(entries)].Title, entries[i].Title}
		}
	}
	index := openBuilt(t, t.TempDir())
	for at := 0; at < len(entries); at += 300 {
		batch := search.Batch{Puts: entries[at : at+300], Cursor: quarry.Sequence(at + 300)}
		for i := 5; i < at; i += 11 {
			batch.Deletes = append(batch.Deletes, entries[i].EntryRef)
		}
		if err := index.Apply(t.Context(), batch); err != nil {
			t.Fatal(err)
		}
	}
	return index
}

// scored returns the score and the share of everything that a text finds, as they
// are to the last bit.
func scored(t *testing.T, index *bleveindex.Index, text string) map[quarry.EntryID][2]uint64 {
	t.Helper()
	return scoredAmong(t, index, text, quarry.Filter{})
}

func scoredAmong(t *testing.T, index *bleveindex.Index, text string, f quarry.Filter) map[quarry.EntryID][2]uint64 {
	t.Helper()
	ranking, err := index.Search(t.Context(), quarry.Query{Text: text, Limit: 1000, Filter: f})
	if err != nil {
		t.Fatal(err)
	}
	if ranking.Total != len(ranking.Hits) {
		t.Fatalf("%q: %d hits of %d", text, len(ranking.Hits), ranking.Total)
	}
	all := map[quarry.EntryID][2]uint64{}
	for _, hit := range ranking.Hits {
		all[hit.ID] = [2]uint64{math.Float64bits(hit.Score), math.Float64bits(hit.Share)}
	}
	return all
}

func TestWhatIsRequiredChangesNoScore(t *testing.T) {
	t.Parallel()
	index := patched(t)
	entries := searchtest.Generate(900)
	for i := 0; i < len(entries); i += 30 {
		words := strings.Fields(entries[i].Text)[:4]
		required := append(words[:3:3], `"`+words[3]+`"`)
		free, restricted := scored(t, index, strings.Join(words, " ")), scored(t, index, strings.Join(required, " "))
		if i%11 != 5 && len(restricted) == 0 {
			t.Errorf("%q finds nothing", required)
		}
		for id, want := range restricted {
			if got := free[id]; got != want {
				t.Errorf("%q: %s scores %x, without the quotes %x", required, id, want, got)
			}
		}
	}
}

func TestAFilterChangesNoScore(t *testing.T) {
	t.Parallel()
	index := patched(t)
	entries := searchtest.Generate(900)
	path := entries[0].Source.Path
	for name, tc := range map[string]struct {
		filter quarry.Filter
		admits func(quarry.Entry) bool
	}{
		"of kinds": {
			quarry.Filter{Kinds: []quarry.EntryKind{quarry.EntryFact, quarry.EntryPassage}},
			func(e quarry.Entry) bool { return e.Kind == quarry.EntryFact || e.Kind == quarry.EntryPassage },
		},
		"of answers": {quarry.Filter{Answered: quarry.Yes}, func(e quarry.Entry) bool { return e.Answered }},
		"of two sorts": {
			quarry.Filter{Kinds: []quarry.EntryKind{quarry.EntryFact}, Documents: []string{path, "none.md"}},
			func(e quarry.Entry) bool { return e.Kind == quarry.EntryFact && e.Source.Path == path },
		},
	} {
		for i := 0; i < len(entries); i += 90 {
			text := strings.Join(strings.Fields(entries[i].Text)[:4], " ")
			want := scored(t, index, text)
			for _, e := range slices.DeleteFunc(searchtest.Generate(900), tc.admits) {
				delete(want, e.ID)
			}
			if diff := cmp.Diff(want, scoredAmong(t, index, text, tc.filter)); diff != "" {
				t.Errorf("%s, %q (-without a filter +with it):\n%s", name, text, diff)
			}
		}
	}
}

func TestEveryRequiredWordStandsInTheTitleOrInTheText(t *testing.T) {
	t.Parallel()
	index := patched(t)
	entries := searchtest.Generate(900)
	for i := 0; i < len(entries); i += 30 {
		words := strings.Fields(entries[i].Text)
		wanted := `"` + words[0] + `" "` + words[5] + `"`
		restricted, required := scored(t, index, wanted), index.Requirements(wanted)
		free := scored(t, index, words[0]+" "+words[5])
		for _, entry := range entries {
			_, found := restricted[entry.ID]
			if _, alive := free[entry.ID]; found != (alive && required.MetBy(entry)) {
				t.Errorf("%s: %s is found %v", wanted, entry.ID, found)
			}
		}
	}
}
