package condition

import (
	"regexp"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/quantity"
)

// OnlyStates reports whether words say nothing but conditions, number formats
// included ("peak", "dense, with sparsity", "per GPU", "Typ."), so that they are no
// name of an attribute or of a part. A "boost clock" is one.
func (r *Reader) OnlyStates(words string) bool {
	return len(words) <= longestLabel && r.onlyStates(r.statement(words, quantity.DecimalPoint))
}

// longestLabel is the longest text, in bytes, that is read as a label.
const longestLabel = 200

func (r *Reader) onlyStates(s *statement) bool {
	drop := r.dropped(s)
	states := false
	for i, one := range s.words {
		if !drop[i] && !r.isFiller(one.text) {
			return false
		}
		states = states || drop[i]
	}
	return states
}

// Without returns a label without the words that only state conditions, number
// formats included, and without the modifiers at its ends: "Peak FP16 Tensor
// throughput with sparsity" is "Tensor throughput". What remains names the
// attribute; "" if nothing does.
func (r *Reader) Without(label string) string {
	if len(label) > longestLabel {
		return label
	}
	s := r.statement(label, quantity.DecimalPoint)
	if r.onlyStates(s) {
		return ""
	}
	isFormat := func(one *saying) bool { return one.axis == quarry.AxisPrecision }
	if bare := s.without(s.wordsOf(isFormat), r.emptied); r.names(bare, s) { // "Threads per SM" are no threads
		return bare
	}
	drop := r.dropped(s)
	for {
		rest := s.without(drop, r.emptied)
		at := r.modifierOf(s, drop)
		if at < 0 || r.names(rest, s) {
			return rest
		}
		drop[at] = true
	}
}

// modifierOf returns the word at an end of what is left of a label that says how a
// number is meant, and not of what; -1 where none does.
func (r *Reader) modifierOf(s *statement, drop []bool) int {
	first, last := 0, len(drop)-1
	for first <= last && drop[first] {
		first++
	}
	for first <= last && drop[last] {
		last--
	}
	switch {
	case first > last:
		return -1
	case r.modifies(s.words[first].text):
		return first
	case r.modifies(s.words[last].text):
		return last
	}
	return -1
}

// modifies reports whether a word at an end of a label says how a number is meant
// and not of what: "Total", "rated".
func (r *Reader) modifies(word string) bool {
	return r.cues["modifiers"].Has(word) || r.isFiller(word)
}

// names reports whether a label names an attribute that numbers of such a label can
// be of: with a number format, none is a count.
func (r *Reader) names(label string, s *statement) bool {
	isFormat := func(one saying) bool { return one.axis == quarry.AxisPrecision }
	return slices.ContainsFunc(r.lexicon.FindAttributes(label), func(a quarry.Attribute) bool {
		return a.Kind != quantity.Count || !slices.ContainsFunc(s.sayings, isFormat)
	})
}

// dropped tells which words of a label only state conditions.
func (r *Reader) dropped(s *statement) []bool {
	return s.wordsOf(func(one *saying) bool { return !isName(one.axis) || !r.names(one.phrase, s) })
}

// wordsOf tells which words belong to some of what a text states.
func (s *statement) wordsOf(some func(*saying) bool) []bool {
	of := make([]bool, len(s.words))
	for i := range s.sayings {
		for at := s.sayings[i].from; at <= s.sayings[i].to && some(&s.sayings[i]); at++ {
			of[at] = true
		}
	}
	return of
}

// isName reports whether the phrases of an axis are names of attributes as well:
// "boost clock", "read speed", "Tensor Core".
func isName(axis quarry.Axis) bool {
	return axis == axisClock || axis == axisAccess || axis == axisEngine || axis == axisBatch
}

// without returns the text without some of its words, and without the marks and
// brackets that are left of them.
func (s *statement) without(drop []bool, emptied *regexp.Regexp) string {
	var kept strings.Builder
	at := 0
	for i, one := range s.words {
		if !drop[i] {
			continue
		}
		if i == 0 || !drop[i-1] {
			kept.WriteString(s.text[at:one.start])
		}
		at = one.end
		if strings.HasPrefix(s.text[at:], ".") { // "typ."
			at++
		}
	}
	kept.WriteString(s.text[at:])
	rest := strings.Trim(emptied.ReplaceAllString(kept.String(), " "), " ,;:/&-–—|*")
	return strings.Join(strings.Fields(rest), " ")
}
