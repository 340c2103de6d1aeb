package search_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search"
	"github.com/quarrykb/quarry/search/searchtest"
)

// speller knows how one word is written.
type speller struct {
	fixed

	wrong, right string
	fails        error
}

func (s speller) Repaired(_ context.Context, text string) (string, error) {
	return strings.ReplaceAll(text, s.wrong, s.right), s.fails
}

// listener notes what it is asked.
type listener struct {
	fixed

	mu      *sync.Mutex
	results *[]string
}

func (l listener) Search(ctx context.Context, q quarry.Query) (search.Ranking, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	*l.results = append(*l.results, q.Text)
	return l.fixed.Search(ctx, q)
}

func TestMeaningIsAskedForWithoutTheSlipsThatWordsKnow(t *testing.T) {
	t.Parallel()
	a := at(fact("a"), "a.md", 1, 1)
	for name, tc := range map[string]struct {
		mode      quarry.Mode
		text      string
		fails     error
		results   string
		corrected string
	}{
		"both":                     {quarry.ModeHybrid, "gradiant", nil, "gradient", "gradient"},
		"meaning alone":            {quarry.ModeSemantic, "gradiant", nil, "gradient", "gradient"},
		"what is written well":     {quarry.ModeHybrid, "gradient", nil, "gradient", ""},
		"words that do not answer": {quarry.ModeHybrid, "gradiant", errors.New("no disk"), "gradiant", ""},
	} {
		var results []string
		s := searcherWith(searchtest.NewStore(a),
			search.Named{Name: search.EngineLexical, Engine: speller{fixed{ranking: rankingOf(a)}, "gradiant", "gradient", tc.fails}},
			search.Named{Name: search.EngineVector, Engine: listener{fixed{ranking: rankingOf(a)}, new(sync.Mutex), &results}})
		found := find(t, s, quarry.Query{Text: tc.text, Mode: tc.mode})
		if len(results) != 1 || results[0] != tc.results || found.CorrectedQuery != tc.corrected {
			t.Errorf("%s: vectors were asked for %q, corrected %q; want %q, %q", name, results, found.CorrectedQuery, tc.results, tc.corrected)
		}
	}
}
