package claim

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/text"
)

// isComparison reports whether a label compares instead of describing: what
// stands under it is said of two things, and no number there is one's own.
func (r *Reader) isComparison(label string) bool { return r.compares(text.SlugWith(label, ' ')) }

// compares reports whether one of some words in lower case compares.
func (r *Reader) compares(slug string) bool {
	before := ""
	words := slices.AppendSeq(make([]string, 0, mostNameWords), strings.SplitSeq(slug, " "))
	for i, word := range words {
		last := i+1 == len(words)
		switch {
		case word == "ratio": // a compression ratio is an engine's own
			if len(words) == 1 || strings.ContainsAny(before, "0123456789") || r.cues[comparedByWords].Has(before) || slices.Contains(words, "to") {
				return true
			}
		case word == "relative": // and so is a relative density
			if last || words[i+1] == "to" || r.cues[comparedByWords].Has(words[i+1]) {
				return true
			}
		case r.cues[comparingWords].Has(word):
			return true
		}
		before = word
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
// difference of two: "by 5 ms", "50 % reduction", "12 W above normal", and not "3,000 m
// above sea level".
func (r *Reader) isDifference(before, behind string) bool {
	last := tokensOf(before[max(0, len(before)-widestLead):])
	if n := len(last); n > 0 && r.cues[differenceLeads].Has(last[n-1].text) {
		return true
	}
	next := tokensOf(behind)
	if len(next) > 1 && r.cues[levelLeads].Has(next[0].text) && r.cues[usualLevels].Has(next[1].text) {
		return true
	}
	return slices.ContainsFunc(next[:min(len(next), mostComparing)], func(word token) bool { return r.cues[differenceTails].Has(word.text) })
}

// tellsChange reports whether words tell of something that happened, and not of
// how a thing is made: "raised memory limit", "Saved power", "Memory leaked".
func (r *Reader) tellsChange(words []token) bool {
	if n := len(words); n > 1 && words[n-1].text == "leaked" {
		return true
	}
	return slices.ContainsFunc(words, func(word token) bool { return r.cues[changeWords].Has(word.text) })
}

// isOfPieces reports whether a text ends with how many pieces there are of what
// follows: "5 stacks of".
func (r *Reader) isOfPieces(before string) bool {
	words := tokensOf(before[max(0, len(before)-widestLead):])
	n := len(words)
	return n > 2 && r.cues[ofWords].Has(words[n-1].text) && r.isPlural(words[n-2].text) && isNumeric(words[n-3].text)
}

// leadsPieces reports whether what stands behind a count says how much each of the
// pieces is: "of 16 GB" behind "5 stacks".
func leadsPieces(behind string) bool {
	each, ok := strings.CutPrefix(behind, "of ")
	return ok && startsNumber(each)
}
