package answer_test

import (
	"context"
	"errors"
	"log/slog"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/answer"
	"github.com/quarrykb/quarry/answer/entail"
)

// told says of points what it is told to say.
type told struct {
	verdicts []entail.Verdict
	err      error
	asked    []entail.Request
}

func (m *told) Points(_ context.Context, r entail.Request) ([]entail.Verdict, error) {
	m.asked = append(m.asked, r)
	return m.verdicts, m.err
}

func (*told) Name() string { return "openai:tiny" }

func kilnCheck() (quarry.Question, quarry.AnswerCheck) {
	q := open("What is a kiln for?", "It fires clay. It dries wood.")
	return q, quarry.AnswerCheck{
		Verdict: quarry.VerdictUnsure, Reason: quarry.ReasonEvidence, JudgedBy: quarry.JudgedByModel, Score: 0.4, Confidence: 0.4,
		Covered: []quarry.KeyPoint{{Text: "It dries wood.", ByteStart: 15, ByteEnd: 29, Required: true}},
		Missing: []quarry.KeyPoint{{Text: "It fires clay.", ByteStart: 0, ByteEnd: 14, Required: true}},
	}
}

func TestAModelJudgesByTheKeyPoints(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		verdicts []entail.Verdict
		verdict  quarry.AnswerVerdict
		reason   quarry.AnswerReason
		score    float64
	}{
		"all":                 {[]entail.Verdict{entail.Entailed, entail.Entailed}, quarry.VerdictCorrect, quarry.ReasonCovered, 1},
		"some":                {[]entail.Verdict{entail.Entailed, entail.Absent}, quarry.VerdictPartly, quarry.ReasonIncomplete, 0.5},
		"none":                {[]entail.Verdict{entail.Absent, entail.Absent}, quarry.VerdictIncorrect, quarry.ReasonMissing, 0},
		"one turned round":    {[]entail.Verdict{entail.Contradicted, entail.Entailed}, quarry.VerdictPartly, quarry.ReasonContradicts, 0},
		"nothing but a fault": {[]entail.Verdict{entail.Contradicted, entail.Absent}, quarry.VerdictIncorrect, quarry.ReasonContradicts, 0},
	} {
		q, check := kilnCheck()
		model := &told{verdicts: tc.verdicts}
		got := answer.NewReviewer(model, slog.New(slog.DiscardHandler)).Review(t.Context(), q, "One bakes pottery in it.", check)
		if got.Verdict != tc.verdict || got.Reason != tc.reason || got.Score != tc.score || got.JudgedBy != "openai:tiny" || got.Explanation == "" {
			t.Errorf("%s: %+v", name, got)
		}
		want := []entail.Request{{Question: q.Text, Reference: q.Answer, Points: []string{"It fires clay.", "It dries wood."}, Answer: "One bakes pottery in it."}}
		if diff := cmp.Diff(want, model.asked); diff != "" {
			t.Errorf("%s: asked otherwise:\n%s", name, diff)
		}
	}
}

func TestAModelIsNotAskedOfWhatIsExact(t *testing.T) {
	t.Parallel()
	q, check := kilnCheck()
	for name, change := range map[string]func(*quarry.AnswerCheck){
		"a rule decided":    func(c *quarry.AnswerCheck) { c.JudgedBy = quarry.JudgedByRules },
		"a number is wrong": func(c *quarry.AnswerCheck) { c.Reason = quarry.ReasonNumber },
		"there is no point": func(c *quarry.AnswerCheck) { c.Covered, c.Missing = nil, nil },
	} {
		one := check
		change(&one)
		model := &told{verdicts: []entail.Verdict{entail.Entailed, entail.Entailed}}
		got := answer.NewReviewer(model, slog.New(slog.DiscardHandler)).Review(t.Context(), q, "Clay.", one)
		if diff := cmp.Diff(one, got); diff != "" || len(model.asked) > 0 {
			t.Errorf("%s: asked %d times, and judged otherwise:\n%s", name, len(model.asked), diff)
		}
	}
}

func TestAJudgementStaysWhereNoModelAnswers(t *testing.T) {
	t.Parallel()
	q, check := kilnCheck()
	model := &told{err: errors.New("it is asleep")}
	got := answer.NewReviewer(model, slog.New(slog.DiscardHandler)).Review(t.Context(), q, "Clay.", check)
	if diff := cmp.Diff(check, got); diff != "" {
		t.Errorf("judged otherwise:\n%s", diff)
	}
}
