package grounding_test

import (
	"testing"

	"github.com/quarrykb/quarry"
)

func TestWhoMakesADeviceIsSaidOrItIsNotAnswered(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		query, text string
		words       []string
		want        quarry.Answerable
	}{
		{"Who makes the K100?", "The K100 is a kiln of our own shed.", []string{"makes"}, quarry.AnswerableNo},
		{"Who makes the K100?", "The Ember K100 is a kiln.", []string{"makes"}, quarry.AnswerableYes},
		{"Who makes the K100?", "The K100 is made by us: we make it.", []string{"makes"}, quarry.AnswerableYes},
		{"Who uses the K100?", "The Ember K100 is a kiln.", []string{"uses"}, quarry.AnswerableNo},
		{"What makes the K100 a kiln?", "The K100 is a kiln of our own shed.", []string{"makes", "kiln"}, quarry.AnswerableYes},
		{"Who is the K100 kiln for?", "The K100 is a kiln of our own shed.", []string{"kiln"}, quarry.AnswerableYes},
	} {
		l := asking(0.9, tc.words...)
		l.passage(tc.text)
		if g := l.ground(t, tc.query, 600); g.Answerable != tc.want {
			t.Errorf("%q of %q is %s (%.2f) because %q, want %s", tc.query, tc.text, g.Answerable, g.Confidence, g.Reason, tc.want)
		}
	}
}
