package export

import (
	"math"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest/claim"
)

// The powers of ten that a title may state of its numbers: hundreds and hundredths
// are the least of them.
const (
	leastPower = 2
	mostPower  = 30
)

// inTimes returns a number that was read in the size that the file says, where that
// is the same digits times a power of ten: the title of a column states it, or a word
// or letter behind the number that is no unit of the value.
func (v value) inTimes(read quarry.Quantity, lexicon *quarry.Lexicon) (quarry.Quantity, bool) {
	power, ok := powerBetween(read.Bounds, v.bounds)
	if !ok {
		return quarry.Quantity{}, false
	}
	if unit, known := lexicon.FindUnit(read.Unit); read.Unit != v.Unit && (!known || unit.Base != "1" || !isPower(unit.Factor, power)) {
		return quarry.Quantity{}, false
	}
	read.Bounds, read.Step = v.meant(), read.Step*math.Pow10(power)
	return read, true
}

// powerBetween returns by which power of ten some bounds are others.
func powerBetween(read quarry.Bounds, said bounds) (int, bool) {
	power := 0
	for _, pair := range [][2]*float64{{read.Min, said.Min}, {read.Max, said.Max}} {
		if (pair[0] == nil) != (pair[1] == nil) {
			return 0, false
		}
		if pair[0] == nil || *pair[0] == 0 && *pair[1] == 0 {
			continue
		}
		factor := *pair[1] / *pair[0]
		if power == 0 {
			power = int(math.Round(math.Log10(math.Abs(factor))))
		}
		if !isPower(factor, power) {
			return 0, false
		}
	}
	return power, leastPower <= max(power, -power) && max(power, -power) <= mostPower
}

// isPower reports whether a factor is a power of ten, but for what is lost in
// multiplying.
func isPower(factor float64, power int) bool {
	const lost = 1e-9
	return math.Abs(factor/math.Pow10(power)-1) < lost
}

// countOf returns the first factor of a product, where the file says that the value
// is how many there are: 32 of "32 × 100GbE".
func (v value) countOf(lexicon *quarry.Lexicon) (quarry.Quantity, bool) {
	factors := claim.FactorsOf(v.Text)
	if unit, known := lexicon.FindUnit(v.Unit); len(factors) == 0 || v.Unit != "" && (!known || unit.Base != "1") {
		return quarry.Quantity{}, false
	}
	count, ok := lexicon.ReadQuantityIn(quarry.DecimalPoint, factors[0])
	if !ok || count.Unit != "" || !sameBound(count.Min, v.Min) || !sameBound(count.Max, v.Max) {
		return quarry.Quantity{}, false
	}
	count.Text, count.Unit = v.Text, v.Unit
	return count, true
}

// isArc reports whether a value is in minutes or seconds of arc, whose marks are
// those of feet and inches too.
func (v value) isArc(lexicon *quarry.Lexicon) bool {
	unit, known := lexicon.FindUnit(v.Unit)
	return known && unit.Kind == "angle" && strings.ContainsAny(v.Text, "′″”'\"")
}
