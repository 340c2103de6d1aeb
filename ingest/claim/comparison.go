package claim

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
)

// isComparison reports whether a label compares instead of describing: what
// stands under it is said of two things, and no number there is one's own.
func isComparison(label string) bool {
	words := strings.Fields(quarry.SlugWith(label, ' '))
	return slices.ContainsFunc(words, func(word string) bool {
		switch word {
		case "improvement", "improvements", "advantage", "advantages", "speedup", "vs", "versus", "gain", "gains",
			"difference", "differences", "ratio", "than", "relative", "compared", "comparison", "comparisons":
			return true
		}
		return false
	})
}

// multiplier is the unit of "2.25x" and "5 times".
const multiplier = "x"

// isRelative reports whether a number says how much more or less than something
// else: "2.25x", "20 % faster than the H100".
func isRelative(quantity quarry.Quantity, words string) bool {
	return quantity.Unit == multiplier || slices.Contains(strings.Fields(quarry.SlugWith(words, ' ')), "than")
}

// beforeComparison cuts off what a number is compared with: of "8 TB/s vs 3.35
// TB/s (H100)" the first is nothing that the H100 has.
func beforeComparison(words string) string {
	start := 0
	for start < len(words) {
		length := strings.IndexAny(words[start:], " (,")
		if length < 0 {
			length = len(words) - start
		}
		switch strings.ToLower(strings.Trim(words[start:start+length], ".:;")) {
		case "vs", "versus", "compared", "against", "relative":
			return strings.TrimRight(words[:start], " (,")
		}
		start += length + 1
	}
	return words
}
