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
	// What is counted is no other kind of number, whatever its unit is called.
	if unit, known := r.lexicon.FindUnit(n.Unit); known && n.Unit != "" {
		n.kind = unit.Kind
		if unit.Kind == quantity.Count {
			n.kind, n.Bounds, n.Unit = "", unit.Normalize(n.Bounds), ""
			n.Step *= unit.Factor
			if unit.Factor == 1 && unit.Symbol != "1" {
				n.noun = strings.ToLower(unit.Symbol)
			}
		}
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
	expected, given quarry.Bounds // in the base unit of the expected one
	scale           float64       // of the expected number's unit
}

// comparable returns two numbers in one unit; false where they measure different
// things. A number without a unit may mean any.
func (j *Judge) comparable(expected, given number) (comparison, bool) {
	if expected.kind == given.kind {
		return comparison{j.base(expected), j.base(given), j.factor(expected)}, true
	}
	if expected.kind == "" || given.kind == "" {
		if isShare(expected) || isShare(given) {
			return comparison{j.base(expected), j.base(given), j.factor(expected)}, true
		}
		return comparison{expected.Bounds, given.Bounds, 1}, true
	}
	const bitsPerByte = 8
	switch {
	case expected.kind == "data" && given.kind == "bits", expected.kind == "data_rate" && given.kind == "bit_rate":
		return comparison{j.base(expected), scaled(j.base(given), 1.0/bitsPerByte), j.factor(expected)}, true
	case expected.kind == "bits" && given.kind == "data", expected.kind == "bit_rate" && given.kind == "data_rate":
		return comparison{j.base(expected), scaled(j.base(given), bitsPerByte), j.factor(expected)}, true
	}
	return comparison{}, false
}

// isShare reports whether a number is a part of one: "50 %".
func isShare(n number) bool { return n.kind == "ratio" && n.Unit == "%" && n.Max != nil && *n.Max != 1 }

func (j *Judge) base(n number) quarry.Bounds {
	if n.kind == "" {
		return n.Bounds
	}
	return j.lexicon.Normalize(n.Bounds)
}

func (j *Judge) factor(n number) float64 {
	if unit, ok := j.lexicon.FindUnit(n.Unit); ok && n.kind != "" {
		return unit.Factor
	}
	return 1
}

func scaled(b quarry.Bounds, by float64) quarry.Bounds {
	times := func(value *float64) *float64 {
		if value == nil {
			return nil
		}
		product := *value * by
		return &product
	}
	return quarry.Bounds{Min: times(b.Min), Max: times(b.Max), Unit: b.Unit}
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
func (j *Judge) agrees(expected, given number) (bool, float64) {
	c, ok := j.comparable(expected, given)
	if !ok {
		return false, 0
	}
	want, have := c.expected.Middle(), c.given.Middle()
	tolerance := j.tolerance(expected, given, want, c.scale)
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
	return meets || j.binary(expected, given), tolerance / c.scale
}

func (j *Judge) tolerance(expected, given number, want, scale float64) float64 {
	counted := expected.kind == "" && expected.Step >= 1 && expected.Step < 1e6 // "80 billion" is rounded
	tolerance := expected.Step / 2 * scale
	if counted {
		tolerance = 0
	}
	size := math.Abs(want)
	if unit, ok := j.lexicon.FindUnit(expected.Unit); ok && unit.Offset != 0 {
		size = math.Abs(expected.Middle()) * scale
	}
	if expected.Qualifier == quarry.Approx {
		tolerance = max(tolerance, size*approximate)
	}
	if given.Qualifier == quarry.Approx {
		tolerance = max(tolerance, size*calledAbout)
	}
	if !counted && isRounded(expected.Middle(), want, given, j.factor(given)) {
		tolerance = max(tolerance, size*rounding)
	}
	return tolerance
}

// isRounded reports whether the given number is the expected one with fewer digits,
// where the expected one has three or more.
func isRounded(written, want float64, given number, factor float64) bool {
	const few = 100
	digits := math.Abs(written)
	for digits > 0 && digits != math.Trunc(digits) && digits < 1e12 {
		digits *= 10
	}
	for digits >= 10 && math.Mod(digits, 10) == 0 {
		digits /= 10
	}
	step, value := given.Step*factor, given.Middle()*factor
	for step > 0 && step*10 <= math.Abs(value) && math.Mod(math.Abs(value), step*10) < step*tiny {
		step *= 10
	}
	return digits >= few && step > 0 && math.Abs(want-value) <= step/2*(1+tiny)
}

// binary reports whether two sizes are the same but for the question whether a
// kilobyte has 1000 or 1024 bytes.
func (j *Judge) binary(expected, given number) bool {
	if expected.kind != "data" || given.kind != "data" || expected.Unit == given.Unit {
		return false
	}
	for _, pair := range [][2]number{{expected, given}, {given, expected}} {
		prefix, ok := strings.CutSuffix(pair[0].Unit, "B")
		if !ok || prefix == "" || strings.HasSuffix(prefix, "i") {
			continue
		}
		power, known := j.lexicon.FindUnit(strings.ToUpper(prefix[:1]) + "iB")
		value := pair[0].Middle() * power.Factor
		if other := j.base(pair[1]).Middle(); known && math.Abs(other-value) <= tiny*math.Abs(value) {
			return true
		}
	}
	return false
}
