package search_test

import (
	"fmt"
	"log/slog"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search"
	"github.com/quarrykb/quarry/search/searchtest"
)

// counting judges by how many hits it is shown, and by the first of them.
type counting struct{}

func (counting) Judge(query string, found quarry.Found) (quarry.Answerable, float64, string) {
	if len(found.Hits) == 0 {
		return quarry.AnswerableNo, 0, query
	}
	return quarry.AnswerableYes, float64(len(found.Hits)) / 100, query + " " + string(found.Hits[0].ID)
}

// judging returns a searcher whose judge counts, over so many facts.
func judging(many int) *search.Searcher {
	var all []quarry.Entry
	for i := range many {
		all = append(all, at(fact(fmt.Sprintf("%02d", i)), "a.md", i+1, i+1))
	}
	return search.NewSearcher(search.Setup{
		Entries: searchtest.NewStore(all...), Judge: counting{}, Log: slog.New(slog.DiscardHandler),
		Engines: []search.Named{{Name: search.EngineLexical, Engine: fixed{ranking: rankingOf(all...)}}},
	})
}

func TestTheBestHitsAreJudgedWhicheverPageIsAskedFor(t *testing.T) {
	t.Parallel()
	s := judging(30)
	for _, page := range []struct{ limit, offset, want int }{{20, 0, 20}, {1, 0, 10}, {5, 20, 10}, {20, 10, 10}} {
		found := find(t, s, quarry.Query{Text: "x", Mode: quarry.ModeLexical, Limit: page.limit, Offset: page.offset})
		if got := int(100*found.Confidence + 0.5); got != page.want || found.Reason != "x f_00" || len(found.Hits) > page.limit {
			t.Errorf("%d hits from %d on: judged by %d, %q; want %d from the best on", page.limit, page.offset, got, found.Reason, page.want)
		}
	}
	if found := find(t, judging(0), quarry.Query{Text: "x"}); found.Answerable != quarry.AnswerableNo || found.Confidence != 0 {
		t.Errorf("nothing: answerable %q with %v, want no", found.Answerable, found.Confidence)
	}
}

func TestWithoutAJudgeNothingIsSaidOfWhetherAQueryIsAnswered(t *testing.T) {
	t.Parallel()
	if found := find(t, searcherOver(fact("a")), quarry.Query{Text: "x", Mode: quarry.ModeLexical}); found.Answerable != "" || found.Reason != "" {
		t.Errorf("answerable %q because %q, want neither", found.Answerable, found.Reason)
	}
}

func TestAnswersAreJudgedByWhatIsShown(t *testing.T) {
	t.Parallel()
	s := judging(30)
	for _, limit := range []int{1, 3} {
		found, err := s.Answers(t.Context(), quarry.Question{Text: "Why?"}, limit)
		if got := int(100*found.Confidence + 0.5); err != nil || got != limit || found.Answerable != quarry.AnswerableYes {
			t.Errorf("%d answers: judged by %d, %q, %v", limit, got, found.Answerable, err)
		}
	}
}
