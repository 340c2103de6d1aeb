package search_test

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search"
	"github.com/quarrykb/quarry/search/searchtest"
)

// resembling finds the same like everything.
type resembling struct{ fixed }

func (r resembling) Resembling(ctx context.Context, _ quarry.Entry, f quarry.Filter, most int) (search.Ranking, error) {
	if len(f.Kinds) != 1 || f.Kinds[0] != quarry.EntryQuestion {
		return search.Ranking{}, errors.New("it is asked for more than questions")
	}
	return r.Search(ctx, quarry.Query{Limit: most})
}

// asked returns a question and its entry.
func asked(name, text string, line int) (quarry.Question, quarry.Entry) {
	q := quarry.Question{ID: quarry.QuestionID("q_" + name), CanonicalID: quarry.QuestionID("q_" + name), Text: text, Source: searchtest.SourceAt("notes.md", line, line)}
	return q, q.Entry()
}

// shelf is a question about ovens, with a variant, and what is like it.
func shelf() (quarry.Question, []quarry.Entry) {
	q, self := asked("self", "How hot is the Oven O1?", 1)
	_, variant := asked("variant", "What heat has the Oven O1?", 3)
	q.Variants = []quarry.Variant{{ID: quarry.QuestionID(variant.ID)}}
	_, rival := asked("rival", "How hot is the Oven O2?", 5)
	_, none := asked("none", "How hot is an oven?", 7)
	_, both := asked("both", "Is the Oven O2 hotter than the Oven O1?", 9)
	_, child := asked("child", "How hot is the Oven O1 XL?", 11)
	_, answer := asked("answer", "Which oven is the hottest?", 13)
	answer.Text = "The Oven O2."
	return q, []quarry.Entry{self, rival, variant, none, answer, both, child}
}

func similar(t *testing.T, s *search.Searcher, q quarry.Question, limit int) quarry.Found {
	t.Helper()
	found, err := s.Similar(t.Context(), q, limit)
	if err != nil {
		t.Fatalf("similar: %v", err)
	}
	return found
}

func among(t *testing.T, entries []quarry.Entry, engines ...search.Named) *search.Searcher {
	t.Helper()
	return search.NewSearcher(search.Setup{
		Entries: searchtest.NewStore(entries...), Engines: engines, Devices: ovens(t), Log: slog.New(slog.DiscardHandler),
	})
}

func TestAQuestionIsNeitherLikeItselfNorItsVariants(t *testing.T) {
	t.Parallel()
	q, entries := shelf()
	engine := resembling{fixed{ranking: rankingOf(entries...)}}
	for name, engines := range map[string][]search.Named{
		"one engine":  {{Name: search.EngineLexical, Engine: engine}},
		"two engines": {{Name: search.EngineLexical, Engine: engine}, {Name: search.EngineVector, Engine: engine}},
	} {
		found := similar(t, among(t, entries, engines...), q, 10)
		want := []string{"q_none", "q_both", "q_child", "q_rival", "q_answer"}
		if diff := cmp.Diff(want, shown(found)); diff != "" || found.Revision != 5 {
			t.Errorf("%s at %d (-want +got):\n%s", name, found.Revision, diff)
		}
		if got := shown(similar(t, among(t, entries, engines...), q, 4)); !slices.Equal(got, want[:4]) {
			t.Errorf("%s: the first four are %v", name, got)
		}
	}
}

func TestAQuestionThatNamesNoDeviceTakesAny(t *testing.T) {
	t.Parallel()
	_, entries := shelf()
	q, self := asked("none", "How hot is an oven?", 7)
	engine := search.Named{Name: search.EngineLexical, Engine: resembling{fixed{ranking: rankingOf(append(entries, self)...)}}}
	got := shown(similar(t, among(t, entries, engine), q, 3))
	if want := []string{"q_self", "q_rival", "q_variant"}; !slices.Equal(got, want) {
		t.Errorf("similar are %v, want %v", got, want)
	}
}

func TestWhatCannotCompareAQuestionIsNamed(t *testing.T) {
	t.Parallel()
	q, entries := shelf()
	lexical := search.Named{Name: search.EngineLexical, Engine: resembling{fixed{ranking: rankingOf(entries...)}}}
	for name, engine := range map[string]search.Engine{
		"one without the vector":      resembling{fixed{err: quarry.Errorf(quarry.KindUnavailable, "there is no vector")}},
		"a broken one":                resembling{fixed{err: errors.New("no disk")}},
		"one that does not know how":  fixed{ranking: rankingOf(entries...)},
		"one that knows nothing near": nil,
	} {
		engines := []search.Named{lexical, {Name: search.EngineVector, Engine: engine}}
		if engine == nil {
			engines = engines[:1]
		}
		found := similar(t, among(t, entries, engines...), q, 10)
		if !slices.Equal(found.Degraded, []string{search.EngineVector}) || len(found.Hits) != 5 {
			t.Errorf("%s: %d hits without %v, want 5 without vectors", name, len(found.Hits), found.Degraded)
		}
	}
	alone := among(t, entries, search.Named{Name: search.EngineLexical, Engine: fixed{}})
	if _, err := alone.Similar(t.Context(), q, 1); !quarry.IsKind(err, quarry.KindUnavailable) {
		t.Errorf("no engine: error = %v, want unavailable", err)
	}
	if _, err := alone.Similar(t.Context(), q, 0); !quarry.IsKind(err, quarry.KindInvalid) {
		t.Errorf("no limit: error = %v, want an invalid one", err)
	}
}

func TestWhatIsSimilarHasWhatAnyEngineKnowsAndTheRevisionOfTheNewest(t *testing.T) {
	t.Parallel()
	q, self := asked("self", "Why?", 1)
	_, old := asked("old", "Why so?", 3)
	_, young := asked("young", "Why now?", 5)
	store := searchtest.NewStore(self, old) // 1 and 2
	store.Put(young)                        // 3
	ahead, behind := rankingOf(young, self, old), rankingOf(self, old)
	ahead.Revision, behind.Revision = 3, 2
	s := apart(store, ahead, behind)
	_, err := s.Similar(t.Context(), q, 5)
	if !quarry.IsKind(err, quarry.KindUnavailable) {
		t.Errorf("engines that cannot compare: error = %v, want unavailable", err)
	}
	s = search.NewSearcher(search.Setup{
		Entries: store, Log: slog.New(slog.DiscardHandler), Engines: []search.Named{
			{Name: search.EngineLexical, Engine: resembling{fixed{ranking: ahead}}},
			{Name: search.EngineVector, Engine: resembling{fixed{ranking: behind}}},
		},
	})
	found := similar(t, s, q, 5)
	if got := shown(found); !slices.Equal(got, []string{"q_old", "q_young"}) || found.Revision != 3 {
		t.Errorf("similar are %v at %d, want both at 3", got, found.Revision)
	}
}

// Meaning counts twice as much as words where its scores tell how far things are
// apart.
func TestMeaningCountsMoreThanWordsInWhatIsSimilar(t *testing.T) {
	t.Parallel()
	q, self := asked("self", "Why does a kiln crack?", 1)
	_, worded := asked("worded", "Why does a plate crack?", 3)
	_, other := asked("other", "What breaks a furnace?", 5)
	_, meant := asked("meant", "What splits a furnace?", 7)
	for name, tc := range map[string]struct {
		byRank bool
		want   []string
	}{
		"scores":     {false, []string{"q_other", "q_meant", "q_worded"}},
		"order only": {true, []string{"q_other", "q_worded", "q_meant"}},
	} {
		words, meaning := rankingOf(worded), rankingOf(other, meant)
		meaning.Hits[1].Score, meaning.ByRank = 0.9*meaning.Hits[0].Score, tc.byRank
		s := among(t, []quarry.Entry{self, worded, other, meant},
			search.Named{Name: search.EngineLexical, Engine: resembling{fixed{ranking: words}}},
			search.Named{Name: search.EngineVector, Engine: resembling{fixed{ranking: meaning}}})
		if got := shown(similar(t, s, q, 5)); !slices.Equal(got, tc.want) {
			t.Errorf("%s: similar are %v, want %v", name, got, tc.want)
		}
	}
}
