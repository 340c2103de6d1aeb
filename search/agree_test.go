package search_test

import (
	"log/slog"
	"slices"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search"
	"github.com/quarrykb/quarry/search/searchtest"
)

// apart returns a searcher whose engines have not read the same.
func apart(store *searchtest.Store, lexical, vector search.Ranking) *search.Searcher {
	return search.NewSearcher(search.Setup{
		Entries: store, Log: slog.New(slog.DiscardHandler), Engines: []search.Named{
			{Name: search.EngineLexical, Engine: fixed{ranking: lexical}},
			{Name: search.EngineVector, Engine: fixed{ranking: vector}},
		},
	})
}

func TestAnAnswerHasWhatAnyEngineKnowsAndTheRevisionOfTheNewest(t *testing.T) {
	t.Parallel()
	old, young, gone := at(fact("old"), "a.md", 1, 1), at(fact("young"), "b.md", 1, 1), at(fact("gone"), "c.md", 1, 1)
	store := searchtest.NewStore(old, gone) // 1 and 2
	store.Put(young)                        // 3
	store.Delete(gone.EntryRef)             // 4
	lexical, vector := rankingOf(young, old), rankingOf(gone, old)
	lexical.Revision, vector.Revision = 4, 2
	s := apart(store, lexical, vector)
	for mode, want := range map[quarry.Mode]struct {
		hits     []string
		revision quarry.Sequence
	}{
		quarry.ModeHybrid:   {[]string{"f_old", "f_young"}, 4},
		quarry.ModeLexical:  {[]string{"f_young", "f_old"}, 4},
		quarry.ModeSemantic: {[]string{"f_old"}, 2},
	} {
		found := find(t, s, quarry.Query{Text: "x", Mode: mode})
		if got := shown(found); !slices.Equal(got, want.hits) || found.Revision != want.revision {
			t.Errorf("%s: found %v at %d, want %v at %d", mode, got, found.Revision, want.hits, want.revision)
		}
	}
}

func TestAPageIsNotContinuedOnceAnEngineHasReadMore(t *testing.T) {
	t.Parallel()
	a := at(fact("a"), "a.md", 1, 1)
	store := searchtest.NewStore(a)
	lexical, vector := rankingOf(a), rankingOf(a)
	lexical.Revision, vector.Revision = 4, 2
	first := find(t, apart(store, lexical, vector), quarry.Query{Text: "x"})
	lexical.Revision = 5
	_, err := apart(store, lexical, vector).Search(t.Context(), quarry.Query{Text: "x", Limit: 1, Offset: 1, At: first.Revision, By: first.By})
	if !quarry.IsKind(err, quarry.KindExpired) {
		t.Errorf("error = %v, want that the first page is of another moment", err)
	}
}

func TestMeaningThatIsVeryFarBehindTheWordsIsMissing(t *testing.T) {
	t.Parallel()
	a, b := at(fact("a"), "a.md", 1, 1), at(fact("b"), "b.md", 1, 1)
	store := searchtest.NewStore(a, b)
	lexical, vector := rankingOf(a), rankingOf(b)
	lexical.Revision, vector.Revision = 5002, 2
	found := find(t, apart(store, lexical, vector), quarry.Query{Text: "x"})
	if got := shown(found); !slices.Equal(got, []string{"f_a"}) || !slices.Equal(found.Degraded, []string{"vector"}) || found.Revision != 5002 {
		t.Errorf("found %v at %d without %v, want a at 5002 without vectors", got, found.Revision, found.Degraded)
	}
	lexical.Revision, vector.Revision = 2, 5002
	found = find(t, apart(store, lexical, vector), quarry.Query{Text: "x"})
	if len(shown(found)) != 2 || len(found.Degraded) > 0 {
		t.Errorf("found %v without %v where the words are behind, want both", shown(found), found.Degraded)
	}
}
