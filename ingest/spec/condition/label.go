package condition

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/quantity"
)

// OnlyStates reports whether words say nothing but conditions, number formats
// included ("peak", "dense, with sparsity", "per GPU", "Typ."), so that they are no
// name of an attribute or of a part. A "boost clock" is one.
func (r *Reader) OnlyStates(words string) bool {
	if len(words) > longestLabel {
		return false
	}
	s := r.statement(words, quantity.DecimalPoint)
	drop := r.dropped(s)
	for i, one := range s.words {
		if !drop[i] && !r.isFiller(one.text) {
			return false
		}
	}
	return slices.Contains(drop, true)
}

// longestLabel is the longest text, in bytes, that is read as a label.
const longestLabel = 200

// Without returns a label without the words that only state conditions, number
// formats included, and without the modifiers at its ends: "Peak FP16 Tensor
// throughput with sparsity" is "Tensor throughput". What remains names the
// attribute; "" if nothing does. A modifier says how a number is meant and not of
// what: "Total", "rated".
func (r *Reader) Without(label string) string {
	if len(label) > longestLabel {
		return label
	}
	s := r.statement(label, quantity.DecimalPoint)
	drop := r.dropped(s)
	goes := func(at int) bool {
		return drop[at] || r.cues["modifiers"].Has(s.words[at].text) || r.isFiller(s.words[at].text)
	}
	first, last := 0, len(drop)-1
	for ; first <= last && goes(first); first++ {
		drop[first] = true
	}
	for ; first <= last && goes(last); last-- {
		drop[last] = true
	}
	return r.without(s, drop)
}

// dropped tells which words of a label only state conditions. What names an attribute
// does not, but for a count beside a number format: "FP16, Matrix Cores" counts none.
func (r *Reader) dropped(s *statement) []bool {
	isFormat := func(one saying) bool { return one.axis == quarry.AxisPrecision }
	computes := slices.ContainsFunc(s.sayings, isFormat)
	names := func(a quarry.Attribute) bool { return a.Kind != quantity.Count || !computes }
	drop := make([]bool, len(s.words))
	for _, one := range s.sayings {
		if isName(one.axis) && slices.ContainsFunc(r.lexicon.FindAttributes(one.phrase), names) {
			continue
		}
		for at := one.from; at <= one.to; at++ {
			drop[at] = true
		}
	}
	return drop
}

// isName reports whether the phrases of an axis are names of attributes as well:
// "boost clock", "read speed", "Tensor Core".
func isName(axis quarry.Axis) bool {
	return axis == axisClock || axis == axisAccess || axis == quarry.AxisEngine || axis == axisBatch
}

// without returns the text without some of its words, and without the marks and
// brackets that are left of them.
func (r *Reader) without(s *statement, drop []bool) string {
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
	rest := strings.Trim(r.emptied.ReplaceAllString(kept.String(), " "), " ,;:/&-–—|*")
	return strings.Join(strings.Fields(rest), " ")
}
