package claim

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/quantity"
	"github.com/quarrykb/quarry/internal/text"
)

// kindOfAngles is the kind of degrees and of parts of them.
const kindOfAngles = "angle"

// toldFromAngle takes the marks of feet and inches for those of minutes and seconds
// where the other numbers of the same title are angles. If nothing but the table has
// such angles, the mark is clear for lengths only, and it reports false otherwise.
func (t *table) toldFromAngle(q *quarry.Quantity, v *value) bool {
	unit, marked := t.reader.arcOf(q)
	switch {
	case !marked:
		return true
	case t.isAngle(v.title):
		q.Unit = unit.Symbol
		return unit.Symbol != ""
	}
	if q.Unit == foot {
		return !t.under("").angle
	}
	return !t.under("").marks || slices.ContainsFunc(v.title.attributes, func(a quarry.Attribute) bool { return slices.Contains(kindsOf(a), "length") })
}

// foot is the unit whose mark is that of minutes of arc too.
const foot = "ft"

// arcOf returns the part of a degree whose mark stands behind a number that was read
// in feet or inches; a lexicon need not have it. It reports whether a mark does.
func (r *Reader) arcOf(q *quarry.Quantity) (quantity.Unit, bool) {
	var name string
	switch {
	case q.Unit == foot && strings.HasSuffix(q.Text, "′"):
		name = "arcmin"
	case q.Unit == "inch" && (strings.HasSuffix(q.Text, "″") || strings.HasSuffix(q.Text, `"`) || strings.HasSuffix(q.Text, "”")):
		name = "arcsec"
	default:
		return quantity.Unit{}, false
	}
	unit, _ := r.lexicon.FindUnitOf(kindOfAngles, name)
	return unit, true
}

// isAngle reports whether numbers under a title are angles.
func (t *table) isAngle(title *label) bool {
	return t.under(title.text).angle || slices.ContainsFunc(title.attributes, isOfAngles) ||
		slices.ContainsFunc(title.units, func(h hint) bool { return h.unit.Kind == kindOfAngles })
}

func isOfAngles(a quarry.Attribute) bool { return a.Kind == kindOfAngles }

// hasDegrees reports whether a cell is an angle in degrees, which no letter turns
// into a temperature.
func hasDegrees(text string) bool {
	before, behind, degrees := strings.Cut(text, "°")
	if !degrees || !endsNumber(strings.TrimRight(before, " \u00a0")) {
		return false
	}
	next, _ := utf8.DecodeRuneInString(strings.TrimLeft(behind, " \u00a0"))
	return !unicode.IsLetter(next) || next == utf8.RuneError
}

// hasPartsOfDegrees reports whether a cell holds an angle that is finer than degrees.
func hasPartsOfDegrees(text string) bool {
	_, behind, degrees := strings.Cut(text, "°")
	return degrees && strings.ContainsAny(behind, "′'’") || strings.Contains(text, "arcsec") || strings.Contains(text, "arcmin")
}

// tellAngles takes the marks of feet and inches for those of minutes and seconds
// where another number of the same value is an angle, or its key is of angles.
func (l *line) tellAngles() {
	angle := slices.ContainsFunc(l.key.attributes, isOfAngles) ||
		slices.ContainsFunc(l.said.numbers, func(n number) bool { return l.reader.kindOf(n.Unit) == kindOfAngles })
	if !angle {
		return
	}
	for i := range l.said.numbers {
		n := &l.said.numbers[i]
		if unit, marked := l.reader.arcOf(&n.Quantity); marked {
			n.Unit = unit.Symbol
		}
	}
}

func endsNumber(written string) bool { return written != "" && text.IsDigit(written[len(written)-1]) }
