package quarry

import (
	"math"
	"strconv"
	"strings"
)

// mostPlainDigits is how many digits every number has that a float holds as it
// is written.
const mostPlainDigits = 15

// plainNumber reads a text that is nothing but a number of ASCII digits, as most
// cells of a table are, without looking for anything else in it. It reads what
// the scanner reads, or nothing.
func plainNumber(style NumberStyle, text string) (Quantity, bool) {
	if text == "" || len(text) > mostPlainDigits || (text[0] == '0' && len(text) > 1 && text[1] != '.') {
		return Quantity{}, false
	}
	whole, fraction, pointed := strings.Cut(text, ".")
	if pointed && (style != DecimalPoint || whole == "" || fraction == "") {
		return Quantity{}, false
	}
	if strings.Trim(whole, "0123456789") != "" || strings.Trim(fraction, "0123456789") != "" {
		return Quantity{}, false
	}
	value, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return Quantity{}, false
	}
	return Quantity{Bounds: Single(value, ""), Text: text, Qualifier: Exact, Step: math.Pow10(-len(fraction))}, true
}
