package quantity

import (
	"math"
	"strings"
)

// angleKind is the kind of degrees, of which sixtieths are written with marks.
const angleKind = "angle"

// The parts of a degree, and of a minute of it.
const (
	minutesOfDegree = 60
	secondsOfDegree = 3600
)

// sexagesimal adds the minutes and the seconds of an angle in degrees: "48° 12′
// 30″".
func (s *quantityScanner) sexagesimal(m *measure, unit Unit) {
	if unit.Kind != angleKind || unit.Symbol != "°" {
		return
	}
	if s.partOfDegree(m, minutesOfDegree, "′", "'", "’") {
		s.partOfDegree(m, secondsOfDegree, "″", `"`, "”", "''")
	}
}

// partOfDegree adds a number of parts of a degree where their mark stands behind it.
func (s *quantityScanner) partOfDegree(m *measure, parts float64, marks ...string) bool {
	start := s.at
	s.space()
	if !startsWithDigits(s.rest(), 1) {
		s.at = start
		return false
	}
	part, ok := s.number()
	if !ok || part.value < 0 || part.value >= minutesOfDegree || !s.takeAny(marks...) {
		s.at = start
		return false
	}
	m.value, m.step = Tidy(m.value+math.Copysign(part.value/parts, m.value)), part.step/parts
	return true
}

// degrees reads the sign of degrees right before their minutes: "30°20′".
func (s *quantityScanner) degrees() (Unit, bool) {
	behind, ok := strings.CutPrefix(s.rest(), "°")
	minutes := strings.TrimLeft(behind, "0123456789")
	if !ok || minutes == behind || !strings.HasPrefix(minutes, "′") && !strings.HasPrefix(minutes, "'") && !strings.HasPrefix(minutes, "’") {
		return Unit{}, false
	}
	unit, known := s.system.unitSpelled("°")
	if known {
		s.at += len("°")
	}
	return unit, known
}
