package claim

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
)

// kindOfAngles is the kind of degrees and of parts of them.
const kindOfAngles = "angle"

// toldFromAngle takes the marks of feet and inches for those of minutes and seconds
// where the other numbers of the same title are angles. Where nothing but the table
// has such angles, nobody knows what the mark of feet says, and it reports false.
func (t *table) toldFromAngle(q *quarry.Quantity, v *value) bool {
	minutes := q.Unit == "ft" && strings.HasSuffix(q.Text, "′")
	seconds := q.Unit == "inch" && (strings.HasSuffix(q.Text, "″") || strings.HasSuffix(q.Text, `"`))
	if !minutes && !seconds {
		return true
	}
	name := "arcsec"
	if minutes {
		name = "arcmin"
	}
	unit, known := t.reader.lexicon.FindUnitOf(kindOfAngles, name)
	if known && t.isAngle(v.title) {
		q.Unit = unit.Symbol
		return true
	}
	return !minutes || !t.isAngle(t.labels.of(""))
}

// isAngle reports whether numbers under a title are angles in parts of degrees; of
// the title that is empty, whether any of the table are.
func (t *table) isAngle(title *label) bool {
	angle, known := t.angles[title]
	if known {
		return angle
	}
	angle = slices.ContainsFunc(title.units, func(h hint) bool { return h.unit.Kind == kindOfAngles }) ||
		slices.ContainsFunc(title.attributes, func(a quarry.Attribute) bool { return a.Kind == kindOfAngles })
	angle = angle || slices.ContainsFunc(t.sample(), func(row []Cell) bool { return t.holdsAngle(row, title) })
	if t.angles == nil {
		t.angles = map[*label]bool{}
	}
	if len(t.angles) < mostKnown {
		t.angles[title] = angle
	}
	return angle
}

// holdsAngle reports whether a row holds an angle under a title, or under any where
// that is empty.
func (t *table) holdsAngle(row []Cell, title *label) bool {
	for column := range row[:min(len(row), mostSampled)] {
		titled := title.text == "" || column < len(t.heads) && t.heads[column].label == title || row[0].Text == title.text
		if titled && hasPartsOfDegrees(row[column].Text) {
			return true
		}
	}
	return false
}

// hasPartsOfDegrees reports whether a cell holds an angle that is finer than degrees.
func hasPartsOfDegrees(text string) bool {
	_, behind, degrees := strings.Cut(text, "°")
	return degrees && strings.ContainsAny(behind, "′'’") || strings.Contains(text, "arcsec") || strings.Contains(text, "arcmin")
}
