package main

import (
	"encoding/json"
	"log/slog"
	"maps"
	"os"
	"slices"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/cmd/quarry/app"
	"github.com/quarrykb/quarry/search"
	"github.com/quarrykb/quarry/search/eval"
)

// alike are questions that ask the same, and such as stand near them.
type alike struct {
	Same, Near []string
}

// Grades of similar questions.
const (
	asksTheSame    = 2
	asksAboutAsked = 1
)

// likenesses reads which questions are like which, and how much.
func likenesses(t *testing.T) map[string]map[string]int {
	t.Helper()
	file, err := os.ReadFile("testdata/similar/judged.json")
	if err != nil {
		t.Fatal(err)
	}
	var judged struct {
		Note   string
		Groups []alike
	}
	if err := json.Unmarshal(file, &judged); err != nil {
		t.Fatal(err)
	}
	like := map[string]map[string]int{}
	for _, group := range judged.Groups {
		group.judge(like)
	}
	return like
}

// judge notes which questions are like which, both ways round.
func (a alike) judge(like map[string]map[string]int) {
	note := func(one, other string, grade int) {
		if like[one] == nil {
			like[one] = map[string]int{}
		}
		like[one][other] = max(like[one][other], grade)
	}
	for i, one := range a.Same {
		for _, other := range slices.Delete(slices.Clone(a.Same), i, i+1) {
			note(one, other, asksTheSame)
		}
		for _, near := range a.Near {
			note(one, near, asksAboutAsked)
			note(near, one, asksAboutAsked)
		}
	}
}

// shelfOfPapers opens a knowledge base that holds the questions of the judged set.
func shelfOfPapers(t *testing.T) (*app.App, map[string]quarry.Question) {
	t.Helper()
	s := newSession(t)
	runHere(t, "--data", s.Data, "ingest", "--progress", "none", "testdata/relevance/notes", "testdata/similar/papers")
	opened, err := s.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	page, err := opened.Store.Questions(t.Context(), quarry.Filter{}, quarry.PageRequest{Limit: 500})
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]quarry.Question{}
	for _, q := range page.Items {
		known[q.Text] = q
	}
	return opened, known
}

// alone returns a searcher that asks one engine only.
func alone(opened *app.App, name string, engine search.Engine) *search.Searcher {
	return search.NewSearcher(search.Setup{
		Entries: opened.Store, Highlighter: opened.Index, Log: slog.New(slog.DiscardHandler),
		Engines: []search.Named{{Name: name, Engine: engine}},
	})
}

// What is listed as similar is held to a little less than was measured, and to be
// no worse than what either engine finds.
func TestSimilarQuestionsStayAsGoodAsTheyWere(t *testing.T) {
	t.Parallel()
	opened, known := shelfOfPapers(t)
	defer closeBase(t, opened)
	both := resemblance(t, opened.Searcher, known, 0)
	got, floor := meanOf(both), eval.Scores{NDCG: 0.89, MRR: 0.92, Recall: 0.93}
	if len(both) < 80 || got.NDCG < floor.NDCG || got.MRR < floor.MRR || got.Recall < floor.Recall {
		t.Errorf("of %d questions %+v, want at least %+v", len(both), got, floor)
	}
	words := resemblance(t, alone(opened, search.EngineLexical, opened.Index), known, 1)
	vectors := resemblance(t, alone(opened, search.EngineVector, opened.Meaning), known, 1)
	t.Logf("both %+v, words %+v, vectors %+v", got, meanOf(words), meanOf(vectors))
	const chance = 0.05
	for name, one := range map[string][]eval.Scores{"words": words, "vectors": vectors} {
		if d := eval.Compare(gains(both), gains(one)); d.Mean < 0 && d.P < chance {
			t.Errorf("%s alone find more of what is similar: %+v", name, d)
		}
	}
}

func gains(all []eval.Scores) []float64 {
	gains := make([]float64, len(all))
	for i, one := range all {
		gains[i] = one.NDCG
	}
	return gains
}

// resemblance measures how well a searcher from which so many engines are missing
// finds what is similar, question by question.
func resemblance(t *testing.T, searcher *search.Searcher, known map[string]quarry.Question, missing int) []eval.Scores {
	t.Helper()
	like := likenesses(t)
	all := make([]eval.Scores, 0, len(like))
	for _, text := range slices.Sorted(maps.Keys(like)) {
		q, ok := known[text]
		if !ok {
			t.Fatalf("no question is called %q", text)
		}
		found, err := searcher.Similar(t.Context(), q, eval.Depth)
		if err != nil || len(found.Degraded) != missing {
			t.Fatalf("similar to %q: %v, without %q", text, err, found.Degraded)
		}
		judged := make([]eval.Judgement, 0, len(like[text]))
		for other, grade := range like[text] {
			judged = append(judged, eval.Judgement{Place: standingFor(other), Grade: grade})
		}
		hits := make([]eval.Hit, len(found.Hits))
		for i, hit := range found.Hits {
			hits[i] = eval.Hit{standingFor(hit.Title)}
		}
		all = append(all, eval.Score(hits, judged))
	}
	return all
}

// standingFor makes a place of a question's text.
func standingFor(text string) eval.Place { return eval.Place{Path: text, LineStart: 1, LineEnd: 1} }

func meanOf(all []eval.Scores) eval.Scores {
	var mean eval.Scores
	for _, one := range all {
		share := 1 / float64(len(all))
		mean.NDCG, mean.MRR, mean.Recall = mean.NDCG+one.NDCG*share, mean.MRR+one.MRR*share, mean.Recall+one.Recall*share
	}
	return mean
}
