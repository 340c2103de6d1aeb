package api_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/view"
)

// strict calls correct what is said word for word, and is unsure about the rest.
type strict struct{}

func (strict) Judge(q quarry.Question, given string) quarry.AnswerCheck {
	point := quarry.KeyPoint{Text: q.Answer, ByteEnd: len(q.Answer), Required: true}
	expected, other := quarry.Quantity{Text: "3.5 kW", Bounds: quarry.Single(3.5, "kW")}, quarry.Quantity{Text: "3500 W"}
	switch given {
	case q.Answer:
		return quarry.AnswerCheck{
			Verdict: quarry.VerdictCorrect, Reason: quarry.ReasonCovered, Explanation: "Word for word.", Coverage: 1, Covered: []quarry.KeyPoint{point},
			Numbers: []quarry.NumberCheck{{Expected: expected, Given: &other, Tolerance: 0.05, Agrees: true}, {Expected: expected}},
		}
	case "":
		return quarry.AnswerCheck{Verdict: quarry.VerdictIncorrect, Reason: quarry.ReasonEmpty, Explanation: "Nothing."}
	}
	return quarry.AnswerCheck{Verdict: quarry.VerdictUnsure, Reason: quarry.ReasonEvidence, Explanation: "Other words.", Missing: []quarry.KeyPoint{point}}
}

const checkTarget = "/v1/questions/q_aaaaaaaaaaaaaaaaaaaa/check"

func TestAnAnswerIsJudgedAndTheLineIsCited(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	answer := k.post(t, checkTarget, `{"answer":"It fires clay."}`)
	got := decoded[view.Check](t, answer, http.StatusOK)
	if got.ID != "q_aaaaaaaaaaaaaaaaaaaa" || got.Verdict != "correct" || got.Reason != "covered" || got.Coverage != 1 {
		t.Errorf("check = %+v, want the answer called correct", got)
	}
	want := []view.KeyPoint{{
		Text: "It fires clay.", Required: true, ByteEnd: 14, LineStart: 5, LineEnd: 5,
		URL: "/v1/documents/d_aaaaaaaaaaaaaaaaaaaa/content#L5-L5",
	}}
	if diff := cmp.Diff(want, got.Covered); diff != "" {
		t.Errorf("covered (-want +got):\n%s", diff)
	}
	given := "3500 W"
	numbers := []view.NumberCheck{
		{Expected: "3.5 kW", Given: &given, Unit: "kW", Tolerance: 0.05, Agrees: true},
		{Expected: "3.5 kW", Unit: "kW"},
	}
	if diff := cmp.Diff(numbers, got.Numbers); diff != "" {
		t.Errorf("numbers (-want +got):\n%s", diff)
	}
	for name, want := range map[string]string{"Cache-Control": "no-store", "ETag": ""} {
		if got := answer.Header().Get(name); got != want {
			t.Errorf("%s = %q, want %q", name, got, want)
		}
	}
	if answer.Header().Get("Quarry-Revision") == "" {
		t.Error("the revision is not told")
	}
}

func TestAnEmptyAnswerIsJudgedAndNotRefused(t *testing.T) {
	t.Parallel()
	got := decoded[view.Check](t, newKit(t).post(t, checkTarget, `{"answer":""}`), http.StatusOK)
	if got.Verdict != "incorrect" || got.Reason != "empty" || got.Covered == nil || got.Missing == nil || got.Numbers == nil {
		t.Errorf("check = %+v, want it incorrect, and lists that are empty", got)
	}
}

func TestWhatIsNoAnswerIsRefusedByName(t *testing.T) {
	t.Parallel()
	k := newKit(t)
	for name, tc := range map[string]struct {
		target, body string
		status       int
		code         string
	}{
		"no answer":          {checkTarget, `{}`, http.StatusBadRequest, "invalid_parameter"},
		"null":               {checkTarget, `{"answer":null}`, http.StatusBadRequest, "invalid_parameter"},
		"a number":           {checkTarget, `{"answer":32}`, http.StatusBadRequest, "invalid_parameter"},
		"another field":      {checkTarget, `{"answer":"a","question":"b"}`, http.StatusBadRequest, "unknown_parameter"},
		"a field twice":      {checkTarget, `{"answer":"a","answer":"b"}`, http.StatusBadRequest, "repeated_parameter"},
		"a long answer":      {checkTarget, `{"answer":"` + strings.Repeat("a", 20_001) + `"}`, http.StatusBadRequest, "invalid_parameter"},
		"a wide answer":      {checkTarget, `{"answer":"` + strings.Repeat("é", 10_001) + `"}`, http.StatusBadRequest, "invalid_parameter"},
		"a long body":        {checkTarget, strings.Repeat(" ", 1<<17+1), http.StatusRequestEntityTooLarge, "too_large"},
		"no JSON":            {checkTarget, `answer=a`, http.StatusBadRequest, "malformed_body"},
		"a parameter":        {checkTarget + "?answer=a", `{"answer":"a"}`, http.StatusBadRequest, "unknown_parameter"},
		"an unknown id":      {"/v1/questions/q_zzzzzzzzzzzzzzzzzzzz/check", `{"answer":"a"}`, http.StatusNotFound, "not_found"},
		"an id of no record": {"/v1/questions/f_aaaaaaaaaaaaaaaaaaaa/check", `{"answer":"a"}`, http.StatusNotFound, "not_found"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			answer := k.post(t, tc.target, tc.body)
			if got := decoded[view.Problem](t, answer, tc.status); got.Code != tc.code {
				t.Errorf("code = %q, want %q", got.Code, tc.code)
			}
		})
	}
}
