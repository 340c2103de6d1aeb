package export

import (
	"math"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/quantity"
)

// quantityOf reads the number that a value's text says. A text may say several: "1.979"
// is a thousand where a document writes a decimal comma, and 3 may be 3 million below a
// title that says so. Where one of them is what the file says, that is meant; a file that
// says anything else is not believed. A unit that the text has not stands elsewhere, and
// is the file's word, as is all of a text that says no number by itself.
func quantityOf(said quarry.Quantity, lexicon *lexicon.Lexicon) quarry.Quantity {
	var all []quarry.Quantity // the likeliest first
	for _, style := range []quantity.NumberStyle{quantity.DecimalPoint, quantity.DecimalComma} {
		read, ok := lexicon.ReadQuantityIn(style, said.Text)
		if !ok {
			continue
		}
		if mayBe(read.Unit, said.Unit, lexicon) {
			read.Unit = said.Unit
		}
		read.Text = said.Text
		times := factorBetween(read.Bounds, said.Bounds)
		if times == 1 || times != 0 && read.Unit == said.Unit {
			read.Min, read.Max, read.Step = said.Min, said.Max, read.Step*times
			return read
		}
		all = append(all, read)
	}
	return append(all, said)[0]
}

// mayBe reports whether a value in a unit that its text has, or has not, may be in the one
// that the file says. A multiple behind a number ("10 k") is none of its unit.
func mayBe(read, said string, lexicon *lexicon.Lexicon) bool {
	unit, known := lexicon.FindUnit(said)
	same, ok := lexicon.FindUnitOf(unit.Kind, read)
	many, _ := lexicon.FindUnit(read)
	return read == "" || ok && same.Symbol == unit.Symbol || known && many.Base == "1"
}

// factorBetween returns by which power of ten or two some bounds are others, 1 where
// they are the same, 0 where they are neither.
func factorBetween(read, said quarry.Bounds) float64 {
	times := 1.0
	pairs := [][2]*float64{{read.Min, said.Min}, {read.Max, said.Max}}
	for _, pair := range pairs {
		if (pair[0] == nil) != (pair[1] == nil) {
			return 0
		}
		if pair[0] != nil && *pair[0] != 0 && *pair[0] != *pair[1] {
			times = roundFactor(*pair[1] / *pair[0])
		}
	}
	for _, pair := range pairs {
		if pair[0] != nil && !isAlike(*pair[0]*times, *pair[1]) {
			return 0
		}
	}
	return times
}

// leastFactor is the least power that a title states of its numbers.
const leastFactor = 100

// roundFactor returns the power of ten or two that a factor is, 0 where it is none that a
// title states.
func roundFactor(factor float64) float64 {
	for _, base := range []float64{10, 2} {
		power := math.Pow(base, math.Round(math.Log(factor)/math.Log(base)))
		if isAlike(factor, power) && max(power, 1/power) >= leastFactor {
			return power
		}
	}
	return 0
}

// isAlike reports whether a number is another, but for what is lost in multiplying.
func isAlike(number, other float64) bool {
	const lost = 1e-9
	return math.Abs(number-other) <= lost*math.Abs(other)
}
