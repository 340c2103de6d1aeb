package quantity

import (
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
)

// measure is a number and the unit behind it.
type measure struct {
	numeral

	unit string
	more bool // "80+ GB"
	paid bool // its currency stands before it
}

// measure reads a number or a product of numbers, and its unit.
func (s *quantityScanner) measure() (measure, bool) {
	start := s.at
	before, leads := s.leading()
	paid := leads && IsMoney(before.Kind)
	if !leads && startsWithLetter(s.rest()) { // as most texts do that are no number
		return measure{}, false
	}
	n, factors, ok := s.product()
	if !ok {
		return measure{}, s.back(start)
	}
	m := measure{numeral: n, paid: paid}
	switch {
	case paid:
		s.price(&m, before)
	case leads:
		m.unit = before.Symbol
		s.refused = s.refused || before.Kind == filmSpeed && !isFilmSpeed(n.value)
	default:
		s.quantify(&m)
	}
	s.inMoney(&m)
	if factors > 1 && !s.result(&m) && !s.multiplies(m, factors) {
		s.refused = true
	}
	return m, true
}

// quantify reads the unit of a number, and what may stand before it: a plus, or
// the mark of a footnote. Behind "5 million" a unit of its own may follow.
func (s *quantityScanner) quantify(m *measure) {
	start := s.at
	m.more = s.plus()
	s.marks("")
	unit, ok := s.unit()
	if !ok {
		s.at = start
		s.ofOne()
		m.more, s.refused = false, s.refused || m.fraction
		return
	}
	if isMany(unit) {
		start = s.at
		if further, ok := s.unit(); ok && further.Kind != Count && further.Symbol != multiplier {
			m.numeral, unit = m.scaled(unit.Factor), further
		} else {
			s.at = start
		}
	}
	m.unit = unit.Symbol
	s.compound(m, unit)
	s.finer(m, unit)
	s.sexagesimal(m, unit)
	if m.fraction && !isDivided(unit.Kind) || m.reciprocal && unit.Kind != timeKind {
		s.refused = true
	}
}

// ofOne passes the rest of a ratio to one, which is a number: "9.0:1", "10.5 : 1".
func (s *quantityScanner) ofOne() {
	if behind, ok := strings.CutPrefix(s.rest(), ":1"); ok && endsNumber(behind) {
		s.at += len(":1")
		return
	}
	behind, ok := strings.CutPrefix(s.rest(), " : 1")
	further := strings.TrimLeft(behind, " ")
	if ok && endsNumber(behind) && !startsWithLetter(further) && !startsWithDigit(further) {
		s.at += len(" : 1")
	}
}

// endsNumber reports whether a number may end before a text.
func endsNumber(behind string) bool {
	next, size := utf8.DecodeRuneInString(behind)
	if unicode.IsLetter(next) || unicode.IsDigit(next) {
		return false
	}
	return !strings.ContainsRune(":.,/-", next) || !startsWithDigit(behind[size:])
}

// The kinds and the unit that a number's reading depends on.
const (
	lengthKind = "length"
	timeKind   = "time"
	filmSpeed  = "film_speed"
	multiplier = "x" // "2.25x as fast"
)

// isFilmSpeed reports whether a number is one of the steps in which film speeds are told,
// a third of a doubling each: "ISO 9001" is a standard.
func isFilmSpeed(value float64) bool {
	const thirds, hundred, near, least, divisor = 3, 100, 0.04, 25, 5
	steps := math.Log2(value/hundred) * thirds
	return value >= least && math.Abs(steps-math.Round(steps)) < near*thirds && math.Mod(value, divisor) == 0 || value > least && value < hundred
}

// isDivided reports whether quantities of a kind are written in parts: "1/2 cup"
// and "2 h 30 min", where "1/2 TB" is one or two.
func isDivided(kind quarry.QuantityKind) bool {
	return slices.Contains([]quarry.QuantityKind{"volume", "mass", lengthKind, "area", "time", "power"}, kind)
}

// plus reads the plus of "80+ GB".
func (s *quantityScanner) plus() bool {
	start := s.at
	if s.take("+") && !startsWithDigit(strings.TrimLeft(s.rest(), " ")) {
		return true
	}
	return s.back(start)
}

// finer adds what is left over in a smaller unit: "2 h 30 min".
func (s *quantityScanner) finer(m *measure, unit Unit) {
	if !isDivided(unit.Kind) || unit.Kind == "power" || !startsWithDigit(strings.TrimLeft(s.rest(), " ")) {
		return
	}
	start := s.at
	s.space()
	rest, ok := s.number()
	finer, known := s.unit()
	if !ok || !known || finer.Kind != unit.Kind || finer.Factor >= unit.Factor {
		s.at = start
		return
	}
	rest = rest.scaled(finer.Factor / unit.Factor)
	m.value, m.step = Tidy(m.value+math.Copysign(rest.value, m.value)), rest.step
}

// mostFactors is how many factors a product of quantities has.
const mostFactors = 4

// product reads a number, or several that are multiplied: "2 × 48". The last is
// what was measured, whole numbers before it are counts.
func (s *quantityScanner) product() (numeral, int, bool) {
	whole, ok := s.number()
	if !ok {
		return numeral{}, 0, false
	}
	factors := 1
	for !s.single && s.times() {
		next, ok := s.number()
		if !ok || factors == mostFactors {
			s.refused = true
			break
		}
		whole = whole.times(next)
		factors++
	}
	s.refused = s.refused || !whole.finite()
	return whole, factors, true
}

// times reads a multiplication sign between two numbers: "2 × 48", "2x48", "2x
// 48", but not "2 x86 cores".
func (s *quantityScanner) times() bool {
	start := s.at
	s.space()
	spaced := s.at > start
	for _, sign := range timesSigns() {
		if !s.take(sign) {
			continue
		}
		behind := s.at
		s.space()
		apart := s.at > behind
		loose := sign == "*" && spaced != apart || sign == "x" && spaced && !apart
		if !loose && startsWithDigit(s.rest()) {
			return true
		}
		break
	}
	return s.back(start)
}

// mostCounted is the most that the smaller factor of a product without a unit
// may be: "1920 × 1080" is a size.
const mostCounted = 16

// multiplies reports whether factors are multiplied, and are not the sides of
// something: "120 × 80 mm", "16 × 16", "3 × 3 kernel".
func (s *quantityScanner) multiplies(m measure, factors int) bool {
	if m.first == 0 { // "0x1F"
		return false
	}
	if m.unit != "" {
		unit, _ := s.system.FindUnit(m.unit)
		return !isSided(unit.Kind) && m.unit != multiplier
	}
	if second := m.value / m.first; factors > 2 || min(m.first, second) > mostCounted || m.first == second {
		return false
	}
	next, _ := utf8.DecodeRuneInString(strings.TrimLeftFunc(s.rest(), unicode.IsSpace))
	return !unicode.IsLetter(next)
}

// isSided reports whether two numbers of a kind with a sign of multiplication between them
// are sides: "600 × 600 dpi", "87° × 58°".
func isSided(kind quarry.QuantityKind) bool {
	return slices.Contains([]quarry.QuantityKind{lengthKind, "pixels", "resolution", angleKind}, kind)
}

// result reads what a product comes to, where that is written: "2 × 132 = 264".
// Where it is not what the factors make, it is not known what it is.
func (s *quantityScanner) result(m *measure) bool {
	start := s.at
	s.space()
	if !s.takeAny("=", "≈") {
		return s.back(start)
	}
	s.space()
	n, ok := s.number()
	if !ok {
		return s.back(start)
	}
	total := measure{numeral: n}
	s.quantify(&total)
	product := *m
	if product.unit == "" {
		product.unit = total.unit
	}
	product, ok = s.expressed(product, total.unit)
	if !ok || math.Abs(product.value-total.value) > (product.step+total.step)/2 {
		s.refused = true
	}
	*m = total
	return true
}

// expressed returns a measure in another unit of its kind. One without a unit
// has the unit already.
func (s *quantityScanner) expressed(m measure, unit string) (measure, bool) {
	if m.unit == unit || unit == "" {
		return m, true
	}
	from, known := s.system.FindUnit(m.unit)
	to, ok := s.system.FindUnit(unit)
	if !known || !ok || from.Base != to.Base || from.Offset != to.Offset {
		return m, false
	}
	m.numeral, m.unit = m.scaled(from.Factor/to.Factor), unit
	return m, m.finite()
}

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
	if !startsWithDigit(s.rest()) {
		return s.back(start)
	}
	part, ok := s.number()
	if !ok || part.value < 0 || part.value >= minutesOfDegree || !s.takeAny(marks...) {
		return s.back(start)
	}
	m.value, m.step = Tidy(m.value+math.Copysign(part.value/parts, m.value)), part.step/parts
	return true
}

// degrees reads the sign of degrees right before their minutes: "30°20′".
func (s *quantityScanner) degrees() (Unit, bool) {
	behind, ok := strings.CutPrefix(s.rest(), "°")
	digits := leadingDigits(behind)
	mark, _ := utf8.DecodeRuneInString(behind[digits:])
	unit, known := s.system.spelled["°"]
	if !ok || digits == 0 || !known || !strings.ContainsRune("′'’", mark) {
		return Unit{}, false
	}
	s.at += len("°")
	return unit, true
}

// inMoney reads three digits behind a comma as a group, and not as decimals,
// where they are of a sum: a tenth of a cent is not written. Prices for something
// have them: "2,125 USD per GPU hour". What a point is, the whole document says:
// "1.859 EUR" has decimals beside "1.5 kg".
func (s *quantityScanner) inMoney(m *measure) {
	if m.doubtful != ',' || !m.paid && s.isForSomething() {
		return
	}
	unit, ok := s.system.FindUnit(m.unit)
	if !ok || !unit.isCurrency() {
		return
	}
	const thousand = 1000
	m.numeral = m.scaled(thousand)
}

// isForSomething reports whether what stands next says what a price is for.
func (s *quantityScanner) isForSomething() bool {
	rest := strings.TrimLeft(s.rest(), " \u00a0")
	return strings.HasPrefix(rest, "/") || slices.ContainsFunc(s.system.words.per, func(per string) bool { return strings.HasPrefix(rest, per) })
}

// IsMoney reports whether a kind is one of sums, or of prices for something. Currencies
// do not convert into each other, so that each has a kind of its own.
func IsMoney(kind quarry.QuantityKind) bool { return strings.HasPrefix(string(kind), "currency") }

// IsArithmetic reports whether a kind is of arithmetic in a time.
func IsArithmetic(kind quarry.QuantityKind) bool { return kind == FLOPS || kind == OPS }

// isCurrency reports whether a unit is a currency, and no price for anything nor a
// multiple.
func (u Unit) isCurrency() bool {
	return IsMoney(u.Kind) && u.Factor == 1 && !strings.Contains(u.Symbol, "/")
}
