package eval_test

import (
	"testing"

	"github.com/quarrykb/quarry/search/eval"
)

func TestATypoTakesTheMiddleLetterOfTheLongestWord(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"gradient checkpointing":        "gradient checkpinting",
		"what is bread":                 "what is brad",
		"which among equals":            "which among equls", // "equals" is the longest
		"first loses, other stay":       "fist loses, other stay",
		"H100SXM5PCIE memory":           "H100SXM5PCIE memry",
		"H100 4090":                     "H100 4090",
		"C++ & a":                       "C++ & a",
		"Straßenüberführung zu":         "Straßenübrführung zu",
		"torch.cuda.synchronize() slow": "torch.cuda.synchonize() slow",
		"":                              "",
	} {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			clean := []eval.Query{{ID: "1", Text: text, Relevant: []eval.Judgement{judged("a", 1, 1, 1)}}}
			got := eval.WithTypos(clean)[0]
			if got.Text != want || got.ID != "1" || len(got.Relevant) != 1 {
				t.Errorf("with typos = %+v, want the text %q and all else the same", got, want)
			}
			if clean[0].Text != text {
				t.Errorf("the clean query became %q", clean[0].Text)
			}
		})
	}
}
