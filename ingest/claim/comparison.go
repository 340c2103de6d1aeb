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
	before := ""
	words := strings.Split(slug, " ")
	for i, word := range words {
		last := i+1 == len(words)
		switch word {
		case "ratio": // a compression ratio is an engine's own
			if len(words) == 1 || strings.ContainsAny(before, "0123456789") || isWorth(before) || slices.Contains(words, "to") {
				return true
			}
		case "relative": // and so is a relative density
			if last || words[i+1] == "to" || isWorth(words[i+1]) {
				return true
			}
		case "improvement", "improvements", "advantage", "advantages", "speedup", "speedups", "vs", "versus", "gain", "gains",
			"difference", "differences", "than", "compared", "comparison", "comparisons":
			return true
		}
		before = word
	}
	return false
}

// isWorth reports whether a word is what two things are mostly compared by.
func isWorth(word string) bool {
	switch word {
	case "performance", "perf", "cost", "price", "value", "improvement", "speedup", "throughput":
		return true
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
