package main

import (
	"encoding/json"
	"hash/fnv"
	"testing"
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
		for _, answer := range answers {
			hash := fnv.New32a()
			_, _ = hash.Write([]byte(answer.Question.ID))
			if got := hash.Sum32()%3 == 0; got != heldOut {
				t.Errorf("%s: question %q is held out: %t", folder, answer.Question.ID, got)
			}
			if seen[answer.ID] {
				t.Errorf("%s: answer %q stands twice", folder, answer.ID)
			}
			seen[answer.ID] = true
		}
	}
}
