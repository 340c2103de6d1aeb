package agreement_test

import (
	"math"
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
		return quarry.AnswerCheck{Verdict: quarry.VerdictCorrect, Score: 1, Confidence: 0.85}
	case strings.Contains(given, "depends"):
		return quarry.AnswerCheck{Verdict: quarry.VerdictUnsure, Score: 0.5, Confidence: 0.4}
	}
	return quarry.AnswerCheck{Verdict: quarry.VerdictIncorrect, Confidence: 1}
}

func measured(t *testing.T) agreement.Judgements {
	t.Helper()
	answers, err := agreement.Read(strings.NewReader(file))
	if err != nil || len(answers) != 4 {
		t.Fatalf("read %d answers, error %v", len(answers), err)
	}
	return agreement.Measure(lenient{}, answers)
}

func TestWhatIsUnsureCountsAsThat(t *testing.T) {
	t.Parallel()
	all := measured(t)
	const third = 1.0 / 3
	want := agreement.Figures{
		Agreement: 0.5, Definite: 0.75, Right: 2 * third, Harmful: third,
		RightSpared: 1, WrongIncorrect: third, WrongCorrect: third,
		Correlation: all.Figures().Correlation, // see below
		MacroF1:     0.5,                       // one of three called right is; of those called not right one of one, of three
		Calibration: third*0 + 2*third*0.35,    // of two with 0.85 one is right
	}
	got := all.Figures()
	if diff := cmp.Diff(want, got, near()); diff != "" {
		t.Errorf("figures:\n%s", diff)
	}
	if diff := cmp.Diff([]agreement.Kind{{"empty", 1, 1}, {"number", 2, 0}, {"short", 1, 1}}, all.Kinds()); diff != "" {
		t.Errorf("kinds:\n%s", diff)
	}
	misses := all.Misses()
	if len(misses) != 2 || misses[0].ID != "boil-2" || misses[1].Said.Verdict != quarry.VerdictUnsure {
		t.Errorf("misses = %+v", misses)
	}
	if all.Confusion()[quarry.VerdictIncorrect][quarry.VerdictUnsure] != 1 {
		t.Errorf("confusion = %v", all.Confusion())
	}
	bins := []agreement.Bin{{0.8, 0.9, 2, 0.85, 0.5}, {0.9, 1, 1, 1, 1}}
	if diff := cmp.Diff(bins, all.Reliability(), near()); diff != "" {
		t.Errorf("reliability:\n%s", diff)
	}
}

// near lets floats differ by rounding.
func near() cmp.Option {
	return cmp.Comparer(func(a, b float64) bool { return math.Abs(a-b) < 1e-9 })
}

func TestTheCorrelationIsThatOfScoreAndGrade(t *testing.T) {
	t.Parallel()
	var all agreement.Judgements
	for i, score := range []float64{0.1, 0.4, 0.2, 0.9} {
		all = append(all, agreement.Judgement{Answer: agreement.Answer{Verdict: quarry.VerdictPartly, Grade: []float64{0, 0.5, 0.5, 1}[i]}, Said: quarry.AnswerCheck{Score: score}})
	}
	if got, want := all.Figures().Correlation, 0.4/math.Sqrt(0.38*0.5); math.Abs(got-want) > 1e-9 {
		t.Errorf("r = %v, want %v", got, want)
	}
	for i := range all {
		all[i].Said.Score = 1 - all[i].Said.Score
	}
	if got := all.Figures().Correlation; got >= 0 {
		t.Errorf("r of the opposite = %v, want less than 0", got)
	}
	for i := range all {
		all[i].Said.Score = 0.3
	}
	if got := all.Figures().Correlation; got != 0 {
		t.Errorf("r of what is always the same = %v, want 0", got)
	}
}

func TestAnIntervalIsOfTheQuestions(t *testing.T) {
	t.Parallel()
	one := measured(t)
	low, high := one.Intervals()
	if diff := cmp.Diff(low, high, near()); diff != "" {
		t.Errorf("one question varies:\n%s", diff)
	}
	other := measured(t)
	for i := range other {
		other[i].Question.Text = "another"
		other[i].Said.Verdict = other[i].Verdict
	}
	both := append(one, other...)
	low, high = both.Intervals()
	if f := both.Figures(); low.Agreement != 0.5 || high.Agreement != 1 || f.Agreement != 0.75 {
		t.Errorf("agreement %v from %v to %v, want 0.75 from 0.5 to 1", f.Agreement, low.Agreement, high.Agreement)
	}
	if again, _ := both.Intervals(); again != low {
		t.Errorf("drawn again: %+v, want %+v", again, low)
	}
}

func TestNothingAgreesWhereNothingWasJudged(t *testing.T) {
	t.Parallel()
	all := agreement.Measure(lenient{}, nil)
	low, high := all.Intervals()
	for _, got := range []agreement.Figures{all.Figures(), low, high} {
		if diff := cmp.Diff(agreement.Figures{}, got); diff != "" {
			t.Errorf("figures of nothing:\n%s", diff)
		}
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
