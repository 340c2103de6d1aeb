package search_test

import (
	"context"
	"log/slog"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search"
	"github.com/quarrykb/quarry/search/searchtest"
)

// filtered ranks what passes a filter, in the order of the entries, and notes what
// was asked.
type filtered struct {
	entries []quarry.Entry
	share   float64
	asked   *[]quarry.Query
}

func (f filtered) Search(_ context.Context, q quarry.Query) (search.Ranking, error) {
	*f.asked = append(*f.asked, q)
	var ranking search.Ranking
	for i, e := range f.entries {
		if !slices.Contains(q.Filter.Kinds, e.Kind) || q.Filter.Answered == quarry.Yes && !e.Answered {
			continue
		}
		ranking.Hits = append(ranking.Hits, search.Ranked{
			EntryRef: e.EntryRef, Score: 10 - float64(i), Share: f.share,
			Place: search.Place{Document: e.Source.DocumentID, LineStart: e.Source.LineStart, LineEnd: e.Source.LineEnd},
		})
	}
	ranking.Total = len(ranking.Hits)
	return ranking, nil
}

// told returns an entry of one line, its own.
func told(kind quarry.EntryKind, title, text string, line int, heading ...string) quarry.Entry {
	e := at(searchtest.Entry(kind, title, title, text), "notes.md", line, line)
	e.Answered, e.Source.Heading = kind == quarry.EntryQuestion && text != "", heading
	return e
}

// answersOf asks for what answers a question, and returns titles.
func answersOf(t *testing.T, to quarry.Question, entries ...quarry.Entry) ([]string, quarry.Found) {
	t.Helper()
	s := search.NewSearcher(search.Setup{
		Entries: searchtest.NewStore(entries...), Devices: ovens(t), Asking: ovens(t), Highlighter: words{}, Log: slog.New(slog.DiscardHandler),
		Engines: []search.Named{{Name: search.EngineLexical, Engine: filtered{entries, 1, &[]quarry.Query{}}}},
	})
	found, err := s.Answers(t.Context(), to, 3)
	if err != nil {
		t.Fatal(err)
	}
	var titles []string
	for _, hit := range found.Hits {
		titles = append(titles, hit.Title)
	}
	return titles, found
}

func TestWhatAnswersComesInTheOrderOfHowWellItAnswers(t *testing.T) {
	t.Parallel()
	const passage, fact, question = quarry.EntryPassage, quarry.EntryFact, quarry.EntryQuestion
	for name, tc := range map[string]struct {
		asked   quarry.Question
		entries []quarry.Entry
		want    []string
	}{
		"an answered question before what is hardly nearer": {
			quarry.Question{Text: "Why does a crust brown?"},
			[]quarry.Entry{told(passage, "Crusts", "Crusts are brown.", 1), told(question, "What browns a crust?", "Heat.", 3)},
			[]string{"What browns a crust?", "Crusts"},
		},
		"what explains before what but mentions": {
			quarry.Question{Text: "Why does a crust brown?"},
			[]quarry.Entry{told(fact, "Crust", "A crust.", 1), told(passage, "Browning", "It is the sugar in it.", 3)},
			[]string{"Browning", "Crust"},
		},
		"no question without an answer, and no spec": {
			quarry.Question{Text: "Why does a crust brown?"},
			[]quarry.Entry{told(question, "Why is a crust brown?", "", 1), told(quarry.EntrySpec, "Oven O1", "250 °C", 3), told(passage, "Browning", "Sugar.", 5)},
			[]string{"Browning"},
		},
		"what names the device that is asked about": {
			quarry.Question{Text: "How is the Oven O1 cleaned?"},
			[]quarry.Entry{
				told(passage, "Cleaning", "Ovens are cleaned cold.", 1), told(passage, "Soap", "It is wiped with soap.", 3, "Oven O1", "Soap"),
			},
			[]string{"Soap", "Cleaning"},
		},
		"what begins with what is to be explained": {
			quarry.Question{Text: "Explain what a poolish is."},
			[]quarry.Entry{told(passage, "Kneading", "Doughs with a poolish are soft.", 1), told(passage, "Starters", "A poolish is flour and water.", 3)},
			[]string{"Starters", "Kneading"},
		},
		"the advantages of a thing under its title": {
			quarry.Question{Text: "What are the benefits of cold proving?"},
			[]quarry.Entry{
				told(passage, "Benefits of steam", "The crust shines.", 1, "Steam", "Benefits of steam"),
				told(passage, "Advantages", "The crumb is open.", 3, "Cold proving: how and why", "Advantages"),
			},
			[]string{"Advantages", "Benefits of steam"},
		},
	} {
		got, _ := answersOf(t, tc.asked, tc.entries...)
		if diff := cmp.Diff(tc.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestAQuestionIsNoAnswerToItself(t *testing.T) {
	t.Parallel()
	own, variant := told(quarry.EntryQuestion, "Why?", "So.", 1), told(quarry.EntryQuestion, "Why so?", "So.", 3)
	to := quarry.Question{
		ID: quarry.QuestionID(own.ID), CanonicalID: quarry.QuestionID(own.ID), Text: "Why?",
		Variants: []quarry.Variant{{ID: quarry.QuestionID(variant.ID)}},
	}
	if got, _ := answersOf(t, to, own, variant, told(quarry.EntryFact, "Reason", "It is so.", 5)); !slices.Equal(got, []string{"Reason"}) {
		t.Errorf("answers = %q, want the fact alone", got)
	}
}

func TestNothingInAQuestionIsADemand(t *testing.T) {
	t.Parallel()
	var asked []quarry.Query
	s := search.NewSearcher(search.Setup{
		Entries: searchtest.NewStore(), Asking: ovens(t), Log: slog.New(slog.DiscardHandler),
		Engines: []search.Named{{Name: search.EngineLexical, Engine: filtered{nil, 0, &asked}}},
	})
	found, err := s.Answers(t.Context(), quarry.Question{Text: `Explain the "cold start" – what -- is it -for?`}, 3)
	if err != nil {
		t.Fatal(err)
	}
	for _, q := range asked {
		if q.Text != "the cold start – what is it for?" {
			t.Errorf("asked for %q", q.Text)
		}
	}
	if len(asked) != 2 || len(found.Hits) > 0 || !slices.Equal(found.Degraded, []string{"vector"}) {
		t.Errorf("asked %d times, found %+v; want two, nothing, and the missing engine", len(asked), found)
	}
}

func TestAnswersShowWhatOfTheQuestionTheyHave(t *testing.T) {
	t.Parallel()
	entry := told(quarry.EntryFact, "Crust", "A crust is brown & crisp.", 1)
	_, found := answersOf(t, quarry.Question{Text: "crust"}, entry)
	if got, want := found.Hits[0].Snippet, "A <mark>crust</mark> is brown &amp; crisp."; got != want {
		t.Errorf("snippet = %q, want %q", got, want)
	}
	s := searcherOver(entry)
	if _, err := s.Answers(t.Context(), quarry.Question{Text: "crust"}, 0); !quarry.IsKind(err, quarry.KindInvalid) {
		t.Errorf("no answer at all: error = %v, want an invalid request", err)
	}
}

func TestAnEntryIsHeldAgainstOpenQuestionsByAllThatStandsAboveIt(t *testing.T) {
	t.Parallel()
	var asked []quarry.Query
	open := told(quarry.EntryQuestion, "Why is a crust brown?", "", 1)
	s := search.NewSearcher(search.Setup{
		Entries: searchtest.NewStore(), Log: slog.New(slog.DiscardHandler),
		Engines: []search.Named{{Name: search.EngineLexical, Engine: filtered{[]quarry.Entry{open}, 0, &asked}}},
	})
	by := told(quarry.EntryPassage, "Browning", `Sugar "caramelises" -slowly.`, 5, "Bread", "Crusts")
	got, err := s.AnsweredBy(t.Context(), by, 7)
	if want := []quarry.EntryRef{open.EntryRef}; err != nil || !slices.Equal(got, want) {
		t.Errorf("answered: %v, %v; want %v", got, err, want)
	}
	want := []quarry.Query{{
		Text: "Browning. Bread. Crusts. Sugar caramelises slowly.", Limit: 7,
		Filter: quarry.Filter{Kinds: []quarry.EntryKind{quarry.EntryQuestion}, Answered: quarry.No},
	}}
	if diff := cmp.Diff(want, asked); diff != "" {
		t.Errorf("asked (-want +got):\n%s", diff)
	}
	without := search.NewSearcher(search.Setup{Entries: searchtest.NewStore(), Log: slog.New(slog.DiscardHandler)})
	if _, err := without.AnsweredBy(t.Context(), by, 7); !quarry.IsKind(err, quarry.KindUnavailable) {
		t.Errorf("without an engine of words: error = %v, want that it is not there", err)
	}
}
