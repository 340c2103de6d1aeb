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
	*Claim

	reader     *Reader
	kind       quarry.QuantityKind // of its number
	name       string              // of its attribute, in lower-case words, with a space before each
	conditions quarry.Conditions
	settled    map[quarry.Axis]bool // axes of which a nearer text says something, be it two things
}

// conditions reads a claim's words, the nearest first. What they do not state
// stays unstated, and so does an axis of which the nearest that speaks of it
// states two things: "per link per GPU" is a matter for a person.
func (s *Session) conditions(c *Claim) []quarry.Conditions {
	a := &asked{
		Claim: c, reader: s.reader, kind: cmp.Or(s.reader.kindOf(c.Quantity.Unit), c.Attribute.Kind), conditions: quarry.NewConditions(),
		name: " " + text.SlugWith(c.Attribute.Name, ' '), settled: make(map[quarry.Axis]bool),
	}
	label := c.Words.Label
	if !strings.Contains(label, c.Attribute.Written) {
		label += "; " + c.Attribute.Written
	}
	own := c.Words.Own
	if strings.HasPrefix(own, "/") { // "900 GB/s/GPU"
		own = "per " + own[1:]
	}
	near := []string{own, c.Words.Notes, label}
	said := make([]*statement, 0, len(near)+len(c.Words.Around))
	for i, one := range slices.Concat(near, c.Words.Around) {
		one = text.Clip(one, longestText)
		said = append(said, s.statement(c, one))
		a.take(said[i], i >= len(near))
		a.takeCrowd(one)
	}
	a.takeYear(said[0], said[2])
	a.takeCurrency()
	said[1], said[2] = said[2], said[1] // a note may speak of formats that a label is not of
	return a.inFormats(a.precisions(said, s.statement(c, c.Attribute.Written)))
}

// inFormats returns the conditions once for each number format.
func (a *asked) inFormats(formats []quarry.DeviceID) []quarry.Conditions {
	if len(formats) == 0 {
		return []quarry.Conditions{a.conditions}
	}
	all := make([]quarry.Conditions, len(formats))
	for i, format := range formats {
		all[i] = maps.Clone(a.conditions)
		all[i][quarry.AxisPrecision] = string(format)
	}
	return all
}

// take lets a text state the axes that no nearer one speaks of.
func (a *asked) take(s *statement, far bool) {
	stated := make(map[quarry.Axis][]string)
	for i := range s.sayings {
		one := &s.sayings[i]
		if value, ok := a.says(one, s, far); ok && !a.settled[one.axis] && !slices.Contains(stated[one.axis], value) {
			stated[one.axis] = append(stated[one.axis], value)
		}
	}
	if of := a.perUnknown(s); of != "" && !far && stated[quarry.AxisPer] == nil && !a.settled[quarry.AxisPer] {
		stated[quarry.AxisPer] = []string{of}
	}
	for axis, values := range stated {
		a.settled[axis] = true
		values = slices.DeleteFunc(values, func(v string) bool { return v == "" })
		if len(values) == 1 {
			a.conditions[axis] = values[0]
		}
	}
}

// says returns what a text states on an axis of the claim; "" where it takes it back,
// or where it stands in the attribute's own name: a boost clock is no clock at boost
// clock.
func (a *asked) says(one *saying, s *statement, far bool) (string, bool) {
	switch {
	case one.axis == quarry.AxisPrecision:
		return "", false
	case strings.Contains(a.name, one.phrase):
		return "", true
	}
	return one.value, a.isOf(one, s, far)
}

// set states an axis of which nothing is said otherwise.
func (a *asked) set(axis quarry.Axis, value string) {
	if value != "" && !a.settled[axis] {
		a.settled[axis] = true
		a.conditions[axis] = value
	}
}

// isOf reports whether a condition is one of the claim. Its own number is none.
func (a *asked) isOf(one *saying, s *statement, far bool) bool {
	switch {
	case one.quantity != "" && one.quantity == a.Quantity.Text, far && !a.isToldFromAfar(one):
		return false
	case one.axis == axisEngine:
		return a.Attribute.Kind != quantity.Count && !measuresOnly(a.Attribute.Attribute, isOfMatter)
	case one.axis == axisCurrency:
		return isMoney(a.kind)
	case one.axis == axisLimit:
		return a.isLimit(one, s)
	case one.axis == quarry.AxisBasis && one.value == peak:
		return a.isReckoned() || !a.reader.cues["limit_max"].Has(strings.TrimPrefix(one.phrase, " "))
	}
	return true
}

// isToldFromAfar reports whether a title may state a condition of all numbers below
// it, and this is a number that depends on it.
func (a *asked) isToldFromAfar(one *saying) bool {
	switch dated := one.quantity != "" && one.axis == axisAsOf; {
	case dated:
		return true
	case !one.alone, one.quantity != "":
		return false
	}
	switch one.axis {
	case axisLimit, axisCount:
		return false
	case quarry.AxisSparsity:
		return !isOfUse(a.kind) && a.kind != quantity.Count
	case quarry.AxisBasis:
		return a.kind == "frequency" || !isOfMatter(a.kind)
	case quarry.AxisDirection, axisAccess:
		return a.kind == "" || isOfData(a.kind)
	}
	return true
}

// isLimit reports whether a word says that a number is a limit. "min" may be
// minutes, and the most of what is reckoned is its peak.
func (a *asked) isLimit(one *saying, s *statement) bool {
	switch {
	case a.Quantity.Qualifier != quarry.Exact, one.value == most && a.isReckoned():
		return false
	case s.words[one.first].text != least:
		return true
	}
	gap := s.gap(one.first)
	besideAnother := slices.ContainsFunc(s.sayings, func(o saying) bool { return o.axis == axisLimit && o.last == one.first-1 })
	isUnit := gap == "/" && !besideAnother || a.kind == "" && strings.ContainsAny(gap, "([")
	return a.kind != "time" && !isUnit
}

// isReckoned reports whether the most of what is measured is its peak on paper.
func (a *asked) isReckoned() bool {
	return isReckoned(a.kind) || a.kind == "" && measuresOnly(a.Attribute.Attribute, isReckoned)
}

// takeYear lets a year state when a number held that is all that stands beside it,
// or the last word of its labels and no part of what it is.
func (a *asked) takeYear(own, label *statement) {
	if len(own.words) == 1 && isYear(own.words[0].text) {
		a.set(axisAsOf, own.words[0].text)
	}
	if last := len(label.words) - 1; last > 0 && isYear(label.words[last].text) {
		if year := label.words[last].text; !strings.Contains(a.Attribute.Written+a.Attribute.Name, year) {
			a.set(axisAsOf, year)
		}
	}
}

// takeCurrency states the currency that a sum is in, as conditions have it ("usd").
func (a *asked) takeCurrency() {
	if kind := a.Attribute.Kind; a.Quantity.Unit == "" || kind != "" && !isMoney(kind) {
		return
	}
	if unit, ok := a.reader.lexicon.FindUnit(a.Quantity.Unit); ok && isMoney(unit.Kind) {
		code, _, _ := strings.Cut(unit.Base, "/")
		a.set(axisCurrency, strings.ToLower(code))
	}
}

func (r *Reader) kindOf(unit string) quarry.QuantityKind {
	if unit == "" {
		return ""
	}
	known, _ := r.lexicon.FindUnit(unit)
	return known.Kind
}
