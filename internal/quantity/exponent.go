package quantity

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/quarrykb/quarry/internal/text"
)

// power reads the power of ten that stands behind digits, where one does:
// "e38", "× 10³⁸", "x 10^38", or "^12" behind "10". It returns the digits that
// the power multiplies.
func (s *quantityScanner) power(digits string) (string, int, bool) {
	start := s.at
	if exponent, ok := s.exponent(); ok && digits == "10" {
		return "1", exponent, true
	}
	s.at = start
	if exponent, ok := s.tenTimes(); ok {
		return digits, exponent, true
	}
	s.at = start
	return digits, 0, false
}

// powerOfTwo reads the exponent of "2⁻¹⁴". One without a sign may be the mark of a
// footnote; a power that goes on, "2⁻¹⁴ × 3", is no number.
func (s *quantityScanner) powerOfTwo(base string) (numeral, bool) {
	if base != "2" || !strings.HasPrefix(s.rest(), "⁻") {
		return numeral{}, false
	}
	exponent, ok := s.superscript()
	value := math.Ldexp(1, exponent)
	digits, power, _ := strings.Cut(strconv.FormatFloat(value, 'e', -1, bitsOfFloat), "e")
	tens, err := strconv.Atoi(power)
	n, written := numeralOf(digits, tens)
	next, _ := utf8.DecodeRuneInString(strings.TrimLeft(s.rest(), " \u00a0"))
	s.refused = s.refused || !ok || err != nil || !written || value == 0 || strings.ContainsRune("×·⋅*+-−–/", next)
	return n, true
}

// bitsOfFloat is the size of the numbers that are computed with.
const bitsOfFloat = 64

// tenTimes reads "e38" or "× 10^38".
func (s *quantityScanner) tenTimes() (int, bool) {
	if s.take("e") {
		return s.signed()
	}
	s.space()
	if !s.takeAny("×", "x", "·", "⋅", "*", `\times`, `\cdot`) {
		return 0, false
	}
	s.space()
	if !s.take("10") {
		return 0, false
	}
	return s.exponent()
}

// exponent reads "^38", "^{-3}" or "³⁸".
func (s *quantityScanner) exponent() (int, bool) {
	if !s.take("^") {
		return s.superscript()
	}
	braced := s.take("{")
	exponent, ok := s.signed()
	return exponent, ok && (!braced || s.take("}"))
}

// mostExponentDigits is how many digits an exponent has.
const mostExponentDigits = 5

// signed reads the digits of a whole number and the sign before them.
func (s *quantityScanner) signed() (int, bool) {
	sign := ""
	if s.take("-") || s.take("−") {
		sign = "-"
	} else {
		s.take("+")
	}
	from := s.at
	for s.at < len(s.text) && text.IsDigit(s.text[s.at]) {
		s.at++
	}
	return exponentOf(sign + s.text[from:s.at])
}

func exponentOf(text string) (int, bool) {
	if text == "" || len(text) > mostExponentDigits {
		return 0, false
	}
	exponent, err := strconv.Atoi(text)
	return exponent, err == nil
}

// superscript reads a whole number that is written small and high.
func (s *quantityScanner) superscript() (int, bool) {
	number := ""
	for _, r := range s.rest() {
		plain := plainOf(r)
		if plain == "" || (number != "" && plain == "-") || len(number) > mostExponentDigits {
			break
		}
		number += plain
		s.at += utf8.RuneLen(r)
	}
	return exponentOf(number)
}

// plainOf returns the digit or the sign that a superscript stands for, or "".
func plainOf(r rune) string {
	const small = "⁰¹²³⁴⁵⁶⁷⁸⁹⁻"
	at := strings.IndexRune(small, r)
	if at < 0 {
		return ""
	}
	at = utf8.RuneCountInString(small[:at])
	return "0123456789-"[at : at+1]
}
