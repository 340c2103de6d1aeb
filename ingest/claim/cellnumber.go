package claim

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/text"
)

// number reads the one quantity of a cell, and what else the cell says.
func (t *table) number(v *value) (quarry.Quantity, string, bool) {
	text := strings.TrimSpace(strings.ReplaceAll(v.cell.Text, "`", ""))
	if t.spaced && isSpaced(text) {
		quantity, ok := t.reader.lexicon.ReadGrouped(t.place.Numbers, text)
		return quantity, "", ok
	}
	quantity, ok := t.spacedSum(text, v)
	at := 0
	if !ok {
		quantity, at, ok = t.quantityIn(text, v)
	}
	if !ok {
		return quarry.Quantity{}, "", false
	}
	behind := text[at+len(quantity.Text):]
	if quantity.Unit == "" && behind != "" {
		behind = t.unitInCell(&quantity, text[at:], v)
	}
	if at == 0 && behind == "" {
		return quantity, "", !t.reader.isDelta(quantity)
	}
	if t.another(behind, quantity) || t.reader.refuses(text[:at], behind, quantity, v.device.Class) {
		return quarry.Quantity{}, "", false
	}
	return quantity, strings.TrimSpace(text[:at] + " " + behind), true
}

// span reads two numbers with a dash that may be years where nothing states a
// unit: "1500–2000" under "Speed (rpm)" is a range.
func (t *table) span(text string, v *value) (quarry.Quantity, bool) {
	units := append(v.units(), v.unitsAround()...)
	if !isSpan(text) || !sure(units) {
		return quarry.Quantity{}, false
	}
	stated := units[slices.IndexFunc(units, func(h hint) bool { return !h.weak })].unit
	quantity, ok := t.reader.lexicon.ReadQuantityIn(t.place.Numbers, text+" "+stated.Symbol)
	if !ok || quantity.Qualifier != quarry.Range {
		return quarry.Quantity{}, false
	}
	quantity.Text, quantity.Unit = text, ""
	return quantity, true
}

// quantityIn finds the quantity that a cell begins with, or names behind words, and
// where it begins.
func (t *table) quantityIn(text string, v *value) (quarry.Quantity, int, bool) {
	quantity, ok := t.reader.lexicon.ReadQuantityIn(t.place.Numbers, text)
	at := 0
	if !ok {
		quantity, ok = t.span(text, v)
	}
	if !ok {
		quantity, ok = t.withDecimalComma(text, v)
	}
	if !ok {
		quantity, at, ok = t.inside(text, v.attributes)
	}
	return quantity, at, ok && strings.HasPrefix(text[at:], quantity.Text)
}

// unitInCell reads what stands for a unit in a cell alone: the mark of inches, and
// the octets of an attribute that is measured in bytes. It returns what stands
// behind the unit.
func (t *table) unitInCell(q *quarry.Quantity, text string, v *value) string {
	behind := text[len(q.Text):]
	if rest, ok := inchMark(behind); ok {
		if inch, known := t.reader.lexicon.FindUnit("inch"); known {
			q.Text, q.Unit = text[:len(text)-len(rest)], inch.Symbol
			return rest
		}
	}
	if octets := strings.TrimLeft(behind, " \u00a0"); len(octets) < 2 || octets[1] != 'o' {
		return behind
	}
	for _, attribute := range v.attributes {
		whole, at, ok := t.reader.lexicon.FindQuantity(t.place.Numbers, text, attribute.Kind)
		if ok && at == 0 && strings.HasPrefix(text, whole.Text) {
			*q = whole
			return text[len(whole.Text):]
		}
	}
	return behind
}

// inchMark cuts the mark of inches off what stands behind a number.
func inchMark(behind string) (string, bool) {
	for _, mark := range []string{`"`, "”", "''"} {
		rest, marked := strings.CutPrefix(behind, mark)
		if marked && (rest == "" || rest[0] == ' ' || rest[0] == ',') && !strings.Contains(rest, mark) {
			return rest, true
		}
	}
	return "", false
}

// inside looks for a quantity of an attribute's kind behind words that name
// what it is of: "HBM3e up to 192GB", "TSMC 4nm".
func (t *table) inside(text string, attributes []quarry.Attribute) (quarry.Quantity, int, bool) {
	if text == "" || strings.Contains("0123456789~<>±$-", text[:1]) || strings.Contains(text, ":") {
		return quarry.Quantity{}, 0, false
	}
	for _, attribute := range attributes {
		for _, kind := range kindsOf(attribute) {
			if kind == kindOfCounts {
				continue
			}
			if quantity, at, ok := t.reader.lexicon.FindQuantity(t.place.Numbers, text, kind); ok {
				return quantity, at, true
			}
		}
	}
	return quarry.Quantity{}, 0, false
}

// kindsOf returns what the values of an attribute measure.
func kindsOf(attribute quarry.Attribute) []quarry.QuantityKind {
	if attribute.Kind != "" {
		return []quarry.QuantityKind{attribute.Kind}
	}
	return attribute.Kinds
}

// measured reports whether one of some attributes is known to have values of
// the unit's kind.
func (t *table) measured(attributes []quarry.Attribute, unit string) bool {
	kind := t.reader.kindOf(unit)
	return kind != "" && slices.ContainsFunc(attributes, func(a quarry.Attribute) bool {
		return slices.Contains(kindsOf(a), kind)
	})
}

// isSpaced reports whether all of a text is digits in groups of three with
// spaces between them: "16 896".
func isSpaced(text string) bool {
	groups := strings.Split(text, " ")
	for i, group := range groups {
		if strings.Trim(group, "0123456789") != "" || len(group) > 3 || group == "" || i > 0 && len(group) != 3 {
			return false
		}
	}
	return len(groups) > 1
}

// partsThousands reports whether a table plainly parts thousands with spaces:
// several of its cells do, most of them behind one digit or two, and no cell
// writes so large a number without one. Otherwise "256 512" is two numbers.
func (t *table) partsThousands() bool {
	spaced, short := 0, 0
	for _, row := range t.sample() {
		for _, cell := range row[:min(len(row), mostSampled)] {
			text := strings.TrimSpace(cell.Text)
			switch {
			case isSpaced(text):
				spaced++
				if strings.IndexByte(text, ' ') < 3 {
					short++
				}
			case len(text) > 4 && strings.Trim(text, "0123456789") == "":
				return false
			}
		}
	}
	return spaced > 1 && 2*short > spaced
}

// another reports whether a second number of the same standing is in a cell:
// "1755 CUDA 1620 TC", "266 (532)". Which of them is meant is not clear. In
// brackets the same may be said once more, "(2.0 TB/s)", or when it holds.
func (t *table) another(behind string, first quarry.Quantity) bool {
	kind := t.reader.kindOf(first.Unit)
	depth := 0
	for i := range len(behind) {
		switch c := behind[i]; {
		case c == '(' || c == '[':
			depth++
		case c == ')' || c == ']':
			depth--
		case !text.IsDigit(c) || i > 0 && goesInto(behind[i-1]):
		case t.rivals(behind, i, place{depth, kind}):
			return true
		}
	}
	return false
}

// place is where a further number stands: in how many brackets, behind a number
// of which kind.
type place struct {
	depth int
	kind  quarry.QuantityKind
}

// rivals reports whether the number at an offset is of the same standing as the
// one before it.
func (t *table) rivals(text string, at int, p place) bool {
	second, ok := t.reader.lexicon.ReadQuantityIn(t.place.Numbers, untilBracket(text[at:]))
	switch {
	case !ok:
		return false
	case second.Unit == "":
		return p.depth == 0 || alone(text, at, second)
	}
	return p.depth == 0 && t.reader.kindOf(second.Unit) == p.kind
}

// goesInto reports whether a digit behind a character belongs to the same word.
func goesInto(c byte) bool {
	return text.IsDigit(c) || text.IsLetter(c) || c == '.' || c == ',' || c >= 0x80
}

// untilBracket cuts a text off where a bracket closes.
func untilBracket(text string) string {
	if end := strings.IndexAny(text, ")]"); end >= 0 {
		return text[:end]
	}
	return text
}

// alone reports whether a bare number is all that stands in brackets.
func alone(text string, at int, number quarry.Quantity) bool {
	end := at + len(number.Text)
	return at > 0 && text[at-1] == '(' && end < len(text) && text[end] == ')' && len(number.Text) > 1
}
