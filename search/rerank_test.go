package search_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search"
	"github.com/quarrykb/quarry/search/searchtest"
)

// reader is a reranker that notes what it is asked.
type reader struct {
	score   func(text string, i int) float64
	err     error
	queries []string
	texts   [][]string
}

func (*reader) Model() string { return "reader" }

func (r *reader) Rerank(_ context.Context, query string, texts []string) ([]float64, error) {
	r.queries, r.texts = append(r.queries, query), append(r.texts, texts)
	if r.err != nil {
		return nil, r.err
	}
	scores := make([]float64, len(texts))
	for i, text := range texts {
		scores[i] = r.score(text, i)
	}
	return scores, nil
}

// lastFirst turns an order round.
func lastFirst(_ string, i int) float64 { return float64(i) - 20 }

func rerankedBy(r search.Reranker, store search.EntryReader, engines ...search.Named) *search.Searcher {
	return search.NewSearcher(search.Setup{
		Entries: store, Engines: engines, Reranker: r, Log: slog.New(slog.DiscardHandler), Now: ticking(),
	})
}

// facts returns so many that stand in documents of their own.
func facts(n int) []quarry.Entry {
	entries := make([]quarry.Entry, n)
	for i := range entries {
		entries[i] = at(fact(fmt.Sprintf("n%03d", i)), fmt.Sprintf("%d.md", i), 1, 1)
	}
	return entries
}

func lexicalOver(entries ...quarry.Entry) search.Named {
	return search.Named{Name: search.EngineLexical, Engine: fixed{ranking: rankingOf(entries...)}}
}

func TestTheBestHitsComeAsTheRerankerReadsThem(t *testing.T) {
	t.Parallel()
	entries := facts(60)
	s := rerankedBy(&reader{score: lastFirst}, searchtest.NewStore(entries...), lexicalOver(entries...))
	found := find(t, s, quarry.Query{Text: "x", Mode: quarry.ModeLexical, Explain: true})
	want := append(expectedRow(49, 0), expectedRow(50, 59)...)
	if diff := gocmp.Diff(want, shown(found)); diff != "" {
		t.Errorf("hits (-want +got):\n%s", diff)
	}
	for i, hit := range found.Hits {
		checkExplained(t, hit)
		if i > 0 && hit.Score > found.Hits[i-1].Score {
			t.Errorf("the score of %s rises to %v", hit.ID, hit.Score)
		}
	}
	best := found.Hits[0].Explain
	if len(best) != 2 || best[0].Weight != 0 || best[0].Rank != 50 || best[1].Engine != "reranker" || best[1].Rank != 1 || best[1].Score != 29 {
		t.Errorf("the first is explained as %+v, want a score of 29 of the reranker alone", best)
	}
	if !slices.ContainsFunc(found.Timings, func(s quarry.StageTime) bool { return s.Stage == quarry.StageRerank && s.Took > 0 }) {
		t.Errorf("timings = %v, want the reranker's among them", found.Timings)
	}
}

// expectedRow returns the ids of facts from one to another.
func expectedRow(from, to int) []string {
	var ids []string
	step := 1
	if to < from {
		step = -1
	}
	for i := from; i != to+step; i += step {
		ids = append(ids, fmt.Sprintf("f_n%03d", i))
	}
	return ids
}

func TestLikelihoodsAreScoresAsTheyAre(t *testing.T) {
	t.Parallel()
	entries := facts(2)
	s := rerankedBy(&reader{score: func(_ string, i int) float64 { return 0.25 + 0.5*float64(i) }}, searchtest.NewStore(entries...), lexicalOver(entries...))
	found := find(t, s, quarry.Query{Text: "x", Mode: quarry.ModeLexical})
	if found.Hits[0].Score != 0.75 || found.Hits[1].Score != 0.25 {
		t.Errorf("scores = %v and %v, want 0.75 and 0.25", found.Hits[0].Score, found.Hits[1].Score)
	}
}

func TestPagesOfARerankedSearchNeitherRepeatNorSkipAHit(t *testing.T) {
	t.Parallel()
	entries := facts(230)
	reversed := slices.Clone(entries)
	slices.Reverse(reversed)
	vector := search.Named{Name: search.EngineVector, Engine: fixed{ranking: rankingOf(reversed...)}}
	for _, mode := range []quarry.Mode{quarry.ModeLexical, quarry.ModeHybrid} {
		s := rerankedBy(&reader{score: lastFirst}, searchtest.NewStore(entries...), lexicalOver(entries...), vector)
		whole := find(t, s, quarry.Query{Text: "x", Mode: mode, Limit: 230})
		var paged []string
		next := quarry.Query{Text: "x", Mode: mode, Limit: 7}
		for more := true; more; next.Offset += next.Limit {
			page := find(t, s, next)
			paged, more = append(paged, shown(page)...), page.More
			next.At, next.By = page.Revision, page.By
		}
		if diff := gocmp.Diff(shown(whole), paged); diff != "" || len(paged) < 200 {
			t.Errorf("%s: %d hits in one page and in pages of 7 (-one +many):\n%s", mode, len(paged), diff)
		}
	}
}

func TestWithoutTheRerankerTheOrderStaysAndTheAnswerSaysSo(t *testing.T) {
	t.Parallel()
	entries := facts(3)
	for name, err := range map[string]error{
		"it fails": errors.New("no power"), "it is not asked": quarry.Errorf(quarry.KindUnavailable, "it is away"),
	} {
		s := rerankedBy(&reader{err: err}, searchtest.NewStore(entries...), lexicalOver(entries...))
		found := find(t, s, quarry.Query{Text: "x"})
		if diff := gocmp.Diff(expectedRow(0, 2), shown(found)); diff != "" {
			t.Errorf("%s: hits (-want +got):\n%s", name, diff)
		}
		if diff := gocmp.Diff([]string{"vector", "reranker"}, found.Degraded); diff != "" || found.Hits[0].Score != 1 {
			t.Errorf("%s: the best scores %v, degraded (-want +got):\n%s", name, found.Hits[0].Score, diff)
		}
	}
	alone := rerankedBy(&reader{err: errors.New("no power")}, searchtest.NewStore(entries...), lexicalOver(entries[0]))
	if found := find(t, alone, quarry.Query{Text: "x", Mode: quarry.ModeLexical}); len(found.Degraded) > 0 {
		t.Errorf("degraded = %v where there is nothing to order", found.Degraded)
	}
}

func TestAPageThatWouldBeRerankedOtherwiseHasExpired(t *testing.T) {
	t.Parallel()
	entries := facts(3)
	model := &reader{score: lastFirst}
	s := rerankedBy(model, searchtest.NewStore(entries...), lexicalOver(entries...))
	first := find(t, s, quarry.Query{Text: "x", Limit: 1})
	next := quarry.Query{Text: "x", Limit: 1, Offset: 1, At: first.Revision, By: first.By}
	find(t, s, next)
	model.score = func(_ string, i int) float64 { return float64(-i) }
	if _, err := s.Search(t.Context(), next); quarry.Explain(err).Code != "cursor_expired" {
		t.Errorf("another order: error = %v, want cursor_expired", err)
	}
	model.err = errors.New("no power")
	if _, err := s.Search(t.Context(), next); quarry.Explain(err).Code != "cursor_expired" {
		t.Errorf("no reranker: error = %v, want cursor_expired", err)
	}
}

func TestWhatShowsNothingNewOrAnswersNothingStaysBehind(t *testing.T) {
	t.Parallel()
	section, statement := at(passage("section"), "a.md", 1, 9), at(fact("statement"), "a.md", 3, 3)
	asked, told := at(question("asked"), "b.md", 1, 1), at(passage("told"), "c.md", 1, 1)
	ranking := rankingOf(section, statement, asked, told)
	ranking.Hits[2].Open = true
	scores := map[string]float64{"section": 0.9, "statement": 0.85, "asked": 0.8, "told": 0.75}
	s := rerankedBy(&reader{score: func(text string, _ int) float64 {
		title, _, _ := strings.Cut(text, "\n")
		return scores[strings.TrimSpace(title)]
	}}, searchtest.NewStore(section, statement, asked, told), search.Named{Name: search.EngineLexical, Engine: fixed{ranking: ranking}})
	want := []string{"p_section", "p_told", "q_asked", "f_statement"}
	if diff := gocmp.Diff(want, shown(find(t, s, quarry.Query{Text: "x"}))); diff != "" {
		t.Errorf("hits (-want +got):\n%s", diff)
	}
}

func TestTheRerankerReadsTheQueryWithTheEntriesThatAreThere(t *testing.T) {
	t.Parallel()
	a, gone, b := at(fact("a"), "a.md", 1, 1), at(fact("gone"), "b.md", 1, 1), at(fact("b"), "c.md", 1, 1)
	a.Source.Heading, b.Source.Heading, b.Text = []string{"Kilns", "Firing"}, []string{"Glazes", "b"}, "told"
	model := &reader{score: lastFirst}
	s := rerankedBy(model, searchtest.NewStore(a, b), lexicalOver(a, gone, b))
	found := find(t, s, quarry.Query{Text: `hot "kiln" -gas`, Limit: 2})
	if diff := gocmp.Diff([]string{"f_b", "f_a"}, shown(found)); diff != "" {
		t.Errorf("hits (-want +got):\n%s", diff)
	}
	if len(model.queries) != 1 || model.queries[0] != "hot kiln" {
		t.Errorf("asked for %q, want the words that are looked for", model.queries)
	}
	if diff := gocmp.Diff([][]string{{"a. Kilns. Firing\na", "b. Glazes\ntold"}}, model.texts); diff != "" {
		t.Errorf("texts (-want +got):\n%s", diff)
	}
}
