package export

import (
	"math"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/quantity"
)

// The powers of ten and of two that a title may state of its numbers: hundreds and
// hundredths are the least of the former, thousands of the latter.
const (
	leastPower = 2
	mostPower  = 30

	leastPowerOfTwo = 10
	mostPowerOfTwo  = 62
)

// inTimes returns a number that was read in the size that the file says, where that
// is the same digits times a power of ten or two: the title of a column states it, or
// a word or letter behind the number that is no unit of the value.
func (v value) inTimes(read quarry.Quantity, lexicon *lexicon.Lexicon) (quarry.Quantity, bool) {
	factor, ok := factorBetween(read.Bounds, v.bounds)
	if !ok {
		return quarry.Quantity{}, false
	}
	if unit, known := lexicon.FindUnit(read.Unit); read.Unit != v.Unit && (!known || unit.Base != "1" || !isAlike(unit.Factor, factor)) {
		return quarry.Quantity{}, false
	}
	read.Bounds, read.Step = v.meant(), read.Step*factor
	return read, true
}

// factorBetween returns by which power of ten or two some bounds are others.
func factorBetween(read quarry.Bounds, said bounds) (float64, bool) {
	times := 1.0
	for _, pair := range [][2]*float64{{read.Min, said.Min}, {read.Max, said.Max}} {
		if (pair[0] == nil) != (pair[1] == nil) {
			return 0, false
		}
		if pair[0] == nil || *pair[0] == 0 && *pair[1] == 0 {
			continue
		}
		factor := *pair[1] / *pair[0]
		if times == 1 {
			times = roundFactor(math.Abs(factor))
		}
		if !isAlike(factor, times) {
			return 0, false
		}
	}
	return times, times != 1
}

// roundFactor returns the power of ten or two that a factor is, 1 where it is none
// that a title states.
func roundFactor(factor float64) float64 {
	power, power2 := math.Round(math.Log10(factor)), math.Round(math.Log2(factor))
	switch ten, two := math.Pow10(int(power)), math.Exp2(power2); {
	case isAlike(factor, ten) && leastPower <= math.Abs(power) && math.Abs(power) <= mostPower:
		return ten
	case isAlike(factor, two) && leastPowerOfTwo <= power2 && power2 <= mostPowerOfTwo:
		return two
	}
	return 1
}

// isAlike reports whether a factor is another, but for what is lost in multiplying.
func isAlike(factor, other float64) bool {
	const lost = 1e-9
	return math.Abs(factor/other-1) < lost
}

// countOf returns the first factor of a product, where the file says that the value
// is how many there are: 32 of "32 × 100GbE".
func (v value) countOf(lexicon *lexicon.Lexicon) (quarry.Quantity, bool) {
	factors := quantity.FactorsOf(v.Text)
	if unit, known := lexicon.FindUnit(v.Unit); len(factors) == 0 || v.Unit != "" && (!known || unit.Base != "1") {
		return quarry.Quantity{}, false
	}
	count, ok := lexicon.ReadQuantityIn(quantity.DecimalPoint, factors[0])
	if !ok || count.Unit != "" || !sameBound(count.Min, v.Min) || !sameBound(count.Max, v.Max) {
		return quarry.Quantity{}, false
	}
	count.Text, count.Unit = v.Text, v.Unit
	return count, true
}

// isArc reports whether a value is in minutes or seconds of arc, whose marks are
// those of feet and inches too.
func (v value) isArc(lexicon *lexicon.Lexicon) bool {
	unit, known := lexicon.FindUnit(v.Unit)
	return known && unit.Kind == "angle" && strings.ContainsAny(v.Text, "′″”'\"")
}
