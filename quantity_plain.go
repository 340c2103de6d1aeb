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
	if !startsWithDigits(whole, len(whole)) || !startsWithDigits(fraction, len(fraction)) {
		return Quantity{}, false
	}
	value, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return Quantity{}, false
	}
	return Quantity{Bounds: Single(value, ""), Text: text, Qualifier: Exact, Step: math.Pow10(-len(fraction))}, true
}

// plainQuantity reads a text that is nothing but such a number and a unit that
// means one thing only: "80 GB". It reads what the scanner reads, or nothing.
func (l *Lexicon) plainQuantity(style NumberStyle, text string) (Quantity, bool) {
	digits := 0
	for digits < len(text) && (isDigit(text[digits]) || text[digits] == '.') {
		digits++
	}
	if digits == 0 || digits == len(text) {
		return Quantity{}, false
	}
	spelled := strings.TrimPrefix(text[digits:], " ")
	unit, ok := l.units[spelled]
	if !ok || isMany(unit) || !isPlainUnit(spelled) || unit.isMoney() {
		return Quantity{}, false
	}
	quantity, ok := plainNumber(style, text[:digits])
	quantity.Text, quantity.Unit = text, unit.Symbol
	return quantity, ok
}

// isPlainUnit reports whether a unit is written in letters and strokes: a number
// cannot go on in it.
func isPlainUnit(spelled string) bool {
	for i := range len(spelled) {
		letter := spelled[i]|0x20 >= 'a' && spelled[i]|0x20 <= 'z'
		if !letter && (i == 0 || spelled[i] != '/') {
			return false
		}
	}
	return len(spelled) <= longestUnitBytes
}
