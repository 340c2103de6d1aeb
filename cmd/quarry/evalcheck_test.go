package main

import (
	"encoding/json"
	"hash/fnv"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/answer"
	"github.com/quarrykb/quarry/answer/agreement"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// What the judge reaches at least on the answers that it was made with: a little less
// than was measured, so that only a real loss is one. Those that are held out were
// never looked at while it was made; they only have to be about as good.
const (
	shownAgreement   = 0.89
	shownFalse       = 0.02
	heldOutAgreement = 0.70
	heldOutFalse     = 0.10
)

func TestAnswersAreJudgedAsPeopleJudgeThem(t *testing.T) {
	t.Parallel()
	for folder, want := range map[string]struct {
		answers          int
		agreement, wrong float64
	}{
		"shown":   {400, shownAgreement, shownFalse},
		"heldout": {200, heldOutAgreement, heldOutFalse},
	} {
		var got checkView
		if err := json.Unmarshal(runHere(t, "eval", "check", "--json", "testdata/answers/"+folder), &got); err != nil {
			t.Fatalf("read the figures: %v", err)
		}
		if got.Answers < want.answers || got.Agreement < want.agreement || got.FalseCorrect > want.wrong {
			t.Errorf("%s: %d answers, agreement %.3f, wrong ones called correct %.3f, want at least %d, %.3f and at most %.3f",
				folder, got.Answers, got.Agreement, got.FalseCorrect, want.answers, want.agreement, want.wrong)
		}
	}
}

// The rule that parts the judged answers knows nothing of what they say.
func TestAThirdOfTheQuestionsIsHeldOut(t *testing.T) {
	t.Parallel()
	for folder, heldOut := range map[string]bool{"shown": false, "heldout": true} {
		answers, err := readAnswers("testdata/answers/" + folder)
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{}
		for _, one := range answers {
			hash := fnv.New32a()
			_, _ = hash.Write([]byte(one.Question.ID))
			if got := hash.Sum32()%3 == 0; got != heldOut {
				t.Errorf("%s: question %q is held out: %t", folder, one.Question.ID, got)
			}
			if seen[one.ID] {
				t.Errorf("%s: answer %q stands twice", folder, one.ID)
			}
			seen[one.ID] = true
		}
	}
}

// The shares of damaged answers that may still be called correct: numbers and denials
// in what only explains, and sentences that a "not" makes no sense of.
const (
	forgivenNumbers = 0.05
	forgivenDenials = 0.25
)

func TestAnAnswerWithAWrongNumberIsHardlyEverCorrect(t *testing.T) {
	t.Parallel()
	number := regexp.MustCompile(`[1-9]\d*(\.\d+)?`)
	forgiven(t, forgivenNumbers, func(text string, said quarry.AnswerCheck) []string {
		var changed []string
		for _, n := range said.Numbers {
			if !n.Agrees || n.Given == nil {
				continue
			}
			wrong := number.ReplaceAllStringFunc(n.Given.Text, func(digits string) string { return "3" + digits })
			if wrong != n.Given.Text { // it is not in words
				changed = append(changed, strings.Replace(text, n.Given.Text, wrong, 1))
			}
		}
		return changed
	})
}

func TestAnAnswerThatDeniesIsHardlyEverCorrect(t *testing.T) {
	t.Parallel()
	verb := regexp.MustCompile(` (is|are|was|were|can|must|will|does|do) `)
	forgiven(t, forgivenDenials, func(text string, _ quarry.AnswerCheck) []string {
		at := verb.FindStringIndex(text)
		if at == nil || strings.HasPrefix(text[at[1]:], "not") || strings.HasPrefix(text[at[1]:], "no ") {
			return nil
		}
		return []string{text[:at[1]] + "not " + text[at[1]:]}
	})
}

// forgiven damages every right answer, and counts those that are called correct all the
// same.
func forgiven(t *testing.T, most float64, damage func(text string, said quarry.AnswerCheck) []string) {
	t.Helper()
	judge := defaultJudge(t)
	all, correct := 0, []string(nil)
	for _, one := range rightAnswers(t) {
		for _, text := range damage(one.Given, judge.Judge(one.Question, one.Given)) {
			all++
			if judge.Judge(one.Question, text).Verdict == quarry.VerdictCorrect {
				correct = append(correct, text)
			}
		}
	}
	const enough = 20
	if all < enough || float64(len(correct)) > most*float64(all) {
		t.Errorf("%d of %d damaged answers are called correct: %q", len(correct), all, correct)
	}
}

func rightAnswers(t *testing.T) []agreement.Answer {
	t.Helper()
	answers, err := readAnswers("testdata/answers/shown")
	if err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(answers, func(a agreement.Answer) bool { return a.Verdict != quarry.VerdictCorrect })
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

func TestACorrectAnswerMissesNothingRequired(t *testing.T) {
	t.Parallel()
	judge := defaultJudge(t)
	answers, err := readAnswers("testdata/answers/shown")
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range answers {
		said := judge.Judge(one.Question, one.Given)
		for _, p := range said.Missing {
			if said.Verdict == quarry.VerdictCorrect && p.Required {
				t.Errorf("%s is correct, and misses %q, which is required", one.ID, p.Text)
			}
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
