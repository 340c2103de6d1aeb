package quarry

import (
	"strings"
	"unicode/utf8"
)

// power adds the exponent that stands behind digits, where one does: "e38", "×
// 10³⁸", "x 10^38", or "^12" behind "10".
func (s *quantityScanner) power(digits string) string {
	start := s.at
	if exponent, ok := s.exponent(); ok && digits == "10" {
		return "1e" + exponent
	}
	s.at = start
	if exponent, ok := s.tenTimes(); ok {
		return digits + "e" + exponent
	}
	s.at = start
	return digits
}

// tenTimes reads "e38" or "× 10^38".
func (s *quantityScanner) tenTimes() (string, bool) {
	if s.take("e") {
		return s.signed()
	}
	s.space()
	for _, times := range []string{"×", "x", "·", "*"} {
		if s.take(times) {
			s.space()
			if s.take("10") {
				return s.exponent()
			}
		}
	}
	return "", false
}

// exponent reads "^38", "^{-3}" or "³⁸".
func (s *quantityScanner) exponent() (string, bool) {
	if !s.take("^") {
		return s.superscript()
	}
	braced := s.take("{")
	exponent, ok := s.signed()
	return exponent, ok && (!braced || s.take("}"))
}

// signed reads the digits of a whole number and the sign before them.
func (s *quantityScanner) signed() (string, bool) {
	sign := ""
	if s.take("-") || s.take("−") {
		sign = "-"
	} else {
		s.take("+")
	}
	from := s.at
	for startsWithDigits(s.rest(), 1) {
		s.at++
	}
	return sign + s.text[from:s.at], from < s.at
}

// superscript reads a whole number that is written small and high.
func (s *quantityScanner) superscript() (string, bool) {
	number := ""
	for _, r := range s.rest() {
		plain := plainOf(r)
		if plain == "" || (number != "" && plain == "-") {
			break
		}
		number += plain
		s.at += utf8.RuneLen(r)
	}
	return number, strings.TrimPrefix(number, "-") != ""
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
