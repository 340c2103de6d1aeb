package claim

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
)

// scope returns the words in which the nearest title above a place says of what
// the numbers below it are: "per SM" of "Per SM resources", "One SM" of "One SM
// (H100 example)"; "" where none does. Between them may stand the name of a thing,
// or a title that says no more than that numbers stand below it.
func (r *Reader) scope(place Place) string {
	for _, label := range slices.Backward(place.Labels) {
		words := r.scopeOf(label.Text)
		if words != "" && label.Far {
			continue
		}
		if words != "" || !r.leavesScope(label.Text) {
			return words
		}
	}
	for _, heading := range slices.Backward(place.Headings) {
		if words := r.scopeOf(heading); words != "" || !r.leavesScope(heading) {
			return words
		}
	}
	return ""
}

// leavesScope reports whether a title says nothing of what the numbers below it
// are, but for a thing's name.
func (r *Reader) leavesScope(title string) bool {
	words := textsOf(tokensOf(r.withoutNames(title)))
	return !slices.ContainsFunc(words, func(word string) bool { return !r.isOfSection(word) && !r.isSheetTitle(word) })
}

// scopeOf returns the words in which a title says of what its numbers are, where
// it says nothing else but what things they are told of.
func (r *Reader) scopeOf(title string) string {
	if len(title) > longestKey || !slices.ContainsFunc(tokensOf(title), r.beginsScope) || r.isComparison(title) {
		return ""
	}
	rest := title
	for _, device := range r.lexicon.DevicesIn(title) {
		rest = strings.Replace(rest, device.Written, " ", 1)
	}
	tokens := tokensOf(rest)
	said, ok := r.onlyPer(rest, tokens)
	if !ok {
		return ""
	}
	phrase := textsOf(tokens[said.first : said.last+1])
	for _, word := range slices.Concat(tokens[:said.first], tokens[said.last+1:]) {
		if !r.isOfSection(word.text) && !slices.Contains(phrase, word.text) {
			return ""
		}
	}
	return strings.Join(phrase, " ")
}

// onlyPer returns the one saying of a text that says of what a number is.
func (r *Reader) onlyPer(text string, tokens []token) (saying, bool) {
	var found []saying
	for _, one := range r.sayings(text, tokens, claimed{}) {
		if one.axis == quarry.AxisPer && one.value != "" {
			found = append(found, one)
		}
	}
	if len(found) != 1 {
		return saying{}, false
	}
	return found[0], true
}

// beginsScope reports whether a word is the first of one of the phrases that say
// of what a number is.
func (r *Reader) beginsScope(word token) bool {
	return slices.ContainsFunc(r.wordings[word.text], func(w wording) bool { return w.term.Axis == quarry.AxisPer })
}

// isOfSection reports whether a word of a title says no more than that numbers
// stand below it.
func (r *Reader) isOfSection(word string) bool {
	return r.cues["section_titles"].Has(word) || r.isFiller(word)
}

// withScope adds to words around a number of what it is by its titles, unless they
// say that themselves, or that it is of the whole.
func (r *Reader) withScope(words, scope string) string {
	if scope == "" || strings.Contains(words, " per ") || r.isOfAll(words) || slices.Contains(r.axesOf(words), quarry.AxisPer) {
		return words
	}
	return words + "; " + scope
}

// isOfAll reports whether words say that a number is of a whole thing: "Total
// registers", "of the full chip", "of the card".
func (r *Reader) isOfAll(words string) bool {
	before := ""
	for _, word := range tokensOf(words) {
		if r.cues["adjectives_of_wholes"].Has(word.text) || before == "the" && r.cues["whole_devices"].Has(word.text) {
			return true
		}
		before = word.text
	}
	return false
}
