package main

import (
	"os"
	"strings"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/cmd/quarry/app"
)

// told is how sure a search was of a question of which it is known whether the
// notes answer it.
type told struct {
	text       string
	answered   bool
	confidence float64
	answerable quarry.Answerable
}

// The model was fitted to these questions among others, so that this only holds what was
// reached: what it says of questions that it never saw stands in docs/context.md.
func TestWhatTheNotesDoNotAnswerIsTold(t *testing.T) {
	t.Parallel()
	opened := openNotes(t)
	defer closeBase(t, opened)
	unseen := askUnseen(t, opened)
	const half = 60
	if len(unseen) != half {
		t.Fatalf("%d questions, want %d", len(unseen), half)
	}
	right := count(unseen, func(one told) bool { return (one.confidence >= 0.5) == one.answered })
	bold := count(unseen, func(one told) bool { return !one.answered && one.answerable == quarry.AnswerableYes })
	shy := count(unseen, func(one told) bool { return one.answered && one.answerable == quarry.AnswerableNo })
	ranked := rankedRight(unseen)
	if right < 50 || ranked < 0.92 || bold > 3 || shy > 8 {
		t.Errorf("right %d of %d, ranked right %.3f, yes to what is not there %d, no to what is %d", right, half, ranked, bold, shy)
	}
}

func count(all []told, is func(told) bool) int {
	sum := 0
	for _, one := range all {
		if is(one) {
			sum++
		}
	}
	return sum
}

// askUnseen asks every other question.
func askUnseen(t *testing.T, opened *app.App) []told {
	t.Helper()
	file, err := os.ReadFile("testdata/relevance/answerable.txt")
	if err != nil {
		t.Fatal(err)
	}
	var all []told
	for n, line := range strings.Split(strings.TrimSpace(string(file)), "\n") {
		if n == 0 || n%2 == 1 { // the first line is none
			continue
		}
		found, err := opened.Searcher.Search(t.Context(), quarry.Query{Text: line[1:], Limit: 10})
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, told{line[1:], line[0] == '+', found.Confidence, found.Answerable})
	}
	return all
}

// rankedRight is the share of the pairs in which a question that is answered has
// more confidence than one that is not: the area under the curve.
func rankedRight(all []told) float64 {
	pairs, right := 0.0, 0.0
	for _, a := range all {
		for _, b := range all {
			if !a.answered || b.answered {
				continue
			}
			pairs++
			if a.confidence > b.confidence {
				right++
			} else if a.confidence == b.confidence {
				right += 0.5
			}
		}
	}
	return right / pairs
}

// openNotes returns a base of the notes that queries were judged over.
func openNotes(t *testing.T) *app.App {
	t.Helper()
	s := newSession(t)
	runHere(t, "--data", s.Data, "ingest", "--progress", "none", "testdata/relevance/notes")
	opened, err := s.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return opened
}
