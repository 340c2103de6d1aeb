package quarry_test

import (
	"testing"

	"github.com/quarrykb/quarry"
)

func TestAQuestionIsFoundByItsAnswerAndByWhatItOffers(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		question quarry.Question
		want     string
	}{
		"answered":             {quarry.Question{Answer: "Yeast."}, "Yeast."},
		"answered, of several": {quarry.Question{Answer: "Yeast.", Choices: []string{"Soda", "Yeast"}}, "Yeast.\nSoda\nYeast"},
		"open, of several":     {quarry.Question{Choices: []string{"Soda", "Yeast"}}, "Soda\nYeast"},
		"open":                 {quarry.Question{}, ""},
	} {
		if got := tc.question.Entry().Text; got != tc.want {
			t.Errorf("%s: text = %q, want %q", name, got, tc.want)
		}
	}
}
