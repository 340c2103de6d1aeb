package answer

import (
	"slices"

	"github.com/quarrykb/quarry"
)

// offer is what a question offers to choose from: "the H100 or the B200?".
type offer struct{ sides [2][]string } // the words that only one side has

// offer returns what the question offers; false where it offers nothing.
func (c *compared) offer() (offer, bool) {
	at := slices.IndexFunc(c.question.words, func(w word) bool { return c.question.is(cueOr, w.lower) })
	if asks, _ := c.asksVerdict(); asks || at < 1 || at == len(c.question.words)-1 {
		return offer{}, false
	}
	const longest = 4
	var sides [2][]string
	for i, w := range c.question.words {
		side, from := 0, at-1
		if i > at {
			side, from = 1, at+1
		}
		if i != at && max(i-from, from-i) < longest && w.clause == c.question.words[from].clause && (w.tells() || w.number >= 0) {
			sides[side] = append(sides[side], w.key())
		}
	}
	o := offer{[2][]string{without(sides[0], sides[1]), without(sides[1], sides[0])}}
	return o, len(o.sides[0]) > 0 && len(o.sides[1]) > 0
}

func without(words, others []string) []string {
	return slices.DeleteFunc(slices.Clone(words), func(word string) bool { return slices.Contains(others, word) })
}

// named returns the sides that a text names in its first sentence and does not deny, in
// their order.
func (o offer) named(r *reading) []int {
	var named []int
	for _, w := range r.words {
		for side, words := range o.sides {
			if w.sentence == 0 && !w.denied && slices.Contains(words, w.key()) && !slices.Contains(named, side) {
				named = append(named, side)
			}
		}
	}
	return named
}

// decideOffer decides by what was chosen, where a question offers two things.
func (c *compared) decideOffer() (quarry.AnswerVerdict, quarry.AnswerReason, bool) {
	o, ok := c.offer()
	if !ok {
		return "", "", false
	}
	expected, named := o.named(c.reference), o.named(c.given)
	if len(expected) == 0 || len(named) == 0 || c.turned > 0 {
		return "", "", false
	}
	chosen := named[0]
	if c.opposesQuestion() { // that one is smaller says that the other is larger
		chosen = 1 - chosen
	}
	switch {
	case len(named) > 1:
		return quarry.VerdictUnsure, quarry.ReasonEvidence, true
	case expected[0] != chosen:
		return quarry.VerdictIncorrect, quarry.ReasonOption, true
	case c.givesOtherNumber():
		return quarry.VerdictPartly, quarry.ReasonNumber, true
	}
	return quarry.VerdictCorrect, quarry.ReasonCovered, true
}

// opposesQuestion reports whether an answer has the opposite of a word of the question.
func (c *compared) opposesQuestion() bool {
	return slices.ContainsFunc(c.given.words, func(w word) bool {
		return slices.ContainsFunc(c.question.words, func(asked word) bool { return w.opposes(asked) && w.denied == asked.denied })
	})
}
