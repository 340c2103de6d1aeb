package grounding_test

import (
	"testing"

	"github.com/quarrykb/quarry"
)

func TestAnAttributeIsStatedWithAValueOfTheDevice(t *testing.T) {
	t.Parallel()
	const noPrice, noPower = "Nothing that was found states the price of Ember K100.", "Nothing that was found states the power of Ember K100."
	for name, tc := range map[string]struct {
		query, text string
		answerable  quarry.Answerable
		reason      string
	}{
		"a price in money":                   {"price of the K100", "The price of the K100 is 900 EUR.", quarry.AnswerableYes, ""},
		"a number that is no money":          {"price of the K100", "How many times the price of another one may a K100 for 8 pots have?", quarry.AnswerableNo, noPrice},
		"an amount without the attribute":    {"price of the K100", "The K100 was 900 EUR.", quarry.AnswerableNo, noPrice},
		"a number that is another device's":  {"power of the K100", "The K100 is a kiln. The power of the K200 is 9 W.", quarry.AnswerableNo, noPower},
		"a number of its name":               {"L2 pots of the K100", "The K100 has L2 pots.", quarry.AnswerableNo, "Nothing that was found states the L2 pots of Ember K100."},
		"an empty cell of a table":           {"power of the K100", "| Kiln | Power in 3 pots |\n|---|---|\n| K100 | |\n| K200 | 9 W |", quarry.AnswerableNo, noPower},
		"one of two devices has a value":     {"power of K100 and K200", "The power of the K200 is 9 W. The K100 is a kiln.", quarry.AnswerablePartly, noPower},
		"both devices have a value":          {"power of K100 and K200", "The power of the K200 is 9 W, and the power of the K100 is 8 W.", quarry.AnswerableYes, ""},
		"a phrase that is more than a word":  {"K100 out of power", "The K100 has power. It goes out.", quarry.AnswerablePartly, "What was found does not mention “out of power”."},
		"a phrase of nothing that is stated": {"kiln out of clay", "A kiln of clay goes out.", quarry.AnswerablePartly, "What was found does not mention “out of clay”."},
		"a phrase that is there":             {"kiln out of clay", "A kiln that is out-of-clay goes out.", quarry.AnswerableYes, ""},
	} {
		l := asking(0.9, wordsOf(tc.query)...)
		l.passage(tc.text)
		l.entries.Passages[0].Source.Heading = []string{"Of the K100 and others"}
		g := l.ground(t, tc.query, 600)
		if g.Answerable != tc.answerable || tc.reason != "" && g.Reason != tc.reason {
			t.Errorf("%s: %q is %s (%.2f) because %q, want %s because %q", name, tc.query, g.Answerable, g.Confidence, g.Reason, tc.answerable, tc.reason)
		}
	}
}
