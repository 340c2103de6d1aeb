package answer_test

import (
	"strings"
	"testing"

	"github.com/quarrykb/quarry"
)

func TestANumberMayHaveADecimalComma(t *testing.T) {
	t.Parallel()
	judged(t, open("What is the rate?", "1.2 TB/s"), map[string][]quarry.AnswerVerdict{
		"1,2 TB/s": right(),
		"1,3 TB/s": wrong(),
	})
}

func TestTheNumberOfANameIsNoQuantity(t *testing.T) {
	t.Parallel()
	q := open("How much room does the model take?", "16 GB, for Ibex 3 8B.")
	judged(t, q, map[string][]quarry.AnswerVerdict{
		"ibex 3 8b takes 16 GB": right(),
		"Ibex-8B takes 16 GB":   right(),
		"Ibex 8B takes 8 GB":    wrong(),
		"ibex 3 8b":             wrong(),
	})
	if got := judge(t).Judge(q, "ibex 3 8b"); strings.Contains(got.Explanation, "8b") {
		t.Errorf("a name is explained as a number: %s", got.Explanation)
	}
	judged(t, open("How much is it?", "8 bytes"), map[string][]quarry.AnswerVerdict{"8B": right(), "it is 8B": right()})
}
