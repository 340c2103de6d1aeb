package answer

import (
	"fmt"

	"github.com/quarrykb/quarry"
)

// explain says in one sentence why, for the person who answered.
func explain(c quarry.AnswerCheck) string {
	switch c.Reason {
	case quarry.ReasonCovered:
		return "The answer says what was asked for."
	case quarry.ReasonIncomplete:
		return "The answer says a part of what was asked for."
	case quarry.ReasonNumber:
		for _, n := range c.Numbers {
			if !n.Agrees && n.Given != nil && (n.Expected.Unit == "") == (n.Given.Unit == "") {
				return fmt.Sprintf("The answer says %q where the reference answer says %q.", n.Given.Text, n.Expected.Text)
			}
		}
		return "A number is not that of the reference answer."
	case quarry.ReasonContradicts:
		for _, p := range c.Missing {
			if p.Contradicted {
				return fmt.Sprintf("The answer contradicts the reference answer: %q.", p.Text)
			}
		}
		return "The answer contradicts the reference answer."
	case quarry.ReasonVerdict:
		return "The reference answer says the opposite."
	case quarry.ReasonOption:
		return "Another option is right."
	case quarry.ReasonSeveral:
		return "Several answers were given where one was asked for."
	case quarry.ReasonRepeats:
		return "The answer only repeats the question."
	case quarry.ReasonOffTopic:
		return "The answer has nothing in common with the question or its reference answer."
	case quarry.ReasonNoReference:
		return "The question has no answer that this one could be judged by."
	case quarry.ReasonEvidence:
		return "By its words alone the answer cannot be judged with certainty."
	case quarry.ReasonEmpty:
		return "Nothing was answered."
	case quarry.ReasonMissing:
	}
	return "The answer says hardly anything of what was asked for."
}
