package export

import (
	"math"
	"strings"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/quantity"
)

// quantityOf reads the number that a value's text says. A text may say several:
// "1.979" is a thousand where a document writes a decimal comma, "7 B" may be bytes
// or billions, and 3 may be 3 million below a title that says so. Where one of them
// is what the file says, that is meant; a file that says anything else is not
// believed. A unit that the text has not stands elsewhere, and is the file's word,
// as is all of a text that says no number by itself.
func quantityOf(said quarry.Quantity, lexicon *lexicon.Lexicon) quarry.Quantity {
	all := readings(said, lexicon)
	for _, read := range all {
		if meant, ok := meantBy(said, read, lexicon); ok {
			return meant
		}
	}
	if count, ok := countOf(said, lexicon); ok {
		return count
	}
	return append(all, said)[0]
}

// readings returns what the text of a value may say, the likeliest first: a number,
// or two with a word between them as the ends of a range: "1 to ~5.7×10⁷⁶". They are
// in the file's unit where they may be.
func readings(said quarry.Quantity, lexicon *lexicon.Lexicon) []quarry.Quantity {
	var all []quarry.Quantity
	add := func(read quarry.Quantity) {
		if read.Unit == "" || spells(lexicon, read.Unit, said.Unit) || isArc(said, lexicon) {
			read.Unit = said.Unit
		}
		read.Text = said.Text
		all = append(all, read)
	}
	before, behind, isRange := strings.Cut(said.Text, " to ")
	for _, style := range []quantity.NumberStyle{quantity.DecimalPoint, quantity.DecimalComma} {
		if read, ok := lexicon.ReadQuantityIn(style, said.Text); ok {
			add(read)
		}
		if !isRange {
			continue
		}
		low, lowOK := lexicon.ReadQuantityIn(style, before)
		high, highOK := lexicon.ReadQuantityIn(style, behind)
		if lowOK && highOK && low.Min != nil && high.Max != nil && *low.Min <= *high.Max {
			add(quarry.Quantity{
				Bounds: quarry.Bounds{Min: low.Min, Max: high.Max, Unit: high.Unit}, Qualifier: quarry.Range,
				Step: max(low.Step, high.Step),
			})
		}
	}
	return all
}

// meantBy returns a number that was read, where it is the one that the file says, or
// has the same digits: the title of a column may state a power of ten or two, or a
// word or letter behind the number that is no unit of the value.
func meantBy(said, read quarry.Quantity, lexicon *lexicon.Lexicon) (quarry.Quantity, bool) {
	times := factorBetween(read.Bounds, said.Bounds)
	if times == 0 || times == 1 {
		return read, times == 1
	}
	if unit, known := lexicon.FindUnit(read.Unit); read.Unit != said.Unit && (!known || unit.Base != "1" || !isAlike(unit.Factor, times)) {
		return quarry.Quantity{}, false
	}
	read.Bounds, read.Step = said.Bounds, read.Step*times
	return read, true
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

// The powers of ten and of two that a title may state of its numbers: hundreds and
// hundredths are the least of the former, thousands of the latter.
const (
	leastPower = 2
	mostPower  = 30

	leastPowerOfTwo = 10
	mostPowerOfTwo  = 62
)

// roundFactor returns the power of ten or two that a factor is, 0 where it is none
// that a title states.
func roundFactor(factor float64) float64 {
	power, power2 := math.Round(math.Log10(factor)), math.Round(math.Log2(factor))
	switch ten, two := math.Pow10(int(power)), math.Exp2(power2); {
	case isAlike(factor, ten) && leastPower <= math.Abs(power) && math.Abs(power) <= mostPower:
		return ten
	case isAlike(factor, two) && leastPowerOfTwo <= power2 && power2 <= mostPowerOfTwo:
		return two
	}
	return 0
}

// isAlike reports whether a factor is another, but for what is lost in multiplying.
func isAlike(factor, other float64) bool {
	const lost = 1e-9
	return math.Abs(factor/other-1) < lost
}

// countOf returns the first factor of a product, where the file says that the value
// is how many there are: 32 of "32 × 100GbE".
func countOf(said quarry.Quantity, lexicon *lexicon.Lexicon) (quarry.Quantity, bool) {
	factors := quantity.FactorsOf(said.Text)
	if unit, known := lexicon.FindUnit(said.Unit); len(factors) == 0 || said.Unit != "" && (!known || unit.Base != "1") {
		return quarry.Quantity{}, false
	}
	count, ok := lexicon.ReadQuantityIn(quantity.DecimalPoint, factors[0])
	if !ok || count.Unit != "" || factorBetween(count.Bounds, said.Bounds) != 1 {
		return quarry.Quantity{}, false
	}
	count.Text, count.Unit = said.Text, said.Unit
	return count, true
}

// isArc reports whether a value is in minutes or seconds of arc, whose marks are
// those of feet and inches too.
func isArc(v quarry.Quantity, lexicon *lexicon.Lexicon) bool {
	unit, known := lexicon.FindUnit(v.Unit)
	return known && unit.Kind == "angle" && strings.ContainsAny(v.Text, "′″”'\"")
}

// spells reports whether a unit as it is written may mean another one: by its
// kind ("B" is a byte or a billion), or because both say the same ("2x" is a
// multiple, or a count of two).
func spells(lexicon *lexicon.Lexicon, written, meant string) bool {
	unit, known := lexicon.FindUnit(meant)
	if !known {
		return false
	}
	if other, ok := lexicon.FindUnitOf(unit.Kind, written); ok && other.Symbol == unit.Symbol {
		return true
	}
	counted, ok := lexicon.FindUnit(written)
	if many, multiple := lexicon.FindUnitOf("count", written); multiple && repeats(lexicon, many, unit) {
		return true
	}
	return ok && counted.Factor == unit.Factor && counted.Offset == unit.Offset && counted.Base == unit.Base
}

// leastMultiple is the least that numbers are counted in.
const leastMultiple = 1000

// repeats reports whether a multiple behind a number says once more what its unit says
// already: "10 k" in k$ are 10 k$.
func repeats(lexicon *lexicon.Lexicon, many, unit quantity.Unit) bool {
	_, prefix := utf8.DecodeRuneInString(unit.Symbol)
	plain, ok := lexicon.FindUnitOf(unit.Kind, unit.Symbol[prefix:])
	return ok && plain.Base == unit.Base && plain.Factor != 0 && many.Factor >= leastMultiple && unit.Factor/plain.Factor == many.Factor
}
