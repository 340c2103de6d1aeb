package search_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search"
	"github.com/quarrykb/quarry/search/searchtest"
)

// apart returns a searcher whose words are further than its vectors.
func apart(store *searchtest.Store, changes search.ChangeReader, lexical, vector search.Ranking) *search.Searcher {
	return search.NewSearcher(search.Setup{
		Entries: store, Changes: changes, Log: slog.New(slog.DiscardHandler), Engines: []search.Named{
			{Name: search.EngineLexical, Engine: fixed{ranking: lexical}},
			{Name: search.EngineVector, Engine: fixed{ranking: vector}},
		},
	})
}

func TestAnAnswerHoldsNothingThatItsRevisionDoesNotHave(t *testing.T) {
	t.Parallel()
	old, young, gone := at(fact("old"), "a.md", 1, 1), at(fact("young"), "b.md", 1, 1), at(fact("gone"), "c.md", 1, 1)
	store := searchtest.NewStore(old, gone) // 1 and 2
	store.Put(young)                        // 3
	store.Delete(gone.EntryRef)             // 4
	lexical, vector := rankingOf(young, old), rankingOf(gone, old)
	lexical.Revision, vector.Revision = 4, 2
	s := apart(store, store, lexical, vector)
	for mode, want := range map[quarry.Mode]struct {
		hits     []string
		revision quarry.Sequence
	}{
		quarry.ModeHybrid:   {[]string{"f_old"}, 2},
		quarry.ModeLexical:  {[]string{"f_young", "f_old"}, 4},
		quarry.ModeSemantic: {[]string{"f_old"}, 2},
	} {
		found := find(t, s, quarry.Query{Text: "x", Mode: mode})
		if got := shown(found); !slices.Equal(got, want.hits) || found.Revision != want.revision {
			t.Errorf("%s: found %v at %d, want %v at %d", mode, got, found.Revision, want.hits, want.revision)
		}
	}
	if len(lexical.Hits) != 2 || lexical.Hits[0].ID != young.ID {
		t.Errorf("the engine's own ranking became %v", lexical.Hits)
	}
}

func TestAnEngineThatIsVeryFarBehindIsMissing(t *testing.T) {
	t.Parallel()
	a, b := at(fact("a"), "a.md", 1, 1), at(fact("b"), "b.md", 1, 1)
	store := searchtest.NewStore(a, b)
	for i := range 5000 {
		store.Touch(quarry.EntryRef{Kind: quarry.EntryDocument, ID: quarry.EntryID(fmt.Sprint("d_", i))})
	}
	lexical, vector := rankingOf(a), rankingOf(b)
	lexical.Revision, vector.Revision = 5002, 2
	found := find(t, apart(store, store, lexical, vector), quarry.Query{Text: "x"})
	if got := shown(found); !slices.Equal(got, []string{"f_a"}) || !slices.Equal(found.Degraded, []string{"vector"}) || found.Revision != 5002 {
		t.Errorf("found %v at %d without %v, want a at 5002 without vectors", got, found.Revision, found.Degraded)
	}
}

// unreadable is a feed that cannot be read.
type unreadable struct{}

func (unreadable) ChangesAfter(context.Context, quarry.Sequence, int) ([]quarry.Change, error) {
	return nil, errors.New("no disk")
}

func TestWhatChangedBetweenEnginesMustBeKnown(t *testing.T) {
	t.Parallel()
	a := at(fact("a"), "a.md", 1, 1)
	lexical, vector := rankingOf(a), rankingOf(a)
	lexical.Revision, vector.Revision = 4, 2
	_, err := apart(searchtest.NewStore(a), unreadable{}, lexical, vector).Search(t.Context(), quarry.Query{Text: "x", Limit: 1})
	if err == nil {
		t.Error("an answer came without it")
	}
}

func TestWhatARevisionDoesNotHaveWeighsNothing(t *testing.T) {
	t.Parallel()
	old, near, young := at(fact("old"), "a.md", 1, 1), at(fact("near"), "b.md", 1, 1), at(fact("young"), "c.md", 1, 1)
	store := searchtest.NewStore(old, near) // 1 and 2
	store.Put(young)                        // 3
	lexical, vector := rankingOf(young, old), rankingOf(near, old)
	lexical.Hits[0].Share, lexical.Hits[1].Share = 1, 0.2
	lexical.Revision, vector.Revision = 3, 2
	without := lexical
	without.Hits, without.Revision = lexical.Hits[1:], 2
	query := quarry.Query{Text: "x", Explain: true}
	got, want := find(t, apart(store, store, lexical, vector), query), find(t, apart(store, store, without, vector), query)
	if diff := cmp.Diff(want.Hits, got.Hits); diff != "" {
		t.Errorf("hits where the words are one entry ahead (-where they are not +got):\n%s", diff)
	}
}
