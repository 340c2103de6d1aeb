package main

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/answer"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// What the judge reaches at least: less than was measured by about what refitting its model
// moves, so that only a real loss is one. The model is fitted to those that are shown, among
// others: what it reaches there is in-sample, and tells no more than that nothing broke. Those
// that are held out are in no fit.
func TestAnswersAreJudgedAsPeopleJudgeThem(t *testing.T) {
	t.Parallel()
	type floor struct {
		answers                         int
		definite, right, harmful, wrong float64 // shares: at least, at least, at most, at most
		correlation                     float64
	}
	for folder, want := range map[string]floor{
		"shown":   {2000, 0.41, 0.81, 0.055, 0.045, 0.47},
		"heldout": {1100, 0.43, 0.77, 0.09, 0.09, 0.44},
	} {
		var got struct {
			Answers int
			Figures map[string]struct{ Value float64 }
		}
		if err := json.Unmarshal(runHere(t, "eval", "answers", "--json", "testdata/answers/"+folder), &got); err != nil {
			t.Fatalf("read the figures: %v", err)
		}
		figure := func(key string) float64 { return got.Figures[key].Value }
		is := floor{got.Answers, figure("definite"), figure("right"), figure("harmful"), figure("wrong_correct"), figure("correlation")}
		if is.answers < want.answers || is.definite < want.definite || is.right < want.right || is.harmful > want.harmful ||
			is.wrong > want.wrong || is.correlation < want.correlation {
			t.Errorf("%s: %+v, want %+v", folder, is, want)
		}
	}
}

// A copy of the reference answer is right, whatever becomes of its line breaks, and
// the key points that it consists of can be read by a learner.
func TestTheStarterCorpusIsCorrectByItself(t *testing.T) {
	t.Parallel()
	judge := defaultJudge(t)
	data, _ := ingestStarter(t)
	questions := 0
	for _, view := range starterQuestions(t, data) {
		if view.Answer == nil {
			continue
		}
		questions++
		q := quarry.Question{Text: view.Question, Answer: *view.Answer, Answered: true, Style: quarry.Style(view.Style), Choices: view.Choices}
		reportWrongCopies(t, judge, q)
		reportTornPoints(t, judge.Judge(q, "idk").Missing)
	}
	const fewest = 400
	if questions < fewest {
		t.Errorf("%d questions, want at least %d", questions, fewest)
	}
}

// reportWrongCopies says which copies of a question's own answer are not right.
func reportWrongCopies(t *testing.T, judge *answer.Judge, q quarry.Question) {
	t.Helper()
	for _, given := range []string{q.Answer, strings.Join(strings.Fields(q.Answer), " ")} {
		if said := judge.Judge(q, given); said.Verdict != quarry.VerdictCorrect || len(said.Missing) > 0 {
			t.Errorf("%q: its own answer is %s, and misses %+v", q.Text, said.Verdict, said.Missing)
		}
	}
}

// reportTornPoints says which key points no learner could read.
func reportTornPoints(t *testing.T, points []quarry.KeyPoint) {
	t.Helper()
	word := regexp.MustCompile(`\pL{2}`)
	for _, p := range points {
		if !word.MatchString(p.Text) || strings.Count(p.Text, "(") != strings.Count(p.Text, ")") || strings.HasSuffix(p.Text, "`") {
			t.Errorf("the key point %q is not whole", p.Text)
		}
	}
}

func defaultJudge(t *testing.T) *answer.Judge {
	t.Helper()
	words, err := lexicon.Load()
	if err != nil {
		t.Fatal(err)
	}
	judge, err := answer.NewJudge(words)
	if err != nil {
		t.Fatal(err)
	}
	return judge
}
