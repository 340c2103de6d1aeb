package condition

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/quantity"
	"github.com/quarrykb/quarry/internal/text"
)

// asked is a claim whose words are being read.
type asked struct {
	Claim

	reader     *Reader
	kind       quarry.QuantityKind // of its number
	name       string              // of its attribute, in lower-case words, with a space before each
	near       int                 // how many of its texts are its own; the titles follow
	conditions quarry.Conditions
	label      *statement           // what its labels say
	settled    map[quarry.Axis]bool // axes of which a nearer text says something, be it two things
}

// longestText is how much of a text, in bytes, is read for conditions.
const longestText = 1000

// mostAround is how many titles, the nearest, are.
const mostAround = 8

// Read returns the conditions of a claim: one set for each number format that it
// is stated for alike ("FP16/BF16: 1,979 TFLOPS" has two), at least one. Its words are
// read the nearest first. What they do not state stays unstated, and so does an axis
// of which the nearest that speaks of it states two things: "per link per GPU" is a
// matter for a person.
func (s *Session) Read(c Claim) []quarry.Conditions {
	unit, _ := s.reader.lexicon.FindUnit(c.Quantity.Unit)
	kinds := append([]quarry.QuantityKind{unit.Kind, c.Attribute.Kind}, c.Attribute.Kinds...)
	near := []string{c.Words.Own, c.Words.Notes, c.Words.Label}
	if strings.HasPrefix(c.Words.Own, "/") { // "900 GB/s/GPU"
		near[0] = "per " + c.Words.Own[1:]
	}
	a := &asked{
		Claim: c, reader: s.reader, kind: cmp.Or(kinds...), name: " " + text.SlugWith(c.Attribute.Name, ' '),
		near: len(near), label: s.statement(text.Clip(c.Words.Label, longestText)), conditions: quarry.NewConditions(), settled: map[quarry.Axis]bool{},
	}
	var said []*statement
	for i, one := range slices.Concat(near, c.Words.Around[:min(len(c.Words.Around), mostAround)]) {
		said = append(said, s.statement(text.Clip(one, longestText)))
		a.take(said[i], i >= a.near)
	}
	titles := said[a.near:]
	for _, one := range c.Words.Over[:min(len(c.Words.Over), mostAround)] {
		titles = append(titles, s.statement(text.Clip(one, longestText)))
	}
	a.takePart(titles)
	a.takeCurrency(unit)
	return a.inFormats(a.precisions(said))
}

// inFormats returns the conditions once for each number format.
func (a *asked) inFormats(formats []string) []quarry.Conditions {
	if len(formats) == 0 {
		return []quarry.Conditions{a.conditions}
	}
	all := make([]quarry.Conditions, len(formats))
	for i, format := range formats {
		all[i] = maps.Clone(a.conditions)
		all[i][quarry.AxisPrecision] = format
	}
	return all
}

// take lets a text state the axes that no nearer one speaks of. What stands in the
// attribute's own name states nothing: a boost clock is no clock at boost clock.
func (a *asked) take(s *statement, far bool) {
	stated := map[quarry.Axis][]string{}
	for i := range s.sayings {
		one := &s.sayings[i]
		value := one.value
		switch {
		case one.axis == quarry.AxisPrecision, a.settled[one.axis]:
			continue
		case strings.Contains(a.name, one.phrase):
			value = ""
		case !a.isOf(one, s, far):
			if !far && one.axis == quarry.AxisBasis && !a.reader.cues["limit_max"].Has(strings.TrimPrefix(one.phrase, " ")) {
				a.conditions[quarry.AxisVariant] = strings.TrimSpace(one.phrase) // "effective pixels" are others than all
			}
			continue
		}
		if !slices.Contains(stated[one.axis], value) {
			stated[one.axis] = append(stated[one.axis], value)
		}
	}
	for axis, values := range stated {
		a.settled[axis] = true
		values = slices.DeleteFunc(values, func(v string) bool { return v == "" })
		if len(values) == 1 {
			a.conditions[axis] = values[0]
		}
	}
}

// isOf reports whether a condition is one of the claim: engines compute, and what is
// counted or laid out is neither reckoned nor measured.
func (a *asked) isOf(one *saying, s *statement, far bool) bool {
	switch {
	case far && !a.isToldFromAfar(one):
		return false
	case one.axis == quarry.AxisEngine:
		return quantity.IsArithmetic(a.kind)
	case one.axis == axisCurrency:
		return quantity.IsMoney(a.kind)
	case one.axis == axisLimit:
		return a.isLimit(one, s)
	case one.axis == quarry.AxisBasis && isLaidOut(a.kind):
		return false
	case one.axis == quarry.AxisBasis && a.reader.cues["limit_max"].Has(strings.TrimPrefix(one.phrase, " ")):
		return isReckoned(a.kind)
	}
	return true
}

// isLaidOut reports whether a kind is of what is counted, weighed or laid out.
func isLaidOut(kind quarry.QuantityKind) bool {
	return slices.Contains([]quarry.QuantityKind{quantity.Count, "pixels", "length", "mass"}, kind)
}

// isToldFromAfar reports whether a title may state a condition of all numbers below
// it, and this is a number that depends on it.
func (a *asked) isToldFromAfar(one *saying) bool {
	if one.quantity {
		return one.axis == axisAsOf
	}
	switch one.axis {
	case axisLimit, axisCount:
		return false
	case quarry.AxisSparsity:
		return one.alone && (a.kind == "" || quantity.IsArithmetic(a.kind))
	case quarry.AxisBasis, quarry.AxisDirection, axisAccess:
		return one.alone && !isOfMatter(a.kind)
	}
	return one.alone
}

// isLimit reports whether a word says that a number is a limit. "min" may be
// minutes, and the most of what is reckoned is its peak.
func (a *asked) isLimit(one *saying, s *statement) bool {
	switch {
	case a.Quantity.Qualifier != quarry.Exact: // it is written as one: "up to 230 N·m"
		return false
	case s == a.label && one.first > 0 && a.reader.cues["condition_leads"].Has(s.words[one.first-1].text): // "at max. speed"
		return false
	case one.value == most:
		return !isReckoned(a.kind)
	}
	leads := s == a.label && one.first+1 < len(s.words) && (one.first == 0 || strings.Contains(s.gap(one.first), ";")) && !strings.Contains(s.gap(one.first+1), "/")
	return s.words[one.first].text != least || leads || a.kind != "time" && s.gap(one.first) != "/"
}

// isReckoned reports whether the most of a kind is mostly a peak that is reckoned on
// paper: rates of all kinds, and the clocks that they come from.
func isReckoned(kind quarry.QuantityKind) bool {
	return quantity.IsArithmetic(kind) || kind == "frequency" || strings.HasSuffix(string(kind), "_rate")
}

// takeCurrency states the currency of a sum's unit ("usd") where the words state no
// other.
func (a *asked) takeCurrency(unit quantity.Unit) {
	if quantity.IsMoney(unit.Kind) && !a.settled[axisCurrency] {
		code, _, _ := strings.Cut(unit.Base, "/")
		a.conditions[axisCurrency] = strings.ToLower(code)
	}
}
