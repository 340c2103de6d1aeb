package quantity

import (
	"math"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/text"
)

// mostPlainDigits is how many digits every number has that a float holds as it
// is written.
const mostPlainDigits = 15

// plainQuantity reads a text that is nothing but a number of ASCII digits, as most
// cells of a table are, or one and a unit that means one thing only, "80 GB",
// without looking for anything else in it. It reads what the scanner reads, or
// nothing.
func (l *System) plainQuantity(style NumberStyle, text string) (quarry.Quantity, bool) {
	digits, decimals, end := plainDigits(style, text)
	if end == 0 {
		return quarry.Quantity{}, false
	}
	unit, known := "", true
	if end < len(text) {
		unit, known = l.plain[strings.TrimPrefix(text[end:], " ")]
	}
	if !known {
		return quarry.Quantity{}, false
	}
	step := math.Pow10(-decimals)
	value := float64(digits)
	if decimals > 0 {
		value /= math.Pow10(decimals) // both are exact, so that this is the nearest number
	}
	return quarry.Quantity{Bounds: quarry.Single(value, unit), Text: text, Qualifier: quarry.Exact, Step: step}, true
}

// plainDigits reads the digits that a text begins with, and a decimal point among
// them: what they are without it, how many stand behind it, and where the number
// ends; 0 where it is not written so plainly.
func plainDigits(style NumberStyle, written string) (int64, int, int) {
	digits, point, end := int64(0), -1, 0
	for ; end < len(written); end++ {
		if c := written[end]; text.IsDigit(c) {
			digits = digits*10 + int64(c-'0')
		} else if c == '.' && point < 0 && style == DecimalPoint {
			point = end
		} else {
			break
		}
		if end == mostPlainDigits {
			return 0, 0, 0
		}
	}
	switch {
	case end == 0 || point == 0 || point == end-1, end < len(written) && written[end] == '.':
		return 0, 0, 0
	case written[0] == '0' && end > 1 && point != 1:
		return 0, 0, 0
	case point < 0:
		return digits, 0, end
	}
	return digits, end - point - 1, end
}

// isPlain reports whether the spelling of a unit means one thing only, and a number
// cannot go on in it: letters and strokes, and neither a multiple nor a currency.
func (u Unit) isPlain(spelling string) bool {
	for i := range len(spelling) {
		letter := spelling[i]|0x20 >= 'a' && spelling[i]|0x20 <= 'z'
		if !letter && (i == 0 || spelling[i] != '/') {
			return false
		}
	}
	return spelling != "" && len(spelling) <= longestUnitBytes && !isMany(u) && !u.isCurrency()
}
