package evaluate

import (
	"hash/fnv"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/answer"
	"github.com/quarrykb/quarry/answer/agreement"
	"github.com/quarrykb/quarry/cmd/quarry/app"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// The rule that parts the judged answers knows nothing of what they say.
func TestAThirdOfTheQuestionsIsHeldOut(t *testing.T) {
	t.Parallel()
	for folder, heldOut := range map[string]bool{"shown": false, "heldout": true} {
		answers := readJudgedAnswers(t, folder)
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
	forgivenDenials = 0.35
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
	answers := readJudgedAnswers(t, "shown")
	return slices.DeleteFunc(answers, func(a agreement.Answer) bool { return a.Verdict != quarry.VerdictCorrect })
}

func TestACorrectAnswerMissesNothingRequired(t *testing.T) {
	t.Parallel()
	judge := defaultJudge(t)
	answers := readJudgedAnswers(t, "shown")
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

// readJudgedAnswers reads the answers of a folder, which all have references.
func readJudgedAnswers(t *testing.T, folder string) []agreement.Answer {
	t.Helper()
	answers, err := readAnswers(t.Context(), &app.Session{}, "../testdata/answers/"+folder)
	if err != nil {
		t.Fatal(err)
	}
	return answers
}
