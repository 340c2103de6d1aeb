package search

import (
	"slices"

	"github.com/quarrykb/quarry"
)

// farthestBehind is how many changes the engine of meaning may be behind that of words.
const farthestBehind = 5000

// together leaves out the engine of meaning where it is very far behind that of words: it
// would speak for a part of what the other knows. Where engines are a little apart, the
// answer has what any of them knows, and the revision of the newest.
func (h engineResults) together() engineResults {
	var words quarry.Sequence
	for _, one := range h.answers {
		if one.name == EngineLexical {
			words = one.ranking.Revision
		}
	}
	left := h
	left.answers = slices.Clone(h.answers)
	left.answers = slices.DeleteFunc(left.answers, func(one answer) bool {
		behind := words-one.ranking.Revision >= farthestBehind
		if behind {
			left.missing = append(slices.Clone(left.missing), one.name)
		}
		return behind
	})
	return left
}
