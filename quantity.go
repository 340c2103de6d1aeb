package quarry

import "math"

// QuantityKind is what a number measures ("data_rate"). Units of one kind
// convert into each other.
type QuantityKind string

// Quantity is a number with a unit, as one source writes it.
type Quantity struct {
	Bounds

	Text      string // as written
	Qualifier Qualifier
	Step      float64 // one unit of the last written digit, in Unit: 0.01 of "3.35"; 0 if it is not known
}

// Dimension names what quantities in a base unit can be held against: a rate of bits against
// one of bytes, anything else against its own unit.
func Dimension(base string) string {
	if base == "bit/s" {
		return "B/s"
	}
	return base
}

// Finite reports whether the bounds and the step can be written down.
func (q Quantity) Finite() bool { return q.Bounds.Finite() && IsFinite(q.Step) }

// approximate is by how much a number that is meant approximately may be off.
const approximate = 0.1

// Rounded returns the values that the quantity may stand for, in its unit: half
// a unit of the last written digit to both sides, a tenth of an approximate
// number. A bound says nothing of what lies on its open side: "up to 192" may
// be any less, "more than 4" any more.
func (q Quantity) Rounded() Bounds {
	b := Bounds{Unit: q.Unit}
	if q.Min != nil && q.Qualifier != UpTo {
		low := *q.Min - q.slack(*q.Min)
		b.Min = &low
	}
	if q.Max != nil {
		high := *q.Max + q.slack(*q.Max)
		b.Max = &high
	}
	return b
}

// Reached is Rounded where "up to" is said of what is reached.
func (q Quantity) Reached() Bounds {
	b := q.Rounded()
	if q.Qualifier == UpTo && q.Max != nil {
		low := *q.Max - q.slack(*q.Max)
		b.Min = &low
	}
	return b
}

func (q Quantity) slack(value float64) float64 {
	if q.Qualifier == Approx {
		return max(q.Step/2, math.Abs(value)*approximate)
	}
	return q.Step / 2
}

// Claimed returns the bounds as the qualifier means them: "up to 192" says
// nothing of the least value, "more than 4" nothing of the greatest.
func (q Quantity) Claimed() Bounds {
	b := q.Bounds
	switch q.Qualifier { //nolint:exhaustive // the others leave no side open
	case UpTo, LessThan:
		b.Min = nil
	case AtLeast:
		b.Max = nil
	}
	return b
}

// Bounds is an interval of values in one unit. A single number has two equal
// bounds; an open bound is nil.
type Bounds struct {
	Min  *float64
	Max  *float64
	Unit string // "" where none is written
}

// Qualifier says how exactly a number is meant.
type Qualifier string

// The qualifiers.
const (
	Exact    Qualifier = "exact"
	Approx   Qualifier = "approx"    // "~67", "≈ 12"
	UpTo     Qualifier = "up_to"     // "up to 192 GB"
	AtLeast  Qualifier = "at_least"  // "2,500+", "> 4"
	LessThan Qualifier = "less_than" // "< 1 μs"
	Range    Qualifier = "range"     // "40W-130W"
)

// Qualifiers lists them all.
func Qualifiers() []Qualifier { return []Qualifier{Exact, Approx, UpTo, AtLeast, LessThan, Range} }

// Single returns the bounds of one number.
func Single(value float64, unit string) Bounds {
	return Bounds{Min: &value, Max: &value, Unit: unit}
}

// Meets reports whether two intervals in the same unit share a value; an open
// bound is infinite.
func (b Bounds) Meets(other Bounds) bool {
	return b.low() <= other.high() && other.low() <= b.high()
}

// Finite reports whether the bounds can be written down: whether none is infinite
// or no number at all. An open bound can.
func (b Bounds) Finite() bool {
	return (b.Min == nil || IsFinite(*b.Min)) && (b.Max == nil || IsFinite(*b.Max))
}

// IsFinite reports whether a number is neither infinite nor no number at all.
func IsFinite(value float64) bool { return !math.IsInf(value, 0) && !math.IsNaN(value) }

// Middle returns the value halfway between the bounds, the one that is there if the
// other one is open, and no number at all if both are.
func (b Bounds) Middle() float64 {
	switch {
	case b.Empty():
		return math.NaN()
	case b.Min == nil:
		return *b.Max
	case b.Max == nil:
		return *b.Min
	}
	return (*b.Min + *b.Max) / 2
}

// Empty reports whether both bounds are open.
func (b Bounds) Empty() bool { return b.Min == nil && b.Max == nil }

func (b Bounds) low() float64 {
	if b.Min == nil {
		return math.Inf(-1)
	}
	return *b.Min
}

func (b Bounds) high() float64 {
	if b.Max == nil {
		return math.Inf(1)
	}
	return *b.Max
}
