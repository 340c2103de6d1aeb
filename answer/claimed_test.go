package answer_test

import (
	"testing"

	"github.com/quarrykb/quarry"
)

func TestAComparisonInTheQuestionsWordsIsAnAnswer(t *testing.T) {
	t.Parallel()
	yes := quarry.Question{Text: "Is spring water harder than rain water?", Answer: "Yes. It has passed through lime.", Answered: true, Style: quarry.StyleOpen}
	judged(t, yes, map[string][]quarry.AnswerVerdict{
		"Spring is harder":                        right(),
		"Spring water is harder":                  right(),
		"Rain water is harder":                    wrong(),
		"Rain water is harder than spring water":  wrong(),
		"Is spring water harder than rain water?": wrong(),
		"spring water, rain water":                wrong(),
	})
	no := quarry.Question{Text: "Is rain water harder than spring water?", Answer: "No. It has passed through no lime.", Answered: true, Style: quarry.StyleOpen}
	judged(t, no, map[string][]quarry.AnswerVerdict{"Rain is harder": wrong(), "Spring is harder": {quarry.VerdictUnsure}})
}
