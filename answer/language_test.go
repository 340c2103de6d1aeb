package answer_test

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/quarrykb/quarry/answer"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// exchanged is a question with its reference answer, and what is said to it.
type exchanged struct{ Question, Answer, Given string }

// The exchanges in testdata/twins.json say the same in English and in German: right, in
// other forms of the words, denied, with another number and with one in words.
func TestAGermanAnswerIsJudgedAsItsEnglishTwin(t *testing.T) {
	t.Parallel()
	var twins []struct{ EN, DE exchanged }
	encoded, err := os.ReadFile("testdata/twins.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(encoded, &twins); err != nil {
		t.Fatal(err)
	}
	words, err := lexicon.Load()
	if err != nil {
		t.Fatal(err)
	}
	j, err := answer.NewJudge(words)
	if err != nil {
		t.Fatal(err)
	}
	for _, twin := range twins {
		t.Run(twin.DE.Given, func(t *testing.T) {
			t.Parallel()
			en, de := j.Judge(open(twin.EN.Question, twin.EN.Answer), twin.EN.Given), j.Judge(open(twin.DE.Question, twin.DE.Answer), twin.DE.Given)
			if de.Verdict != en.Verdict {
				t.Errorf("got %s (%s), want %s, as of %q", de.Verdict, de.Reason, en.Verdict, twin.EN.Given)
			}
		})
	}
}
