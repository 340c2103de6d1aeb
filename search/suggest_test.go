package search_test

import (
	"context"
	"slices"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search"
	"github.com/quarrykb/quarry/search/searchtest"
)

// completing completes everything with the same.
type completing struct{ fixed }

func (c completing) Complete(_ context.Context, _ string, most int) (search.Ranking, error) {
	ranking := c.ranking
	ranking.Hits = ranking.Hits[:min(most, len(ranking.Hits))]
	return ranking, c.err
}

func TestSuggestionsAreDifferentTitlesThatBeginWithTheTextFirst(t *testing.T) {
	t.Parallel()
	entries := []quarry.Entry{
		searchtest.Entry(quarry.EntryQuestion, "inside", "Why is dough kneaded?", "x"),
		searchtest.Entry(quarry.EntryPassage, "begins", "Dough is  flour", "x"),
		searchtest.Entry(quarry.EntryFact, "again", "dough is flour", "x"),
		searchtest.Entry(quarry.EntryFact, "gone", "Dough gone", "x"),
		searchtest.Entry(quarry.EntryFact, "last", "Dough rises", "x"),
	}
	engine := completing{fixed{ranking: rankingOf(entries...)}}
	store := searchtest.NewStore(slices.Delete(slices.Clone(entries), 3, 4)...)
	s := searcherWith(store, search.Named{Name: search.EngineVector, Engine: fixed{}},
		search.Named{Name: search.EngineLexical, Engine: engine})
	for limit, want := range map[int][]quarry.EntryID{
		1: {"p_begins"}, 2: {"p_begins", "f_last"}, 10: {"p_begins", "f_last", "q_inside"},
	} {
		var got []quarry.EntryID
		suggested, err := s.Suggest(t.Context(), "dough", limit)
		for _, entry := range suggested.Entries {
			got = append(got, entry.ID)
		}
		if err != nil || !slices.Equal(got, want) || suggested.Revision != 5 {
			t.Errorf("%d suggestions: %v at %d, %v, want %v at 5", limit, got, suggested.Revision, err, want)
		}
	}
	if _, err := s.Suggest(t.Context(), "dough", 0); !quarry.IsKind(err, quarry.KindInvalid) {
		t.Errorf("no limit: error = %v, want an invalid query", err)
	}
	alone := searcherWith(store, search.Named{Name: search.EngineVector, Engine: fixed{}})
	if _, err := alone.Suggest(t.Context(), "dough", 1); !quarry.IsKind(err, quarry.KindUnavailable) {
		t.Errorf("no engine: error = %v, want unavailable", err)
	}
}

func TestWhatIsTakenForASlipIsCompletedAndSaid(t *testing.T) {
	t.Parallel()
	inside := searchtest.Entry(quarry.EntryQuestion, "inside", "Why is dough kneaded?", "x")
	begins := searchtest.Entry(quarry.EntryQuestion, "begins", "Dough", "x")
	ranking := rankingOf(inside, begins)
	ranking.CorrectedQuery = "dough"
	s := searcherWith(searchtest.NewStore(inside, begins), search.Named{Name: search.EngineLexical, Engine: completing{fixed{ranking: ranking}}})
	got, err := s.Suggest(t.Context(), "duogh", 2)
	if err != nil || got.CorrectedQuery != "dough" || len(got.Entries) != 2 || got.Entries[0].ID != begins.ID {
		t.Errorf("suggested %+v, %v, want what begins with dough first", got, err)
	}
}
