package claim

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/text"
)

// isComparison reports whether a label compares instead of describing: what
// stands under it is said of two things, and no number there is one's own.
func isComparison(label string) bool { return compares(text.SlugWith(label, ' ')) }

// compares reports whether one of some words in lower case compares.
func compares(slug string) bool {
	before := ""
	words := slices.AppendSeq(make([]string, 0, mostNameWords), strings.SplitSeq(slug, " "))
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
	return quantity.Unit == multiplier || slices.Contains(strings.Fields(text.SlugWith(words, ' ')), "than")
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
		case "by", "down", "additional", "extra", "another", "saves", "saving", "adds", "adding", "increases", "reduces":
			return true
		}
	}
	next := tokensOf(behind)
	if len(next) > 1 && isLevel(next[0].text) && isUsual(next[1].text) {
		return true
	}
	for _, word := range next[:min(len(next), mostComparing)] {
		switch word.text {
		case "more", "less", "fewer", "faster", "slower", "higher", "lower", "better", "worse", "reduction", "improvement", "increase",
			"decrease", "speedup", "gain", "savings", "saved", "lost", "larger", "smaller", "cheaper", "speed-up":
			return true
		}
	}
	return false
}

// isLevel reports whether a word leads in what a difference is measured from.
func isLevel(word string) bool {
	return word == "above" || word == "below" || word == "over" || word == "under" || word == "beyond"
}

// isUsual reports whether a word is what things are above or below of: "12 W above
// normal", and not "3,000 m above sea level".
func isUsual(word string) bool {
	switch word {
	case "normal", "average", "usual", "nominal", "spec", "baseline", "expected", "expectation", "budget", "idle", "target", "plan", "last", "before":
		return true
	}
	return false
}

// tellsChange reports whether words tell of something that happened, and not of
// how a thing is made: "raised memory limit", "Saved power", "Memory leaked".
func tellsChange(words []token) bool {
	if n := len(words); n > 1 && words[n-1].text == "leaked" {
		return true
	}
	return slices.ContainsFunc(words, func(word token) bool {
		switch word.text {
		case "saved", "raised", "dropped", "lowered", "increased", "decreased", "gained", "lost", "freed", "wasted", "rose", "fell",
			"grew", "shrank", "exceeded", "changed":
			return true
		}
		return false
	})
}

// isOfPieces reports whether a text ends with how many pieces there are of what
// follows: "5 stacks of".
func isOfPieces(before string) bool {
	words := tokensOf(before[max(0, len(before)-widestLead):])
	n := len(words)
	return n > 2 && words[n-1].text == "of" && isPlural(words[n-2].text) && isNumeric(words[n-3].text)
}

// leadsPieces reports whether what stands behind a count says how much each of the
// pieces is: "of 16 GB" behind "5 stacks".
func leadsPieces(behind string) bool {
	each, ok := strings.CutPrefix(behind, "of ")
	return ok && startsNumber(each)
}
