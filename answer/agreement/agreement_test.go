package agreement_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/answer/agreement"
)

const file = `{"questions": [
  {"id": "boil", "style": "open", "question": "At what temperature does water boil?", "answer": "100 °C", "given": [
    {"id": "boil-1", "kind": "short", "verdict": "correct", "answer": "100 °C"},
    {"id": "boil-2", "kind": "number", "verdict": "incorrect", "answer": "90 °C"},
    {"id": "boil-3", "kind": "number", "verdict": "incorrect", "answer": "It depends."},
    {"id": "boil-4", "kind": "empty", "verdict": "incorrect", "answer": ""}]}]}`

// lenient calls correct whatever has a digit, and is unsure about what depends.
type lenient struct{}

func (lenient) Judge(_ quarry.Question, given string) quarry.AnswerCheck {
	switch {
	case strings.ContainsAny(given, "0123456789"):
		return quarry.AnswerCheck{Verdict: quarry.VerdictCorrect}
	case strings.Contains(given, "depends"):
		return quarry.AnswerCheck{Verdict: quarry.VerdictUnsure}
	}
	return quarry.AnswerCheck{Verdict: quarry.VerdictIncorrect}
}

func TestWhatIsUnsureCountsAsThat(t *testing.T) {
	t.Parallel()
	answers, err := agreement.Read(strings.NewReader(file))
	if err != nil || len(answers) != 4 {
		t.Fatalf("read %d answers, error %v", len(answers), err)
	}
	got := agreement.Measure(lenient{}, answers)
	if got.Agreement() != 0.5 || got.Unsure() != 0.25 {
		t.Errorf("agreement %v, unsure %v, want a half and a quarter", got.Agreement(), got.Unsure())
	}
	if want := 1.0 / 3; got.FalseCorrect() != want {
		t.Errorf("wrong answers called correct: %v, want %v", got.FalseCorrect(), want)
	}
	if diff := cmp.Diff([]agreement.Kind{{"empty", 1, 1}, {"number", 2, 0}, {"short", 1, 1}}, got.Kinds); diff != "" {
		t.Errorf("kinds:\n%s", diff)
	}
	if len(got.Misses) != 2 || got.Misses[0].ID != "boil-2" || got.Misses[1].Said.Verdict != quarry.VerdictUnsure {
		t.Errorf("misses = %+v", got.Misses)
	}
	if got.Confusion[quarry.VerdictIncorrect][quarry.VerdictUnsure] != 1 {
		t.Errorf("confusion = %v", got.Confusion)
	}
}

func TestNothingAgreesWhereNothingWasJudged(t *testing.T) {
	t.Parallel()
	got := agreement.Measure(lenient{}, nil)
	if got.Agreement() != 0 || got.FalseCorrect() != 0 || got.Unsure() != 0 {
		t.Errorf("got %+v", got)
	}
}

func TestAFileThatIsNotOneIsRefused(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"no JSON":            "id,verdict",
		"an unknown field":   `{"question": []}`,
		"an unknown verdict": strings.Replace(file, `"correct"`, `"right"`, 1),
		"an unknown style":   strings.Replace(file, `"open"`, `"closed"`, 1),
		"an answer's id":     strings.Replace(file, `"boil-1"`, `""`, 1),
		"a question's text":  strings.Replace(file, "At what temperature does water boil?", "", 1),
	} {
		if _, err := agreement.Read(strings.NewReader(text)); !quarry.IsKind(err, quarry.KindInvalid) {
			t.Errorf("%s: error %v, want one that names it", name, err)
		}
	}
}
