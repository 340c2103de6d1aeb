package search_test

import (
	"log/slog"
	"math"
	"strings"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search"
	"github.com/quarrykb/quarry/search/searchtest"
)

func TestAQuestionWithoutAnAnswerIsNoAnswer(t *testing.T) {
	t.Parallel()
	open, answered, beside := at(question("open"), "a.md", 1, 1), at(question("answered"), "b.md", 1, 1), at(fact("beside"), "c.md", 1, 1)
	store := searchtest.NewStore(open, answered, beside)
	alone := rankingOf(open, beside)
	alone.Hits[0].Open = true
	for i := range alone.Hits {
		alone.Hits[i].Share, alone.Hits[i].Held = []float64{1, 0.1}[i], 1
	}
	found := find(t, searcherWith(store, search.Named{Name: search.EngineLexical, Engine: fixed{ranking: alone}}), quarry.Query{Text: "x"})
	if found.Answerable != quarry.AnswerableNo || len(found.Hits) != 2 || found.Hits[0].ID != open.ID {
		t.Errorf("answerable %q with %v by %d hits, want no and the question first", found.Answerable, found.Confidence, len(found.Hits))
	}
	both := rankingOf(open, answered, beside)
	both.Hits[0].Open = true
	both.Hits[0].Score, both.Hits[1].Score, both.Hits[2].Score = 10, 9.5, 8
	found = find(t, searcherWith(store, search.Named{Name: search.EngineLexical, Engine: fixed{ranking: both}}), quarry.Query{Text: "x"})
	if found.Hits[0].ID != answered.ID || found.Hits[1].ID != open.ID {
		t.Errorf("first %s and %s, want the answered question before the one that is not", found.Hits[0].ID, found.Hits[1].ID)
	}
}

func TestAnAnswerSaysHowLikelyItIsOne(t *testing.T) {
	t.Parallel()
	a, b := at(fact("a"), "a.md", 1, 1), at(fact("b"), "b.md", 1, 1)
	for name, tc := range map[string]struct {
		shares []float64
		held   float64 // words, of each hit
		mode   quarry.Mode
		want   quarry.Answerable
	}{
		"every word":             {[]float64{1, 0.1}, 0.2, quarry.ModeHybrid, quarry.AnswerableYes},
		"of the second hit":      {[]float64{0.1, 1}, 1, quarry.ModeLexical, quarry.AnswerableYes},
		"half of ten words":      {[]float64{0.45, 0.2}, 4.5, quarry.ModeHybrid, quarry.AnswerableYes},
		"half of a few words":    {[]float64{0.45, 0.2}, 2, quarry.ModeHybrid, quarry.AnswerablePartly},
		"half of two words":      {[]float64{0.45, 0.2}, 0.9, quarry.ModeHybrid, quarry.AnswerablePartly},
		"half of frequent words": {[]float64{0.45, 0.2}, 0.3, quarry.ModeHybrid, quarry.AnswerableNo},
		"hardly a word":          {[]float64{0.1, 0.1}, 1, quarry.ModeHybrid, quarry.AnswerableNo},
		"nothing":                {nil, 0, quarry.ModeHybrid, quarry.AnswerableNo},
		"meaning alone":          {[]float64{1, 1}, 4, quarry.ModeSemantic, ""},
	} {
		ranking := rankingOf([]quarry.Entry{a, b}[:len(tc.shares)]...)
		for i, share := range tc.shares {
			ranking.Hits[i].Share, ranking.Hits[i].Held = share, tc.held
		}
		found := find(t, searcherWith(searchtest.NewStore(a, b),
			search.Named{Name: search.EngineLexical, Engine: fixed{ranking: ranking}},
			search.Named{Name: search.EngineVector, Engine: fixed{ranking: rankingOf(a, b)}}), quarry.Query{Text: "x", Mode: tc.mode})
		if found.Answerable != tc.want || found.Confidence < 0 || found.Confidence > 1 || math.IsNaN(found.Confidence) {
			t.Errorf("%s: answerable %q with %v, want %q", name, found.Answerable, found.Confidence, tc.want)
		}
	}
}

// A word that no entry has may be one that was not written about, and not the one that it
// resembles.
func TestWhatOnlyARepairFoundIsLessLikelyAnAnswer(t *testing.T) {
	t.Parallel()
	entry := at(fact("a"), "a.md", 1, 1)
	sure := func(written, meant string) float64 {
		ranking := rankingOf(entry)
		ranking.Hits[0].Share, ranking.Hits[0].Held, ranking.CorrectedQuery = 1, float64(len(strings.Fields(written))), meant
		return find(t, searcherWith(searchtest.NewStore(entry), search.Named{Name: search.EngineLexical, Engine: fixed{ranking: ranking}}),
			quarry.Query{Text: written, Mode: quarry.ModeLexical}).Confidence
	}
	written, short, long := sure("stroma", ""), sure("stoma", "stroma"), sure("chlorophyl", "chlorophyll")
	whole, beside := sure("stroma of the thylakoid membrane", ""), sure("stoma of the thylakoid membrane", "stroma of the thylakoid membrane")
	if short >= long || long >= written || short >= beside || beside >= whole {
		t.Errorf("as written %.3f, %.3f; one short word %.3f, one long word %.3f, one of many %.3f", written, whole, short, long, beside)
	}
	if short >= 0.7 || long < 0.7 || beside < 0.7 {
		t.Errorf("one short word %.2f is sure, or one long word %.2f or one of many %.2f is not", short, long, beside)
	}
}

// What is left out of an answer, and what only asks, is no word that was found.
func TestAddingWhatIsNoWordOfTheSubjectMakesNoAnswerMoreLikely(t *testing.T) {
	t.Parallel()
	entry := at(fact("a"), "a.md", 1, 1)
	sure := func(beside string) float64 {
		ranking := rankingOf(entry)
		ranking.Hits[0].Share, ranking.Hits[0].Held, ranking.CorrectedQuery = 1, 1, "kneading"+beside
		s := search.NewSearcher(search.Setup{
			Entries: searchtest.NewStore(entry), Asking: ovens(t), Log: slog.New(slog.DiscardHandler),
			Engines: []search.Named{{Name: search.EngineLexical, Engine: fixed{ranking: ranking}}},
		})
		return find(t, s, quarry.Query{Text: "kneding" + beside, Mode: quarry.ModeLexical}).Confidence
	}
	alone := sure("")
	for _, beside := range []string{
		" -barley -spelt -millet -sorghum", ` -"barley flour" -"spelt flour"`, " please explain the notion", ", please!", " ???? !!!!!",
	} {
		if got := sure(beside); math.Abs(got-alone) > 1e-9 {
			t.Errorf("with%s an answer is likely by %.3f, without by %.3f", beside, got, alone)
		}
	}
	for _, beside := range []string{" flour", ` "wheat dough"`} {
		if got := sure(beside); got <= alone {
			t.Errorf("with%s, which is found as it is written, an answer is likely by %.3f, without by %.3f", beside, got, alone)
		}
	}
}
