package answer

import (
	"slices"

	"github.com/quarrykb/quarry"
)

// offered returns what a question offers to choose from, "the H100 or the B200?": the words
// that stand on either side of its "or" alone. It reports false where it offers nothing.
func (c *compared) offered() ([2][]string, bool) {
	const longest = 4
	words := c.question.words
	at := slices.IndexFunc(words, func(w word) bool { return c.question.is(cueOr, w.lower) })
	var sides [2][]string
	if asks, _ := c.asksVerdict(); asks || at < 1 || at == len(words)-1 || c.question.isDenial(words[at+1].lower) { // "or not"
		return sides, false
	}
	for i, w := range words {
		side, from := 0, at-1
		if i > at {
			side, from = 1, at+1
		}
		if i != at && max(i-from, from-i) < longest && w.clause == words[from].clause && (w.tells() || w.number >= 0) {
			sides[side] = append(sides[side], w.key())
		}
	}
	first := slices.Clone(sides[0])
	for side, others := range [2][]string{sides[1], first} {
		sides[side] = slices.DeleteFunc(sides[side], func(word string) bool { return slices.Contains(others, word) })
	}
	return sides, len(sides[0]) > 0 && len(sides[1]) > 0
}

// chosen returns the sides that a text names in its first sentence and does not deny, in
// their order.
func (r *reading) chosen(sides [2][]string) []int {
	var named []int
	for _, w := range r.words {
		for side, words := range sides {
			if w.sentence == 0 && !w.denied && slices.Contains(words, w.key()) && !slices.Contains(named, side) {
				named = append(named, side)
			}
		}
	}
	return named
}

// decideOffer decides by what was chosen, where a question offers two things and the answer
// is nothing but a choice.
func (c *compared) decideOffer() ruling {
	sides, ok := c.offered()
	expected, named := c.reference.chosen(sides), c.given.chosen(sides)
	other := slices.ContainsFunc(c.given.content, func(i int) bool { return !c.echoed[i] })
	switch {
	case !ok || other || len(expected) == 0 || len(named) != 1:
		return ruling{}
	case expected[0] != named[0]:
		return ruling{quarry.VerdictIncorrect, quarry.ReasonOption}
	}
	return asCorrect()
}
