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
		Instructions: []string{"explain"}, Courtesies: []string{"please"}, Placeholders: []string{"notion"}, Fillers: []string{"a", "an", "the", "what", "is", "are", "of", "in"},
		Definitions: []string{"what is", "what are", "explain what"}, Explaining: []string{"overview"},
	}
}

func aspectsOfBakers() []lexicon.Aspect {
	good := []string{"benefits", "advantages"}
	return []lexicon.Aspect{
		{ID: "benefits", Asked: good, Titles: good},
		{ID: "workings", Asked: []string{"works"}, Behind: []string{"how"}, Titles: []string{"principle"}},
	}
}

func TestWhatIsAskedForIsReadByTheWordsThatAreKnownForIt(t *testing.T) {
	t.Parallel()
	const passage = quarry.EntryPassage
	for name, tc := range map[string]struct {
		question string
		entries  []quarry.Entry
		want     string
	}{
		"a title of what explains": {
			"What is a poolish?",
			[]quarry.Entry{told(passage, "Prices", "Two a day.", 1, "Poolish", "Prices"), told(passage, "Overview", "Flour and water.", 3, "Poolish", "Overview")},
			"Overview",
		},
		"one of how it works": {
			"Explain how a poolish works.",
			[]quarry.Entry{told(passage, "Prices", "Two a day.", 1, "Poolish", "Prices"), told(passage, "Principle", "Yeast eats.", 3, "Poolish", "Principle")},
			"Principle",
		},
		"but not where no how is asked": {
			"Who works with a poolish?",
			[]quarry.Entry{told(passage, "Bakers", "Many do.", 1, "Poolish", "Bakers"), told(passage, "Principle", "Yeast eats.", 3, "Poolish", "Principle")},
			"Bakers",
		},
		"a placeholder is no part of the subject": {
			"What is the notion of poolish?",
			[]quarry.Entry{told(passage, "Prices", "Two a day.", 1), told(passage, "Starters", "A poolish is flour and water.", 3)},
			"Starters",
		},
	} {
		if got, _ := answersOf(t, quarry.Question{Text: tc.question}, tc.entries...); got[0] != tc.want {
			t.Errorf("%s: answers = %q, want %q first", name, got, tc.want)
		}
	}
}

func TestWhatBeginsWithAPartOfASubjectDoesNotDefineIt(t *testing.T) {
	t.Parallel()
	const passage = quarry.EntryPassage
	near := told(passage, "Offers", "Its terms are certain.", 1)
	for name, tc := range map[string]struct {
		question string
		entry    quarry.Entry
		defines  bool
	}{
		"a part of it":                   {"What is specific performance?", told(passage, "Ovens", "Performance of ovens differs.", 3), false},
		"another part of it":             {"What is carbon dioxide?", told(passage, "Atoms", "Carbon is an element.", 3), false},
		"all of it":                      {"What is specific performance?", told(passage, "Remedies", "Specific performance is an order of a court.", 3), true},
		"all of it, in another number":   {"What are canal locks?", told(passage, "Ships", "A canal lock is a chamber.", 3), true},
		"some, and a title has the rest": {"What is the mass of a proton?", told(passage, "Proton", "Its mass is 1.67e-27 kg.", 3), true},
		"only a title has it":            {"What is carbon dioxide?", told(passage, "Carbon dioxide", "See below.", 3), false},
		"what ends with it":              {"What is a poolish?", told(passage, "Kneading", "Some soft doughs rise with a poolish.", 3), false},
	} {
		got, _ := answersOf(t, quarry.Question{Text: tc.question}, near, tc.entry)
		if (got[0] == tc.entry.Title) != tc.defines {
			t.Errorf("%s: %q is answered by %q", name, tc.question, got)
		}
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
