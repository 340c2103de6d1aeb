package search_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search"
	"github.com/quarrykb/quarry/search/searchtest"
)

// mostDrawn is how many entries a drawn ranking has at most.
const mostDrawn = 30

// drawnRanking draws what an engine may say: falling scores, equal ones by id.
func drawnRanking(t *rapid.T, entries []quarry.Entry, name string) search.Ranking {
	found := entries[:0:0]
	for _, entry := range entries {
		if rapid.Bool().Draw(t, name+" finds "+string(entry.ID)) {
			found = append(found, entry)
		}
	}
	ranking := rankingOf(found...)
	scores := rapid.SliceOfN(rapid.SampledFrom([]float64{1e-9, 0.1, 0.1 + 1e-16, 0.25, 1, 3.7, 1e9}), len(found), len(found)).Draw(t, name)
	for i, score := range scores {
		ranking.Hits[i].Score = score
	}
	slices.SortFunc(ranking.Hits, byScoreThenID)
	return ranking
}

func byScoreThenID(a, b search.Ranked) int {
	switch {
	case a.Score != b.Score && a.Score > b.Score:
		return -1
	case a.Score != b.Score:
		return 1
	case a.ID < b.ID:
		return -1
	}
	return 1
}

// Whatever engines say, and however they are weighed: what each contributes adds
// up to the score, scores fall along the list, and the list depends on nothing but
// what was said.
func TestEveryFusionAddsUpAndFalls(t *testing.T) {
	t.Parallel()
	entries := make([]quarry.Entry, mostDrawn)
	for i := range entries {
		entries[i] = at(fact(fmt.Sprintf("n%02d", i)), fmt.Sprintf("%d.md", i), 1, 1)
	}
	store := searchtest.NewStore(entries...)
	rapid.Check(t, func(t *rapid.T) {
		lexical, vector := drawnRanking(t, entries, "lexical"), drawnRanking(t, entries, "vector")
		vector.ByRank = rapid.Bool().Draw(t, "by rank")
		weights := rapid.SliceOfN(rapid.SampledFrom([]float64{0, 0.3, 1, 7}), 2, 2).Draw(t, "weights")
		s := searcherWith(store,
			search.Named{Name: search.EngineLexical, Engine: fixed{ranking: lexical}, Weight: weights[0]},
			search.Named{Name: search.EngineVector, Engine: fixed{ranking: vector}, Weight: weights[1]})
		q := quarry.Query{Text: "x", Mode: rapid.SampledFrom(quarry.Modes()).Draw(t, "mode"), Limit: mostDrawn, Explain: true}
		found, err := s.Search(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		checkSums(t, found.Hits)
		checkOrder(t, found.Hits, q.Mode)
		again, err := s.Search(t.Context(), q)
		if diff := gocmp.Diff(found, again); err != nil || diff != "" {
			t.Errorf("asked again: %v (-first +second):\n%s", err, diff)
		}
	})
}

func checkSums(t *rapid.T, hits []quarry.Hit) {
	for _, hit := range hits {
		if sum := sumOf(hit.Explain); math.Abs(sum-hit.Score) > 1e-12 || hit.Score > 1+1e-12 {
			t.Errorf("%s scores %v and is explained as %+v, which is %v", hit.ID, hit.Score, hit.Explain, sum)
		}
	}
}

func checkOrder(t *rapid.T, hits []quarry.Hit, mode quarry.Mode) {
	for i := 1; i < len(hits); i++ {
		if first, then := hits[i-1], hits[i]; !follows(first, then, mode) {
			t.Errorf("%s with %v stands behind %s with %v", then.ID, then.Score, first.ID, first.Score)
		}
	}
}

func sumOf(parts []quarry.EngineScore) float64 {
	sum := 0.0
	for _, part := range parts {
		sum += part.Weight * part.Normalized
	}
	return sum
}

// follows reports whether a hit may stand behind another.
func follows(first, then quarry.Hit, mode quarry.Mode) bool {
	if first.Score == then.Score && mode == quarry.ModeHybrid {
		return first.ID < then.ID
	}
	return first.Score >= then.Score
}

func TestEqualScoresComeByIDHoweverTheyWereFound(t *testing.T) {
	t.Parallel()
	const count = 20
	entries := make([]quarry.Entry, count)
	for i := range entries {
		entries[i] = at(fact(fmt.Sprintf("n%02d", i)), fmt.Sprintf("%d.md", i), 1, 1)
	}
	want := shown(find(t, searcherWith(searchtest.NewStore(entries...), equals(entries)...), quarry.Query{Text: "x", Limit: count}))
	order := rand.New(rand.NewPCG(4, 2))
	for range 10 {
		permuted := slices.Clone(entries)
		order.Shuffle(count, func(i, j int) { permuted[i], permuted[j] = permuted[j], permuted[i] })
		found := find(t, searcherWith(searchtest.NewStore(entries...), equals(permuted)...), quarry.Query{Text: "x", Limit: count})
		if diff := gocmp.Diff(want, shown(found)); diff != "" {
			t.Errorf("hits of permuted ties (-want +got):\n%s", diff)
		}
	}
}

// equals returns engines that like all entries alike.
func equals(entries []quarry.Entry) []search.Named {
	ranking := rankingOf(entries...)
	for i := range ranking.Hits {
		ranking.Hits[i].Score = 2
	}
	return []search.Named{
		{Name: search.EngineLexical, Engine: fixed{ranking: ranking}},
		{Name: search.EngineVector, Engine: fixed{ranking: ranking}},
	}
}

// Ranks count where one of the engines cannot say how much better its first hit
// is: two seconds are then more than a first that the other engine lacks.
func TestAnEngineWhoseScoresTellNothingIsFusedByRank(t *testing.T) {
	t.Parallel()
	a, b, c := at(fact("a"), "a.md", 1, 1), at(fact("b"), "b.md", 1, 1), at(fact("c"), "c.md", 1, 1)
	lexical, vector := rankingOf(a, b), rankingOf(c, b)
	lexical.Hits[0].Score, vector.Hits[0].Score = 1000, 1000
	engines := func(byRank bool) []search.Named {
		vector.ByRank = byRank
		return []search.Named{
			{Name: search.EngineLexical, Engine: fixed{ranking: lexical}}, {Name: search.EngineVector, Engine: fixed{ranking: vector}},
		}
	}
	for byRank, want := range map[bool][]string{true: {"f_b", "f_a", "f_c"}, false: {"f_a", "f_c", "f_b"}} {
		found := find(t, searcherWith(searchtest.NewStore(a, b, c), engines(byRank)...), quarry.Query{Text: "x", Explain: true})
		if diff := gocmp.Diff(want, shown(found)); diff != "" {
			t.Errorf("by rank %v (-want +got):\n%s", byRank, diff)
		}
	}
	weighed := engines(false)
	weighed[1].Weight = 3
	found := find(t, searcherWith(searchtest.NewStore(a, b, c), weighed...), quarry.Query{Text: "x", Explain: true})
	if got := found.Hits[0]; got.ID != "f_c" || got.Score != 0.75 || got.Explain[0].Weight != 0.75 {
		t.Errorf("an engine of weight 3 of 4 ranks %s with %v, explained as %+v; want its first with .75", got.ID, got.Score, got.Explain)
	}
}

func TestMeaningCountsLittleWhereValuesAreAskedFor(t *testing.T) {
	t.Parallel()
	a, b := at(fact("a"), "a.md", 1, 1), at(fact("b"), "b.md", 1, 1)
	for values, want := range map[float64][]string{0: {"f_b", "f_a"}, 0.5: {"f_a", "f_b"}, 1: {"f_a", "f_b"}} {
		lexical := rankingOf(a)
		lexical.WordsOnly = values
		s := searcherWith(searchtest.NewStore(a, b),
			search.Named{Name: search.EngineLexical, Engine: fixed{ranking: lexical}},
			search.Named{Name: search.EngineVector, Engine: fixed{ranking: rankingOf(b)}, Weight: 1.5})
		found := find(t, s, quarry.Query{Text: "x", Explain: true})
		if diff := gocmp.Diff(want, shown(found)); diff != "" {
			t.Errorf("where %v of the query is values (-want +got):\n%s", values, diff)
		}
		for _, hit := range found.Hits {
			if math.Abs(sumOf(hit.Explain)-hit.Score) > 1e-12 {
				t.Errorf("%s scores %v and is explained as %+v", hit.ID, hit.Score, hit.Explain)
			}
		}
	}
}

// Who names what they want gets what has the names first; who has no word of it gets
// what is near.
func TestMeaningCountsTheLessTheMoreOfTheWordsAreFound(t *testing.T) {
	t.Parallel()
	a, b := at(fact("a"), "a.md", 1, 1), at(fact("b"), "b.md", 1, 1)
	for share, want := range map[float64][]string{0: {"f_b", "f_a"}, 0.2: {"f_b", "f_a"}, 0.9: {"f_a", "f_b"}, 1: {"f_a", "f_b"}} {
		lexical := rankingOf(a)
		lexical.Hits[0].Share = share
		s := searcherWith(searchtest.NewStore(a, b),
			search.Named{Name: search.EngineLexical, Engine: fixed{ranking: lexical}},
			search.Named{Name: search.EngineVector, Engine: fixed{ranking: rankingOf(b)}, Weight: 1.5})
		if diff := gocmp.Diff(want, shown(find(t, s, quarry.Query{Text: "x"}))); diff != "" {
			t.Errorf("where %v of the words are found (-want +got):\n%s", share, diff)
		}
	}
}
