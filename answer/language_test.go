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

// twin is an exchange in two languages, with a person's verdict.
type twin struct {
	Verdict quarry.AnswerVerdict
	EN, DE  exchanged
}

// harmed is 1 where what is right is called incorrect, or the other way round.
func (w twin) harmed(said quarry.AnswerVerdict) int {
	if w.Verdict != said && said != quarry.VerdictUnsure && said != quarry.VerdictPartly {
		return 1
	}
	return 0
}

func readTwins(t *testing.T) []twin {
	t.Helper()
	encoded, err := os.ReadFile("testdata/twins.json")
	if err != nil {
		t.Fatal(err)
	}
	var twins []twin
	if err := json.Unmarshal(encoded, &twins); err != nil {
		t.Fatal(err)
	}
	const fewest = 30
	if len(twins) < fewest {
		t.Fatalf("%d exchanges, want at least %d", len(twins), fewest)
	}
	return twins
}

// exchanged is a question with its reference answer, and what is said to it.
type exchanged struct{ Question, Answer, Given string }

// The exchanges in testdata/twins.json say the same in English and in German: right, in
// other forms of the words, denied, with another number and with one in words. The verdicts
// are a person's. Where the judge is sure of both, it is so alike: what German it knows is
// worth the same. 18 German ones were a person's when this was measured, and none was harmful.
func TestAGermanAnswerIsJudgedAsItsEnglishTwin(t *testing.T) {
	t.Parallel()
	const fewestRight, mostApart, mostHarmful = 18, 1, 1
	twins := readTwins(t)
	words, err := lexicon.Load()
	if err != nil {
		t.Fatal(err)
	}
	j, err := answer.NewJudge(words)
	if err != nil {
		t.Fatal(err)
	}
	right, apart, harmful := 0, 0, 0
	for _, twin := range twins {
		en := j.Judge(open(twin.EN.Question, twin.EN.Answer), twin.EN.Given)
		de := j.Judge(open(twin.DE.Question, twin.DE.Answer), twin.DE.Given)
		definite := !slices.Contains([]quarry.AnswerVerdict{de.Verdict, en.Verdict}, quarry.VerdictUnsure)
		if definite && de.Verdict != en.Verdict {
			apart++
			t.Logf("%q is judged %s (%s), and %q %s", twin.DE.Given, de.Verdict, de.Reason, twin.EN.Given, en.Verdict)
		}
		harmful += twin.harmed(de.Verdict)
		if de.Verdict == twin.Verdict {
			right++
		}
	}
	t.Logf("%d right, %d apart, %d harmful", right, apart, harmful)
	if harmful > mostHarmful || apart > mostApart || right < fewestRight {
		t.Errorf("%d of %d are judged otherwise in German, %d verdicts are a person's, %d harmful; want at most %d, at least %d, at most %d", apart, len(twins), right, harmful, mostApart, fewestRight, mostHarmful)
	}
}
