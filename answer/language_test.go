package answer_test

import (
	"encoding/json"
	"os"
	"slices"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/answer"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// exchanged is a question with its reference answer, and what is said to it.
type exchanged struct{ Question, Answer, Given string }

// The exchanges in testdata/twins.json say the same in English and in German: right, in
// other forms of the words, denied, with another number and with one in words. The verdicts
// are a person's. Where the judge is sure of both, it is so alike: what German it knows is
// worth the same. 22 German ones were a person's when this was measured, and 24 English ones.
func TestAGermanAnswerIsJudgedAsItsEnglishTwin(t *testing.T) {
	t.Parallel()
	var twins []struct {
		Verdict quarry.AnswerVerdict
		EN, DE  exchanged
	}
	encoded, err := os.ReadFile("testdata/twins.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(encoded, &twins); err != nil {
		t.Fatal(err)
	}
	const fewest, fewestRight, mostApart = 30, 20, 1
	if len(twins) < fewest {
		t.Fatalf("%d exchanges, want at least %d", len(twins), fewest)
	}
	words, err := lexicon.Load()
	if err != nil {
		t.Fatal(err)
	}
	j, err := answer.NewJudge(words)
	if err != nil {
		t.Fatal(err)
	}
	right, apart := 0, 0
	for _, twin := range twins {
		en := j.Judge(open(twin.EN.Question, twin.EN.Answer), twin.EN.Given)
		de := j.Judge(open(twin.DE.Question, twin.DE.Answer), twin.DE.Given)
		if de.Verdict != en.Verdict && !slices.Contains([]quarry.AnswerVerdict{de.Verdict, en.Verdict}, quarry.VerdictUnsure) {
			apart++
			t.Logf("%q is judged %s (%s), and %q %s", twin.DE.Given, de.Verdict, de.Reason, twin.EN.Given, en.Verdict)
		}
		if twin.Verdict == quarry.VerdictCorrect && de.Verdict == quarry.VerdictIncorrect {
			t.Errorf("%q is right, and judged incorrect (%s)", twin.DE.Given, de.Reason)
		}
		if de.Verdict == twin.Verdict {
			right++
		}
	}
	if apart > mostApart || right < fewestRight {
		t.Errorf("%d of %d are judged otherwise in German, %d verdicts are a person's, want at most %d and at least %d", apart, len(twins), right, mostApart, fewestRight)
	}
}
