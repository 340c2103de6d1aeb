package claim

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/quantity"
	"github.com/quarrykb/quarry/internal/text"
)

// longestUnknownUnit is the most bytes of a unit that is not known.
const longestUnknownUnit = 20

// The marks that join units, and those that stand at the ends of one.
const (
	unitJoints = "/·⋅"
	unitPowers = "0123456789²³⁻⁰¹)^-"
)

// unknownUnit returns the unit that the bracket behind a title states, as it is
// written, where it is made of units though the whole is none that the lexicon has:
// "Slew rate (V/µs)", "Noise (nV/√Hz)". Two units of one kind, "Weight (kg/lb)", are
// two ways to say it, and single letters are no units for sure.
func (r *Reader) unknownUnit(title string) string {
	inside := bracketed(title)
	if len(inside) != 1 || len(r.unitsInside(inside[0])) > 0 || !strings.HasSuffix(title, inside[0]+")") && !strings.HasSuffix(title, inside[0]+"]") {
		return ""
	}
	whole := inside[0]
	if len(whole) > longestUnknownUnit || !strings.ContainsAny(whole, unitJoints) || strings.ContainsAny(withoutBrackets(title), "/&") {
		return ""
	}
	kinds, short := map[quarry.QuantityKind]bool{}, !strings.ContainsAny(whole, "√²³⁻")
	for part := range strings.FieldsFuncSeq(whole, func(c rune) bool { return strings.ContainsRune(unitJoints, c) }) {
		part = strings.TrimRight(strings.TrimLeft(part, "√("), unitPowers)
		unit, known := r.prefixed(part)
		if !known || isThing(unit) || kinds[unit.Kind] {
			return ""
		}
		kinds[unit.Kind] = true
		short = short && utf8.RuneCountInString(part) == 1
	}
	if short || len(kinds) < 2 {
		return ""
	}
	return whole
}

// prefixed returns the unit that a text is, or that it is a multiple or a part of.
func (r *Reader) prefixed(text string) (quantity.Unit, bool) {
	if unit, ok := r.lexicon.FindUnit(text); ok {
		return unit, true
	}
	first, size := utf8.DecodeRuneInString(text)
	if len(text) == size || !strings.ContainsRune("pnµμumkMGT", first) {
		return quantity.Unit{}, false
	}
	return r.lexicon.FindUnit(text[size:])
}

// longestUnknownWord is the most bytes of a word that may be a unit which is not known.
const longestUnknownWord = 8

// takeUnknown gives a number of unknown meaning the word behind it as its
// unit, where all numbers of its title have that word and one of them is no whole
// number, so that they are measured and not counted: "3.1 sone". It returns what else
// the cell says.
func (t *table) takeUnknown(q *quarry.Quantity, rest string, v *value) string {
	if q.Unit != "" || rest == "" || len(rest) > longestUnknownWord || len(v.title.attributes) > 0 || len(v.title.units) > 0 || !isUnitLike(rest) {
		return rest
	}
	if t.reader.isStating(rest) || t.reader.isAdjective(rest) || t.reader.isFiller(rest) || t.reader.isEdition(rest) || t.reader.cues[figureWords].Has(rest) ||
		len(t.reader.lexicon.DevicesIn(rest)) > 0 || !t.measuredIn(rest, v.title) {
		return rest
	}
	q.Text, q.Unit = q.Text+" "+rest, rest
	return ""
}

// isUnitLike reports whether a text is one word of small letters that is no plural.
func isUnitLike(text string) bool {
	return !strings.HasSuffix(text, "s") && !strings.ContainsFunc(text, func(c rune) bool { return c < 'a' || c > 'z' })
}

// takeUnknown gives the only number of a line with a key the sign behind it as its
// unit, which is not known: "12 cSt". It returns what else the line says there.
func (l *line) takeUnknown(n *number) string {
	rest := strings.TrimSpace(nearWords(l.said.text[n.end:]))
	if l.Key == "" || n.Unit != "" || len(l.said.numbers) > 1 || !isUnitShaped(rest) {
		return rest
	}
	n.end += strings.Index(l.said.text[n.end:], rest) + len(rest)
	n.Text, n.Unit = l.said.text[n.start:n.end], rest
	return ""
}

// isUnitShaped reports whether a text is written as signs of units are and words are
// not, with a capital behind a small letter: "cSt", "dBi".
func isUnitShaped(written string) bool {
	if written == "" || len(written) > longestUnitWord || !text.IsLower(written[0]) {
		return false
	}
	capital := false
	for i := range len(written) {
		if !text.IsLower(written[i]) && !text.IsUpper(written[i]) {
			return false
		}
		capital = capital || text.IsUpper(written[i])
	}
	return capital
}

// measuredIn reports whether a word stands behind all the numbers below a title, of
// which there are several, and one with decimals.
func (t *table) measuredIn(word string, title *label) bool {
	column := slices.IndexFunc(t.heads, func(h head) bool { return h.label == title })
	count, decimals := 0, false
	for _, row := range t.sample() {
		cell := strings.TrimSpace(cellAt(row, column).Text)
		if t.reader.isNothing(cell) {
			continue
		}
		number, ok := strings.CutSuffix(cell, " "+word)
		if !ok || !isNumeral(number) {
			return false
		}
		count++
		decimals = decimals || strings.ContainsAny(number, ".,")
	}
	return count > 1 && decimals
}
