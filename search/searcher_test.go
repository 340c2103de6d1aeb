package search_test

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search"
	"github.com/quarrykb/quarry/search/searchtest"
)

func TestModesAskTheirEnginesAndNameTheMissing(t *testing.T) {
	t.Parallel()
	a, b := at(fact("a"), "a.md", 1, 1), at(fact("b"), "b.md", 1, 1)
	lexical := search.Named{Name: search.EngineLexical, Engine: fixed{ranking: rankingOf(a)}}
	vector := search.Named{Name: search.EngineVector, Engine: fixed{ranking: rankingOf(b)}}
	down := search.Named{Name: search.EngineVector, Engine: fixed{err: errors.New("no power")}}
	for name, tc := range map[string]struct {
		engines  []search.Named
		mode     quarry.Mode
		want     []string
		degraded []string
	}{
		"hybrid asks both":                  {[]search.Named{lexical, vector}, quarry.ModeHybrid, []string{"f_a", "f_b"}, nil},
		"no mode is hybrid":                 {[]search.Named{lexical, vector}, "", []string{"f_a", "f_b"}, nil},
		"hybrid without vectors":            {[]search.Named{lexical}, quarry.ModeHybrid, []string{"f_a"}, []string{"vector"}},
		"hybrid with a broken engine":       {[]search.Named{lexical, down}, quarry.ModeHybrid, []string{"f_a"}, []string{"vector"}},
		"hybrid without words":              {[]search.Named{vector}, quarry.ModeHybrid, []string{"f_b"}, []string{"lexical"}},
		"lexical asks for words only":       {[]search.Named{lexical, down}, quarry.ModeLexical, []string{"f_a"}, nil},
		"semantic asks for vectors only":    {[]search.Named{lexical, vector}, quarry.ModeSemantic, []string{"f_b"}, nil},
		"the order of engines is no matter": {[]search.Named{vector, lexical}, quarry.ModeHybrid, []string{"f_a", "f_b"}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			found := find(t, searcherWith(searchtest.NewStore(a, b), tc.engines...), quarry.Query{Text: "x", Mode: tc.mode})
			if diff := gocmp.Diff(tc.want, shown(found)); diff != "" {
				t.Errorf("hits (-want +got):\n%s", diff)
			}
			if diff := gocmp.Diff(tc.degraded, found.Degraded); diff != "" {
				t.Errorf("degraded (-want +got):\n%s", diff)
			}
			if single := len(found.Hits[0].FoundBy) == 1; !single {
				t.Errorf("found by %v, want one engine", found.Hits[0].FoundBy)
			}
		})
	}
}

func TestASearchThatNoEngineCanAnswerIsUnavailable(t *testing.T) {
	t.Parallel()
	a := fact("a")
	s := searcherOver(a)
	for _, mode := range []quarry.Mode{quarry.ModeSemantic} {
		_, err := s.Search(t.Context(), quarry.Query{Text: "x", Mode: mode, Limit: 1})
		if got := quarry.Explain(err); got.Kind != quarry.KindUnavailable || got.Code != "engine_unavailable" {
			t.Errorf("%s: error = %v, want engine_unavailable", mode, err)
		}
	}
	broken := searcherWith(searchtest.NewStore(a), search.Named{Name: search.EngineLexical, Engine: fixed{err: errors.New("no disk")}})
	if _, err := broken.Search(t.Context(), quarry.Query{Text: "x", Limit: 1}); err == nil || quarry.IsKind(err, quarry.KindUnavailable) {
		t.Errorf("error = %v, want the engine's own", err)
	}
}

func TestAWrongQueryIsRefused(t *testing.T) {
	t.Parallel()
	a := fact("a")
	wrong := fixed{err: quarry.Errorf(quarry.KindInvalid, "no such filter")}
	refusing := searcherWith(searchtest.NewStore(a),
		search.Named{Name: search.EngineLexical, Engine: wrong},
		search.Named{Name: search.EngineVector, Engine: fixed{ranking: rankingOf(a)}})
	for name, tc := range map[string]struct {
		searcher *search.Searcher
		query    quarry.Query
	}{
		"no limit":               {searcherOver(a), quarry.Query{Text: "x"}},
		"a negative offset":      {searcherOver(a), quarry.Query{Text: "x", Limit: 1, Offset: -1}},
		"an unknown mode":        {searcherOver(a), quarry.Query{Text: "x", Limit: 1, Mode: "psychic"}},
		"what one engine denies": {refusing, quarry.Query{Text: "x", Limit: 1}},
	} {
		if _, err := tc.searcher.Search(t.Context(), tc.query); !quarry.IsKind(err, quarry.KindInvalid) {
			t.Errorf("%s: error = %v, want an invalid query", name, err)
		}
	}
}

func TestAPageOfAnotherRevisionHasExpired(t *testing.T) {
	t.Parallel()
	s := searcherOver(at(fact("a"), "a.md", 1, 1), at(fact("b"), "b.md", 1, 1))
	first := find(t, s, quarry.Query{Text: "x", Limit: 1})
	if !first.More || first.Revision != 5 {
		t.Fatalf("more = %v, revision = %d, want more of revision 5", first.More, first.Revision)
	}
	second := find(t, s, quarry.Query{Text: "x", Limit: 1, Offset: 1, At: first.Revision})
	if second.More || shown(second)[0] != "f_b" {
		t.Errorf("the last page is %v, more = %v", shown(second), second.More)
	}
	_, err := s.Search(t.Context(), quarry.Query{Text: "x", Limit: 1, Offset: 1, At: 4})
	if got := quarry.Explain(err); got.Kind != quarry.KindExpired || got.Code != "cursor_expired" {
		t.Errorf("error = %v, want cursor_expired", err)
	}
}

func TestAPageThatOthersWouldRankHasExpired(t *testing.T) {
	t.Parallel()
	a, b := at(fact("a"), "a.md", 1, 1), at(fact("b"), "b.md", 1, 1)
	store := searchtest.NewStore(a, b)
	lexical := search.Named{Name: search.EngineLexical, Engine: fixed{ranking: rankingOf(a, b)}}
	learnt := func(model string, err error) *search.Searcher {
		ranking := rankingOf(b, a)
		ranking.Model = model
		return searcherWith(store, lexical, search.Named{Name: search.EngineVector, Engine: fixed{ranking: ranking, err: err}})
	}
	first := find(t, learnt("lsa/1", nil), quarry.Query{Text: "x", Limit: 1})
	next := quarry.Query{Text: "x", Limit: 1, Offset: 1, At: first.Revision, By: first.By}
	find(t, learnt("lsa/1", nil), next)
	for name, s := range map[string]*search.Searcher{
		"another model": learnt("lsa/2", nil), "an engine less": learnt("lsa/1", errors.New("no power")),
	} {
		if _, err := s.Search(t.Context(), next); quarry.Explain(err).Code != "cursor_expired" {
			t.Errorf("%s: error = %v, want cursor_expired", name, err)
		}
	}
}

func TestPagesNeitherRepeatNorSkipAHit(t *testing.T) {
	t.Parallel()
	var entries []quarry.Entry
	for i := range 470 {
		// Two neighbours share a line, so that some of the best fold.
		entries = append(entries, at(fact(fmt.Sprintf("n%03d", i)), fmt.Sprintf("%d.md", i/6), 1+i%6/2, 1+i%6/2))
	}
	s := searcherOver(entries...)
	for _, limit := range []int{1, 7, 50, 100} {
		seen := pageThrough(t, s, limit, len(entries))
		if len(seen) != len(entries) {
			t.Errorf("limit %d: saw %d of %d entries", limit, len(seen), len(entries))
		}
		for id, times := range seen {
			if times != 1 {
				t.Errorf("limit %d: %s was shown %d times", limit, id, times)
			}
		}
	}
}

// pageThrough counts what all pages show.
func pageThrough(t *testing.T, s *search.Searcher, limit, total int) map[quarry.EntryID]int {
	t.Helper()
	seen := map[quarry.EntryID]int{}
	for offset, more := 0, true; more; offset += limit {
		page := find(t, s, quarry.Query{Text: "x", Limit: limit, Offset: offset, At: 5})
		if page.Total != total || !page.TotalIsExact {
			t.Fatalf("total = %d, exact %v, want %d", page.Total, page.TotalIsExact, total)
		}
		if more = page.More; more && len(page.Hits) != limit {
			t.Fatalf("limit %d, offset %d: %d hits and more", limit, offset, len(page.Hits))
		}
		see(page, seen)
	}
	return seen
}

// see counts what a page shows, folded or not.
func see(page quarry.Found, seen map[quarry.EntryID]int) {
	for _, hit := range page.Hits {
		seen[hit.ID]++
		for _, also := range hit.Also {
			seen[also.ID]++
		}
	}
}

func TestFurtherPagesOfAFusedSearchKeepTheOrder(t *testing.T) {
	t.Parallel()
	var entries []quarry.Entry
	for i := range 450 {
		entries = append(entries, at(fact(fmt.Sprintf("n%03d", i)), fmt.Sprintf("%d.md", i), 1, 1))
	}
	reversed := slices.Clone(entries)
	slices.Reverse(reversed)
	s := searcherWith(searchtest.NewStore(entries...),
		search.Named{Name: search.EngineLexical, Engine: fixed{ranking: rankingOf(entries...)}},
		search.Named{Name: search.EngineVector, Engine: fixed{ranking: rankingOf(reversed...)}})
	seen := map[quarry.EntryID]int{}
	for offset, more := 0, true; more; offset += 5 {
		page := find(t, s, quarry.Query{Text: "x", Limit: 5, Offset: offset, At: 5})
		see(page, seen)
		more = page.More
	}
	if len(seen) != 200 {
		t.Errorf("pages show %d different hits, want the 200 best", len(seen))
	}
	for id, times := range seen {
		if times != 1 {
			t.Errorf("%s was shown %d times", id, times)
		}
	}
}

func TestWhatTheStoreNoLongerHasIsNoHit(t *testing.T) {
	t.Parallel()
	a, b := at(fact("a"), "a.md", 1, 1), at(fact("b"), "b.md", 1, 1)
	store := searchtest.NewStore(b)
	s := searcherWith(store, search.Named{Name: search.EngineLexical, Engine: fixed{ranking: rankingOf(a, b)}})
	if got := shown(find(t, s, quarry.Query{Text: "x"})); !slices.Equal(got, []string{"f_b"}) {
		t.Errorf("hits = %v, want f_b alone", got)
	}
}

func TestTheExplanationAddsUpToTheScore(t *testing.T) {
	t.Parallel()
	a, b, c := at(fact("a"), "a.md", 1, 1), at(fact("b"), "b.md", 1, 1), at(fact("c"), "c.md", 1, 1)
	s := searcherWith(searchtest.NewStore(a, b, c),
		search.Named{Name: search.EngineLexical, Engine: fixed{ranking: rankingOf(a, b, c)}},
		search.Named{Name: search.EngineVector, Engine: fixed{ranking: rankingOf(b, a)}})
	for _, mode := range quarry.Modes() {
		found := find(t, s, quarry.Query{Text: "x", Explain: true, Mode: mode})
		for _, hit := range found.Hits {
			checkExplained(t, hit)
		}
		if !slices.IsSortedFunc(found.Hits, func(a, b quarry.Hit) int { return cmp.Compare(b.Score, a.Score) }) {
			t.Errorf("%s: the scores do not fall", mode)
		}
	}
	hybrid := find(t, s, quarry.Query{Text: "x"})
	if got := shown(hybrid); !slices.Equal(got, []string{"f_b", "f_a", "f_c"}) || hybrid.TotalIsExact {
		t.Errorf("hybrid found %v, exact %v; want b, a, c without a promise", got, hybrid.TotalIsExact)
	}
	if got := hybrid.Hits[0].FoundBy; !slices.Equal(got, []string{"lexical", "vector"}) || hybrid.Hits[0].Explain != nil {
		t.Errorf("found by %v, explained as %v, want both engines and no explanation", got, hybrid.Hits[0].Explain)
	}
}

func checkExplained(t *testing.T, hit quarry.Hit) {
	t.Helper()
	sum := 0.0
	for _, part := range hit.Explain {
		sum += part.Weight * part.Normalized
	}
	if len(hit.Explain) == 0 || math.Abs(sum-hit.Score) > 1e-12 || hit.Score > 1 {
		t.Errorf("score of %s = %v, explained as %+v", hit.ID, hit.Score, hit.Explain)
	}
}

func TestTheRevisionIsTheNewestEngines(t *testing.T) {
	t.Parallel()
	a := fact("a")
	slow, fast := rankingOf(a), rankingOf(a)
	slow.Revision, fast.Revision = 3, 9
	s := searcherWith(searchtest.NewStore(a),
		search.Named{Name: search.EngineLexical, Engine: fixed{ranking: fast}},
		search.Named{Name: search.EngineVector, Engine: fixed{ranking: slow}})
	if got := find(t, s, quarry.Query{Text: "x"}).Revision; got != 9 {
		t.Errorf("revision = %d, want 9", got)
	}
}

func TestAHybridTotalCountsWhatItsFacetsCount(t *testing.T) {
	t.Parallel()
	entries := make([]quarry.Entry, 90)
	for i := range entries {
		entries[i] = at(fact(fmt.Sprintf("%02d", i)), fmt.Sprintf("%02d.md", i), 1, 1)
	}
	byWords, byMeaning := rankingOf(entries[:3]...), rankingOf(entries...)
	byWords.Facets = map[quarry.FacetName][]quarry.Facet{quarry.FacetKind: {{Value: "fact", Count: 3}}}
	byMeaning.AtLeast, byMeaning.Facets = true, map[quarry.FacetName][]quarry.Facet{}
	s := searcherWith(searchtest.NewStore(entries...),
		search.Named{Name: search.EngineLexical, Engine: fixed{ranking: byWords}},
		search.Named{Name: search.EngineVector, Engine: fixed{ranking: byMeaning}})
	for _, limit := range []int{1, 20, 100} {
		found := find(t, s, quarry.Query{Text: "x", Limit: limit})
		if found.Total != 3 || found.TotalIsExact || found.Facets[quarry.FacetKind][0].Count != 3 {
			t.Errorf("limit %d: total %d, exact %v, facets %v; want the 3 that words find",
				limit, found.Total, found.TotalIsExact, found.Facets)
		}
	}
}
