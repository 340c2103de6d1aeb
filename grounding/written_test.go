package grounding_test

import (
	"testing"

	"github.com/quarrykb/quarry"
)

func TestReasonsReadAsTheQuestionDoes(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		query      string
		words      []string // as the index has them
		text       string
		answerable quarry.Answerable
		reason     string
	}{
		"parts of a word with capitals": {
			"firing with KilnFlow",
			[]string{"firing", "kiln", "flow"},
			"Clay is fired in a kiln.",
			quarry.AnswerablePartly, "What was found does not mention “KilnFlow”.",
		},
		"a word with capitals that is there": {
			"firing with KilnFlow",
			[]string{"firing", "kiln", "flow"},
			"Clay is fired by kilnflow.",
			quarry.AnswerableYes, "The passages speak of all that is asked for.",
		},
		"a part that is asked for itself": {
			"flow in KilnFlow",
			[]string{"flow", "kiln"},
			"The kilnflow.",
			quarry.AnswerablePartly, "What was found does not mention “flow”.",
		},
		"an attribute by the words of asking": {
			"How much does a K100 cost?",
			[]string{"cost"},
			"The K100 is a kiln.",
			quarry.AnswerableNo, "Nothing that was found states the price of Ember K100.",
		},
		"a longer name behind the words of asking": {
			"How much does a K100 cost per hour?",
			[]string{"cost", "hour"},
			"The K100 is a kiln.",
			quarry.AnswerableNo, "Nothing that was found states the price per hour of Ember K100.",
		},
		"a name of capitals": {
			"mtbf of the K100",
			[]string{"mtbf"},
			"The K100 is a kiln.",
			quarry.AnswerableNo, "Nothing that was found states the MTBF of Ember K100.",
		},
		"a word of asking": {
			"does the K100 support glaze",
			[]string{"support", "glaze"},
			"The K100 is a kiln for glaze.",
			quarry.AnswerableYes, "The passages speak of all that is asked for.",
		},
		"a number format that a device may have": {
			"does the K100 support FP16",
			[]string{"support", "fp16"},
			"The K100 is a kiln.",
			quarry.AnswerableNo, "What was found does not mention “fp16”.",
		},
	} {
		l := asking(0.9, tc.words...)
		l.passage(tc.text)
		g := l.ground(t, tc.query, 600)
		if g.Answerable != tc.answerable || g.Reason != tc.reason {
			t.Errorf("%s: %q is %s (%.2f) because %q, want %s because %q", name, tc.query, g.Answerable, g.Confidence, g.Reason, tc.answerable, tc.reason)
		}
	}
}
