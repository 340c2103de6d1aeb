package claim

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
)

// isComparison reports whether a label compares instead of describing: what
// stands under it is said of two things, and no number there is one's own.
func isComparison(label string) bool { return compares(quarry.SlugWith(label, ' ')) }

// compares reports whether one of some words in lower case compares.
func compares(slug string) bool {
	for word := range strings.SplitSeq(slug, " ") {
		switch word {
		case "improvement", "improvements", "advantage", "advantages", "speedup", "vs", "versus", "gain", "gains",
			"difference", "differences", "ratio", "than", "relative", "compared", "comparison", "comparisons":
			return true
		}
	}
	return false
}

// multiplier is the unit of "2.25x" and "5 times".
const multiplier = "x"

// isRelative reports whether a number says how much more or less than something
// else: "2.25x", "20 % faster than the H100".
func isRelative(quantity quarry.Quantity, words string) bool {
	return quantity.Unit == multiplier || slices.Contains(strings.Fields(quarry.SlugWith(words, ' ')), "than")
}

// mostComparing is how far behind a number the word may stand that makes it a
// difference: "30 W less power".
const mostComparing = 3

// isDifference reports whether the words before or behind a number make it the
// difference of two: "by 5 ms", "50 % reduction".
func isDifference(before, behind string) bool {
	last := tokensOf(before[max(0, len(before)-widestLead):])
	if n := len(last); n > 0 {
		switch last[n-1].text {
		case "by", "additional", "extra", "another", "saves", "saving", "adds", "adding", "increases", "reduces":
			return true
		}
	}
	next := tokensOf(behind)
	for _, word := range next[:min(len(next), mostComparing)] {
		switch word.text {
		case "more", "less", "fewer", "faster", "slower", "higher", "lower", "better", "worse", "reduction", "improvement", "increase",
			"decrease", "speedup", "gain", "savings", "saved", "larger", "smaller", "cheaper", "speed-up":
			return true
		}
	}
	return false
}
