package search_test

import (
	"log/slog"
	"slices"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/search"
	"github.com/quarrykb/quarry/search/searchtest"
)

func askingOfBakers() lexicon.AskingWords {
	return lexicon.AskingWords{
		Instructions: []string{"explain"}, Courtesies: []string{"please"}, Placeholders: []string{"notion"},
	}
}

func TestAnEngineThatKnowsNoAskingWordsIsNotAskedForThem(t *testing.T) {
	t.Parallel()
	var asked []quarry.Query
	s := search.NewSearcher(search.Setup{
		Entries: searchtest.NewStore(), Log: slog.New(slog.DiscardHandler),
		Engines: []search.Named{{Name: search.EngineLexical, Engine: filtered{nil, 0, &asked}}},
	})
	if _, err := s.Answers(t.Context(), quarry.Question{Text: "Explain what a poolish is."}, 1); err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(asked, func(q quarry.Query) bool { return q.Text == "Explain what a poolish is." }) {
		t.Errorf("asked %+v, want the question as it is", asked)
	}
}
