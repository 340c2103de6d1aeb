package export

import (
	"math"
	"strings"
	"unicode"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/quantity"
)

// quantityOf reads the number that a value's text says. A text may say several:
// "1.979" is a thousand where a document writes a decimal comma, "7 B" may be bytes
// or billions, and 3 may be 3 million below a title that says so. Where one of them
// is what the file says, that is meant. Where the text is more than one number, it is
// enough that those of the file are among them; a file that says anything else is not
// believed. A unit that the text has not stands elsewhere, and is the file's word,
// as is all of a text that says no number by itself.
func quantityOf(said quarry.Quantity, lexicon *lexicon.Lexicon) quarry.Quantity {
	all := readings(said, lexicon)
	for _, read := range all {
		times := factorBetween(read.Bounds, said.Bounds)
		if times == 1 || times != 0 && read.Unit == said.Unit {
			read.Min, read.Max, read.Step = said.Min, said.Max, read.Step*times
			return read
		}
	}
	if isAmong(said, lexicon) {
		return said
	}
	return append(all, said)[0]
}

// readings returns what the text of a value may say, the likeliest first: a quantity of
// any kind, or of the one that the file says. They are in the file's unit where they may
// be: a multiple behind a number ("10 k") is none of its unit.
func readings(said quarry.Quantity, lexicon *lexicon.Lexicon) []quarry.Quantity {
	var all []quarry.Quantity
	unit, known := lexicon.FindUnit(said.Unit)
	add := func(read quarry.Quantity) {
		same, ok := lexicon.FindUnitOf(unit.Kind, read.Unit)
		many, _ := lexicon.FindUnit(read.Unit)
		if read.Unit == "" || ok && same.Symbol == unit.Symbol || known && many.Base == "1" {
			read.Unit = said.Unit
		}
		read.Text = said.Text
		all = append(all, read)
	}
	for _, style := range styles() {
		if read, ok := lexicon.ReadQuantityIn(style, said.Text); ok {
			add(read)
		}
		if read, at, ok := lexicon.FindQuantity(style, said.Text, unit.Kind); ok && at == 0 {
			add(read)
		}
	}
	return all
}

func styles() []quantity.NumberStyle {
	return []quantity.NumberStyle{quantity.DecimalPoint, quantity.DecimalComma}
}

// isAmong reports whether the bounds that a file says are numbers of the text.
func isAmong(said quarry.Quantity, lexicon *lexicon.Lexicon) bool {
	found := map[float64]bool{}
	for _, style := range styles() {
		for at, r := range said.Text {
			before := strings.TrimRightFunc(said.Text[:at], unicode.IsDigit)
			if !unicode.IsDigit(r) || len(before) < at {
				continue
			}
			if read, ok := lexicon.ReadQuantityIn(style, said.Text[at:]); ok && read.Min != nil {
				found[*read.Min] = true
			}
		}
	}
	return (said.Min == nil || found[*said.Min]) && (said.Max == nil || found[*said.Max])
}

// factorBetween returns by which power of ten or two some bounds are others, 1 where
// they are the same, 0 where they are neither.
func factorBetween(read, said quarry.Bounds) float64 {
	times := 1.0
	for _, pair := range [][2]*float64{{read.Min, said.Min}, {read.Max, said.Max}} {
		if (pair[0] == nil) != (pair[1] == nil) {
			return 0
		}
		if pair[0] == nil || *pair[0] == *pair[1] && times == 1 || *pair[0] == 0 && *pair[1] == 0 {
			continue
		}
		factor := *pair[1] / *pair[0]
		if times == 1 {
			times = roundFactor(math.Abs(factor))
		}
		if !isAlike(factor, times) {
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

// isAlike reports whether a factor is another, but for what is lost in multiplying.
func isAlike(factor, other float64) bool {
	const lost = 1e-9
	return math.Abs(factor/other-1) < lost
}
