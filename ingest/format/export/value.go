package export

import (
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
func quantityOf(said value, lexicon *lexicon.Lexicon) quarry.Quantity {
	var first *quarry.Quantity
	for _, read := range readings(said.Text, lexicon) {
		read.Text = said.Text
		if meant, ok := said.meantBy(&read, lexicon); ok {
			return meant
		}
		if first == nil {
			first = &read
		}
	}
	if count, ok := said.countOf(lexicon); ok {
		return count
	}
	if first != nil {
		return *first
	}
	return quarry.Quantity{
		Bounds: said.meant(), Text: said.Text, Qualifier: quarry.Qualifier(said.Qualifier), Step: said.Step,
	}
}

// meantBy returns a number that was read, as the file says it, where it may be meant
// so. The number gets the file's unit where it may be in that.
func (v value) meantBy(read *quarry.Quantity, lexicon *lexicon.Lexicon) (quarry.Quantity, bool) {
	if read.Unit == "" || spells(lexicon, read.Unit, v.Unit) || v.isArc(lexicon) {
		read.Unit = v.Unit
	}
	if sameBound(read.Min, v.Min) && sameBound(read.Max, v.Max) {
		return *read, true
	}
	return v.inTimes(*read, lexicon)
}

// readings returns what a text may say, the likeliest first.
func readings(text string, lexicon *lexicon.Lexicon) []quarry.Quantity {
	var all []quarry.Quantity
	for _, style := range []quantity.NumberStyle{quantity.DecimalPoint, quantity.DecimalComma} {
		if read, ok := lexicon.ReadQuantityIn(style, text); ok {
			all = append(all, read)
		}
		if read, ok := readEnds(lexicon, style, text); ok {
			all = append(all, read)
		}
	}
	return all
}

// readEnds reads two numbers with a word between them as the ends of a range:
// "1 to ~5.7×10⁷⁶".
func readEnds(lexicon *lexicon.Lexicon, style quantity.NumberStyle, text string) (quarry.Quantity, bool) {
	before, behind, between := strings.Cut(text, " to ")
	if !between {
		return quarry.Quantity{}, false
	}
	low, lowOK := lexicon.ReadQuantityIn(style, before)
	high, highOK := lexicon.ReadQuantityIn(style, behind)
	if !lowOK || !highOK || low.Min == nil || high.Max == nil || *low.Min > *high.Max {
		return quarry.Quantity{}, false
	}
	return quarry.Quantity{
		Bounds: quarry.Bounds{Min: low.Min, Max: high.Max, Unit: high.Unit}, Qualifier: quarry.Range,
		Step: max(low.Step, high.Step),
	}, true
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

func sameBound(a, b *float64) bool {
	if a == nil || b == nil {
		return a == b
	}
	return *a == *b
}
