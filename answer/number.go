package answer

import (
	"math"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/quantity"
	"github.com/quarrykb/quarry/internal/text"
)

// number is a number in a text and what it counts or measures.
type number struct {
	quarry.Quantity

	kind   quarry.QuantityKind // "" for what is only counted
	base   quarry.Bounds       // in the kind's base unit; of bits in bytes
	factor float64             // of its unit
	offset bool                // its unit begins elsewhere than at none of it: degrees
	noun   string              // stem of the word that it counts; "" if the text does not say
	word   int                 // its place among the words
	denied bool                // "not 32"
}

// result is a number without the calculation before it: "102 m²" of "12 × 8.5 = 102 m²".
func (n number) result() quarry.Quantity {
	n.Text = strings.TrimSpace(n.Text[strings.LastIndexByte(n.Text, '=')+1:])
	return n.Quantity
}

// countsAs reports whether two numbers count or measure the same by name; a bare one may be
// of anything.
func (n number) countsAs(other number) bool {
	bare := other.kind == "" && other.noun == ""
	return bare || n.kind == other.kind && (n.kind != "" || n.noun == "" || n.noun == other.noun)
}

// numberAt reads the number that begins at a place of a text, in digits or in words, and
// returns how long it is. A number right behind a letter and a hyphen, before a bracket or
// within a power is a part of a name or of a formula.
func (r *reader) numberAt(out *reading, at int) (number, int, bool) {
	line, _, _ := strings.Cut(text.Clip(out.text[at:], 2*longestNumber), "\n")
	var n number
	var ok bool
	if text.IsLetter(line[0]) && !r.cues["number_qualifiers"].Has(strings.ToLower(firstWord(line))) {
		n.Quantity, ok = r.lexicon.ReadWorded(r.numerals, line)
		if last := len(out.words) - 1; ok && n.Middle() < 0 && last >= 0 { // a "minus" behind a number or a letter subtracts
			w := out.words[last]
			ok = w.end < at-1 || w.number < 0 && len(w.lower) > 1
		}
	} else {
		n.Quantity, ok = r.digits(line)
		named := at > 1 && strings.IndexByte("-/^_.", out.text[at-1]) >= 0 && text.IsLetter(out.text[at-2]) // "x-3"
		ok = ok && !named && !strings.HasPrefix(line[len(n.Text):], "(")
	}
	if !ok {
		return number{}, 0, false
	}
	n.base, n.factor = n.Bounds, 1
	unit, known := r.lexicon.FindUnit(n.Unit)
	switch {
	case !known || n.Unit == "":
	case unit.Kind == quantity.Count: // what is counted is no other kind of number, whatever its unit is called
		n.Bounds, n.Unit = unit.Normalize(n.Bounds), ""
		n.base = n.Bounds
		n.Step *= unit.Factor
		if unit.Factor == 1 && unit.Symbol != "1" {
			n.noun = strings.ToLower(unit.Symbol)
		}
	default:
		kind, isBit := map[quarry.QuantityKind]quarry.QuantityKind{"bits": "data", "bit_rate": "data_rate"}[unit.Kind]
		if isBit { // bits are bytes, and no other kind is another one that has its base: 40 % by mass and by volume
			const bitsPerByte = 8
			unit.Kind, unit.Base, unit.Factor = kind, "B"+strings.TrimPrefix(unit.Base, "bit"), unit.Factor/bitsPerByte
		}
		n.kind, n.base, n.factor, n.offset = unit.Kind, unit.Normalize(n.Bounds), unit.Factor, unit.Offset != 0
	}
	return n, len(n.Text), true
}

// digits reads the quantity in digits that a line begins with.
func (r *reader) digits(line string) (quarry.Quantity, bool) {
	if r.style(line) == quantity.DecimalPoint {
		if q, ok := r.lexicon.ReadLoose(r.numerals, line); ok {
			return q, true
		}
	}
	q, ok := r.lexicon.ReadQuantityIn(r.style(line), text.Clip(line, longestNumber))
	return q, ok && strings.HasPrefix(line, q.Text)
}

// longestNumber is how many bytes a number with its unit has at most.
const longestNumber = 64

// style tells how a language writes the number at the begin of a line: German parts
// thousands by points and decimals by a comma.
func (r *reader) style(line string) quantity.NumberStyle {
	digits := strings.TrimLeft(line, "0123456789")
	if r.code == germanCode && len(digits) > 1 && (digits[0] == ',' || digits[0] == '.') && text.IsDigit(digits[1]) {
		return quantity.DecimalComma
	}
	return quantity.DecimalPoint
}

const germanCode = "de"

// comparison holds two numbers in one unit.
type comparison struct {
	expected, given quarry.Bounds
	factor          float64 // of the expected number's unit
}

// beside returns an expected number and a given one in one unit; false where they measure
// different things. A number without a unit may mean any.
func (n number) beside(given number) (comparison, bool) {
	bare := n.kind == "" || given.kind == ""
	switch {
	case n.kind == given.kind, bare && (n.isShare() || given.isShare()):
		return comparison{n.base, given.base, n.factor}, true
	case bare:
		return comparison{n.Bounds, given.Bounds, 1}, true
	}
	return comparison{}, false
}

// isShare reports whether a number is a part of one: "50 %".
func (n number) isShare() bool {
	return n.kind == "ratio" && n.Unit == "%" && n.Max != nil && *n.Max != 1
}

// The tolerances.
const (
	approximate = 0.1  // what the reference says approximately
	calledAbout = 0.05 // what the answer does
	rounding    = 0.02 // of a number with many digits to fewer
	tiny        = 1e-9
)

// agrees reports whether a given number is the expected one, and by how much it may be
// off, in the expected one's unit. Half a unit of the last digit that the reference
// writes is always allowed; a count or a year is exact.
func (n number) agrees(given number) (bool, float64) {
	c, ok := n.beside(given)
	if !ok {
		return false, 0
	}
	want, have := c.expected.Middle(), c.given.Middle()
	tolerance := n.tolerance(given, want, c.factor)
	if math.IsInf(want, 0) || math.IsInf(tolerance, 0) { // beyond what can be computed with
		return false, 0
	}
	meets := math.Abs(want-have) <= tolerance+tiny*math.Abs(want)
	if ranged := func(b quarry.Bounds) bool { return b.Min != nil && b.Max != nil && *b.Min != *b.Max }; ranged(c.expected) {
		low, high := *c.expected.Min, *c.expected.Max
		meets = have >= low-tolerance && have <= high+tolerance
		if ranged(c.given) {
			meets = math.Abs(low-*c.given.Min) <= tolerance && math.Abs(high-*c.given.Max) <= tolerance
		}
	}
	return meets || n.isBinaryOf(given) || given.isBinaryOf(n), tolerance / c.factor
}

func (n number) tolerance(given number, want, factor float64) float64 {
	counted := n.kind == "" && n.Step >= 1 && n.Step < 1e6 // "80 billion" is rounded
	tolerance := n.Step / 2 * factor
	if counted {
		tolerance = 0
	}
	size := math.Abs(want)
	if n.offset {
		size = math.Abs(n.Middle()) * factor
	}
	if n.Qualifier == quarry.Approx {
		tolerance = max(tolerance, size*approximate)
	}
	if given.Qualifier == quarry.Approx {
		tolerance = max(tolerance, size*calledAbout)
	}
	if !counted && given.rounds(n.Middle(), want) {
		tolerance = max(tolerance, size*rounding)
	}
	return tolerance
}

// rounds reports whether a number is another one with fewer digits, where that is written
// with three or more.
func (n number) rounds(written, value float64) bool {
	const few = 100
	digits := math.Abs(written)
	for digits > 0 && digits != math.Trunc(digits) && digits < 1e12 {
		digits *= 10
	}
	for digits >= 10 && math.Mod(digits, 10) == 0 {
		digits /= 10
	}
	step, rounded := n.Step*n.factor, n.Middle()*n.factor
	for step > 0 && step*10 <= math.Abs(rounded) && math.Mod(math.Abs(rounded), step*10) < step*tiny {
		step *= 10
	}
	return digits >= few && step > 0 && math.Abs(value-rounded) <= step/2*(1+tiny)
}

// isBinaryOf reports whether a size is another one where a kilobyte has 1024 bytes.
func (n number) isBinaryOf(other number) bool {
	const bitsPerKilo, digitsPerKilo = 10, 3
	if n.kind != "data" || other.kind != "data" || n.Unit == other.Unit || !strings.HasSuffix(n.Unit, "B") {
		return false
	}
	value := math.Ldexp(n.Middle(), bitsPerKilo*int(math.Round(math.Log10(n.factor)/digitsPerKilo)))
	return math.Abs(other.base.Middle()-value) <= tiny*math.Abs(value)
}
