package fact

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry/internal/text"
)

// saysWhat reports whether a title says what something is, or whose, and not which: an
// attribute, a class of things, what is one of many, that there is nothing.
func (r *Reader) saysWhat(title string) bool {
	words := wordsOf(title)
	isGroup := func(word string) bool { return r.names().groups[word] || r.cues["generic_names"].Has(word) }
	return r.isAttribute(title) || r.cues["empty_cells"].Has(strings.ToLower(strings.Trim(title, " -–—.?"))) ||
		r.cues["property_titles"].Has(strings.TrimSuffix(strings.Join(words, " "), "s")) ||
		!slices.ContainsFunc(words, func(word string) bool { return !isGroup(word) }) ||
		r.is(firstOf(title), "before_codes") || r.has(title, "firms")
}

// firstOf returns the first word of a title in lower case, with the marks at it.
func firstOf(title string) string {
	first, _, _ := strings.Cut(strings.ToLower(title), " ")
	return first
}

// saysWhen reports whether a title is a time, "March 2024", or is called like what happens
// and who does it.
func (r *Reader) saysWhen(title string) bool {
	words := wordsOf(title)
	return r.isMoment(words) || r.is(words[0], occasions()...) || r.is(words[len(words)-1], occasions()...)
}

// isMoment reports whether words are those of a time: "Monday", "March 2024", "Q1 2023".
func (r *Reader) isMoment(words []string) bool {
	dated := false
	for _, word := range words {
		isQuarter := len(word) == 2 && word[0] == 'q' && text.IsDigit(word[1])
		switch {
		case r.cues["calendar"].Has(word):
			dated = true
		case !isNumber(word) && !isQuarter:
			return false
		}
	}
	return dated || len(words) > 1 && words[0][0] == 'q'
}

// saysHowMany reports whether a title says how many there are, "8 x H100", or leaves digits
// open, "RTX 20xx".
func (r *Reader) saysHowMany(title string) bool {
	if at := strings.Index(strings.ToLower(title), "xx"); at > 0 && text.IsDigit(title[at-1]) {
		return true
	}
	if at := strings.Index(title, "×"); at > 0 && r.isCount(title[at:]) {
		return true
	}
	behind := strings.TrimLeft(title, "0123456789")
	sign := behind[:len(behind)-len(strings.TrimLeft(behind, " x×"))]
	return behind != title && strings.ContainsAny(sign, "x×") && strings.Contains(sign, " ")
}

// isCount reports whether what stands behind a name says how many there are: "× 8".
func (r *Reader) isCount(behind string) bool {
	count := strings.TrimLeft(strings.TrimRight(behind, " )]"), "x× ")
	return count != "" && count != "1" && isNumber(count)
}

// compares reports whether a title says how one thing does beside another: "Ratio", "Relative
// to the X2", and not "Compression ratio".
func (r *Reader) compares(title string) bool {
	words, before := wordsOf(title), ""
	for i, word := range words {
		next := ""
		if i+1 < len(words) {
			next = words[i+1]
		}
		by := r.cues["compared_by"]
		isRatio := word == "ratio" && (len(words) == 1 || hasDigit(before) || by.Has(before) || slices.Contains(words, "to"))
		isRelative := word == "relative" && (next == "" || next == "to" || by.Has(next))
		named := word == "ratio" || word == "relative" // an engine's own ratio, a relative density
		if isRatio || isRelative || !named && r.cues["comparing"].Has(word) {
			return true
		}
		before = word
	}
	return false
}

// opensPhrase reports whether the first word of a title begins what is said, and no name:
// "How", "Cleaning the", "12".
func (r *Reader) opensPhrase(words []string) bool {
	first := strings.ToLower(words[0])
	return strings.HasSuffix(first, "ing") && slices.Contains(words, "the") || r.cues["openings_of_phrases"].Has(first) ||
		r.is(first, "titles") || strings.Trim(first, "0123456789.") == ""
}
