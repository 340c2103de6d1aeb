package quantity

import (
	"math"
	"math/big"
	"strconv"

	"github.com/quarrykb/quarry"
)

// inUnit returns bounds of one unit in another of the same base.
func inUnit(b quarry.Bounds, from, to *Unit) quarry.Bounds {
	if b.Min != nil && b.Max != nil && *b.Min == *b.Max {
		return quarry.Single(convert(*b.Min, from, to), to.Symbol)
	}
	there := quarry.Bounds{Unit: to.Symbol}
	if b.Min != nil {
		there.Min = new(convert(*b.Min, from, to))
	}
	if b.Max != nil {
		there.Max = new(convert(*b.Max, from, to))
	}
	return there
}

// convert reckons in decimals, as people write numbers, so that a number of up to twelve
// digits comes back as it was. Where a unit has an offset the digits count from those of
// the offset.
func convert(value float64, from, to *Unit) float64 {
	offset := from.Offset - to.Offset
	if from.Factor == to.Factor && offset == 0 {
		return value
	}
	about := value*from.Factor + offset
	if offset == 0 && to.Factor == 1 && isWhole(value) && isWhole(from.Factor) && isWhole(about) {
		return about
	}
	if about == 0 || math.IsInf(about, 0) || math.IsNaN(about) {
		return about / to.Factor
	}
	sum := new(big.Rat).Mul(decimal(value), decimal(from.Factor))
	sum.Add(sum, decimal(from.Offset)).Sub(sum, decimal(to.Offset)).Quo(sum, decimal(to.Factor))
	there, _ := sum.Float64()
	largest := max(math.Abs(about), math.Abs(from.Offset), math.Abs(to.Offset)) / to.Factor
	few := rounded(there, largest)
	// The distance is taken of the exact number: what the nearest float errs by is no noise.
	if off, _ := sum.Sub(sum, decimal(few)).Float64(); math.Abs(off) <= noise*largest {
		return few
	}
	return there
}

// isWhole reports whether a number is whole, and so small that every such number is exact.
func isWhole(value float64) bool { return value == math.Trunc(value) && math.Abs(value) < 1<<53 }

// decimal returns the shortest decimal that reads as a number, exactly.
func decimal(value float64) *big.Rat {
	exact, ok := new(big.Rat).SetString(strconv.FormatFloat(value, 'g', -1, bitsOfFloat))
	if !ok { // no number
		return new(big.Rat)
	}
	return exact
}

// How a result is rounded. A number that is so near to one of few digits was meant to be
// that number.
const (
	writtenDigits = 14
	noise         = 1e-15
)

// Tidy takes the noise of binary arithmetic off a number: of 0.30000000000000004
// it leaves 0.3.
func Tidy(value float64) float64 {
	if few := rounded(value, math.Abs(value)); math.Abs(few-value) <= noise*math.Abs(value) {
		return few
	}
	return value
}

// rounded returns a number with the digits that people write, which count from those of the
// largest number that it was made of.
func rounded(value, largest float64) float64 {
	digits := writtenDigits - 1
	if value != 0 && largest != math.Abs(value) {
		digits -= int(math.Floor(math.Log10(largest)) - math.Floor(math.Log10(math.Abs(value))))
	}
	if digits < 0 {
		return 0
	}
	few, err := strconv.ParseFloat(strconv.FormatFloat(value, 'e', digits, bitsOfFloat), bitsOfFloat)
	if err != nil { // beyond all numbers
		return value
	}
	return few
}
