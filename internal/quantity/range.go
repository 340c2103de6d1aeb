package quantity

import (
	"math"
	"strings"
	"unicode"
)

// rangeEnd reads "-130" of "40-130", and returns both ends in one unit.
func (s *quantityScanner) rangeEnd(low measure) (measure, measure, bool) {
	start, refused := s.at, s.refused
	high, ok := s.rangeMeasure(low)
	if !ok {
		s.at, s.refused = start, refused
		return low, low, false
	}
	divided := low.fraction && low.unit == ""
	years := low.unit == "" && high.unit == "" && areYears(low.numeral, high.numeral)
	s.shareUnit(&low, &high)
	converted, same := s.expressed(low, high.unit)
	if unit, _ := s.system.FindUnit(high.unit); divided && isDivided(unit.Kind) && !high.fraction {
		s.refused = refused && low.reciprocal && unit.Kind != timeKind // "1/4000–30 s"
	}
	if same && converted.value <= high.value && !years {
		return converted, high, true
	}
	if same && high.reciprocal { // "30–1/8000 s"
		return high, converted, true
	}
	// "80 GB - 5120 bits" are two numbers apart, "2024-03" is one of something else.
	apart := low.unit != "" && unicode.IsSpace(rune(s.text[start]))
	s.at, s.refused = start, refused || !apart
	return low, low, false
}

// shareUnit gives the end of a range that has no unit the one of the other.
func (s *quantityScanner) shareUnit(low, high *measure) {
	switch {
	case low.unit == "":
		low.unit = high.unit
		s.inMoney(low)
	case high.unit == "":
		high.unit, high.paid = low.unit, low.paid
		s.inMoney(high)
	}
}

func (s *quantityScanner) rangeMeasure(low measure) (measure, bool) {
	spaced := s.at
	s.space()
	if s.isStruck() {
		return measure{}, false
	}
	if s.at > spaced && strings.HasPrefix(s.rest(), "~") && startsWithDigit(s.rest()[1:]) { // "10 ~770 mm": nearly 770
		return measure{}, false
	}
	if !s.takeAny("--", "-", "–", "—", "‑", "‒", "−", "~", "…", "...", "..") && !s.bounds(low) && !s.joins() {
		return measure{}, false
	}
	s.space()
	s.takeAny("~", "≈")
	s.space()
	return s.measure()
}

// bounds reads the stroke between what may be taken off and what may be added, "−15 / +20 %",
// but not between two of their own: "-12 V / +12 V".
func (s *quantityScanner) bounds(low measure) bool {
	added, ok := strings.CutPrefix(s.rest(), "/")
	return ok && low.value < 0 && low.unit == "" && strings.HasPrefix(strings.TrimLeft(added, " "), "+") && s.takeAny("/")
}

// joins reads a word between the two ends of a range. An "and" is one only
// behind a "between".
func (s *quantityScanner) joins() bool {
	return s.pair && s.takeAny(s.system.words.pairing...) || s.takeAny(s.system.words.until...)
}

// tolerance reads "± 2 %" behind a number and returns it in the number's unit,
// which may stand behind both: "100 ± 5 W". Of a tolerance in a unit that cannot be
// the number's nothing is known.
func (s *quantityScanner) tolerance(of *measure) (measure, bool) {
	start := s.at
	s.space()
	if !s.takeAny("±", "+/-", "+/−", `\pm`) {
		return measure{}, s.back(start)
	}
	s.space()
	by, ok := s.measure()
	if !ok {
		return measure{}, s.back(start)
	}
	switch {
	case by.unit == Percent && of.unit != Percent:
		const hundred = 100
		by.numeral = by.scaled(math.Abs(of.value) / hundred)
		return by, true
	case of.unit == "":
		of.unit = by.unit
	case by.unit == "":
		by.unit = of.unit
	}
	by, ok = s.expressed(by, of.unit)
	by.value = math.Abs(by.value)
	return by, ok
}

// The years that a span of years lies in.
const (
	firstYear = 1500
	lastYear  = 2100
	december  = 12
)

// areYears reports whether two numbers without a unit are years ("1999–2003") or
// a month and a year ("03-2024").
func areYears(from, to numeral) bool {
	isYear := func(n numeral) bool { return n.plain && n.value >= firstYear && n.value <= lastYear }
	return isYear(to) && (isYear(from) || from.plain && from.value <= december && from.value >= 1 && to.value >= 1900)
}
