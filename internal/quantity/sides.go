package quantity

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
)

// Side is one side of a size.
type Side struct {
	Name string // as it is written: "W", "Ø", "length"; "" for a side without one
	quarry.Quantity
}

// mostSides is how many sides a size has.
const mostSides = 4

// ReadSides reads a text that is a size: "120 × 80 × 25 mm", "W 120 × H 80 mm", "120 mm
// (W) x 80 mm (H)", `11.7" x 8.3"`, "160 by 120 cm". A side without a unit has that of the
// next one that has any. Two whole numbers without a unit are a resolution, three or named
// ones the sides of something whose title says the unit: their unit is "". The text of a
// side is a piece of the text as written, its name included. Something in brackets, or
// behind a comma or a stroke, may follow. Factors of anything else are no sides: "2 × 48
// GB", "8x PCIe".
func (s *System) ReadSides(style NumberStyle, text string) ([]Side, bool) {
	scanner := quantityScanner{system: s, style: style, kind: lengthKind, single: true, text: strings.TrimSpace(text)}
	var sides []Side
	for len(sides) < mostSides {
		side, ok := scanner.side()
		if !ok {
			return nil, false
		}
		sides = append(sides, side)
		if !scanner.crosses() {
			break
		}
	}
	if len(sides) < 2 || !scanner.endsWhole() || !s.areSides(sides) || !s.share(sides) {
		return nil, false
	}
	return sides, true
}

// side reads one side, with its name before or behind it.
func (s *quantityScanner) side() (Side, bool) {
	s.space()
	start := s.at
	side := Side{Name: s.sideName()}
	s.takeAny(":", "=")
	s.space()
	side.Qualifier = s.qualifiers()
	s.space()
	n, ok := s.number()
	if !ok || n.value < 0 {
		return Side{}, false
	}
	m := measure{numeral: n}
	end := s.at
	if side.Name == "" {
		side.Name = s.nameBehind()
	}
	if next := s.at; s.crosses() { // and no unit "x"
		s.at = next
	} else {
		s.quantify(&m)
	}
	s.extend(&side.Quantity, m)
	if s.at == end && m.fraction || s.refused || !s.measuresSide(side.Unit) {
		return Side{}, false
	}
	if side.Name == "" {
		side.Name = s.nameBehind()
	}
	side.Text = strings.TrimSpace(s.text[start:s.at])
	openBounds(&side.Quantity)
	return side, side.Finite()
}

// measuresSide reports whether a side may be in a unit.
func (s *quantityScanner) measuresSide(unit string) bool {
	known, _ := s.system.FindUnit(unit)
	return unit == "" || isSided(known.Kind)
}

// nameBehind reads the name of a side behind it: "(W)", "W", "wide".
func (s *quantityScanner) nameBehind() string {
	start := s.at
	s.space()
	bracket := s.take("(")
	name := s.sideName()
	if name == "" || bracket && !s.take(")") {
		s.at = start
		return ""
	}
	return name
}

// sideName reads the name of a side, one letter in capitals. It returns "" if none stands here.
func (s *quantityScanner) sideName() string {
	word := leadingWord(s.rest())
	first, size := utf8.DecodeRuneInString(s.rest())
	if strings.ContainsRune("Ø⌀∅ø", first) && word == s.rest()[:len(word)] && len(word) <= size {
		word = s.rest()[:size]
	} else if len(word) == size && !unicode.IsUpper(first) || !s.system.words.sides[strings.ToLower(word)] {
		return ""
	}
	s.at += len(word)
	return word
}

// crosses passes what stands between two sides: "×", "x", "by".
func (s *quantityScanner) crosses() bool {
	start := s.at
	s.space()
	if !s.takeAny(timesSigns()...) && !s.takeAny(s.system.words.crossing...) {
		return s.back(start)
	}
	behind := s.at
	s.space()
	digit := startsWithDigit(strings.TrimLeft(s.rest(), "~≈."))
	if named := s.sideName() != ""; digit || named {
		s.at = behind
		return true
	}
	return s.back(start)
}

// endsWhole reports whether nothing more stands here than what may follow a whole text:
// brackets, or something parted from it.
func (s *quantityScanner) endsWhole() bool {
	s.marks("")
	rest := strings.TrimLeftFunc(s.rest(), unicode.IsSpace)
	return rest == "" || rest == "." || strings.IndexByte("([,;/|@", rest[0]) >= 0
}

// share gives sides without a unit that of the next one, or else of the one before. It
// returns false if they have units that do not convert.
func (s *System) share(sides []Side) bool {
	units := make([]*string, len(sides))
	for i := range sides {
		units[i] = &sides[i].Unit
	}
	return s.shareUnits(units)
}

// shareUnits fills in the units of several quantities that have none of their own. It
// returns false if not all are of one base.
func (s *System) shareUnits(units []*string) bool {
	last := ""
	for _, unit := range slices.Backward(units) {
		*unit = cmp.Or(*unit, last)
		last = *unit
	}
	first, _ := s.FindUnit(*units[0])
	for i, unit := range units[1:] {
		*unit = cmp.Or(*unit, *units[i])
		if known, _ := s.FindUnit(*unit); known.Base != first.Base {
			return false
		}
	}
	return true
}

// areSides reports whether a first number without a unit is a side and no factor: lengths
// follow, or it has a name, or there are three, or it is no small count.
func (s *System) areSides(sides []Side) bool {
	const leastEqual = 8
	first, second := sides[0], sides[1]
	unit, _ := s.FindUnit(second.Unit)
	if first.Unit != "" || len(sides) > 2 || first.Name != "" && second.Name != "" || unit.Kind == lengthKind {
		return true
	}
	a, b := first.Middle(), second.Middle()
	return a != math.Trunc(a) || min(a, b) > mostCounted || a == b && a >= leastEqual
}
