package quantity

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// timesSigns are the signs of multiplication between two numbers.
func timesSigns() [9]string {
	return [...]string{"×", "x", "X", "*", "·", "⋅", "✕", `\times`, `\cdot`}
}

// FactorsOf returns what is multiplied in a quantity as it is written, the first of
// them first: "2" and "48 GB" of "2 × 48 GB". It returns nothing if a factor is a
// power of ten, which a number is written with, and the whole text if nothing in it is
// multiplied.
func FactorsOf(text string) []string {
	if !strings.ContainsFunc(text, mayBeTimes) {
		return nil
	}
	text, _, _ = strings.Cut(text[max(0, strings.IndexFunc(text, unicode.IsNumber)):], "=")
	var factors []string
	for {
		factor, rest, found := cutTimes(text)
		if factor == "" || isPowerOfTen(rest) {
			return nil
		}
		factors, text = append(factors, factor), rest
		if !found {
			return factors
		}
	}
}

// mayBeTimes reports whether a sign of multiplication may begin with a character.
func mayBeTimes(c rune) bool {
	return c >= utf8.RuneSelf || c == 'x' || c == 'X' || c == '*' || c == '\\'
}

// cutTimes cuts a text at the first sign of multiplication between two numbers.
func cutTimes(text string) (string, string, bool) {
	for at := 1; at < len(text); at++ {
		for _, sign := range timesSigns() {
			rest, ok := strings.CutPrefix(text[at:], sign)
			factor, rest := strings.TrimSpace(text[:at]), strings.TrimSpace(rest)
			if ok && endsInDigit(factor) && rest != "" && isDigit(rest[0]) {
				return factor, rest, true
			}
		}
	}
	return strings.TrimSpace(text), "", false
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func endsInDigit(text string) bool { return text != "" && isDigit(text[len(text)-1]) }

func isPowerOfTen(text string) bool {
	power, ok := strings.CutPrefix(text, "10")
	_, length := Exponent(power)
	return ok && length > 0
}

// mostExponentDigits is how many digits an exponent has, its sign among them.
const mostExponentDigits = 5

// Exponent returns the exponent that a text begins with, in whichever way it is marked,
// and how many bytes it has: "^38", "^{-3}", "**6", "<sup>24</sup>", "³⁸". The length is
// 0 if the text begins with none.
func Exponent(text string) (int, int) {
	for _, mark := range [...]struct{ opens, closes string }{{"^{", "}"}, {"**{", "}"}, {"<sup>", "</sup>"}, {"^", ""}, {"**", ""}} {
		behind, marked := strings.CutPrefix(text, mark.opens)
		if !marked {
			continue
		}
		exponent, length := signedInteger(behind)
		rest, closed := strings.CutPrefix(behind[length:], mark.closes)
		if length == 0 || !closed {
			return 0, 0
		}
		return exponent, len(text) - len(rest)
	}
	return superscript(text)
}

// signedInteger reads the digits of a whole number and the sign before them.
func signedInteger(text string) (int, int) {
	digits := strings.TrimLeft(text[len(signOf(text)):], "0123456789")
	length := len(text) - len(digits)
	exponent, ok := exponentOf(strings.Replace(text[:length], "−", "-", 1))
	if !ok {
		return 0, 0
	}
	return exponent, length
}

func signOf(text string) string {
	for _, sign := range [...]string{"-", "−", "+"} {
		if strings.HasPrefix(text, sign) {
			return sign
		}
	}
	return ""
}

func exponentOf(digits string) (int, bool) {
	exponent, err := strconv.Atoi(digits)
	return exponent, err == nil && len(digits) <= mostExponentDigits
}

// superscript reads a whole number that is written small and high.
func superscript(text string) (int, int) {
	number, length := "", 0
	for _, r := range text {
		plain := plainOf(r)
		if plain == "" || number != "" && (plain == "-" || plain == "+") || len(number) > mostExponentDigits {
			break
		}
		number += plain
		length += utf8.RuneLen(r)
	}
	exponent, ok := exponentOf(number)
	if !ok {
		return 0, 0
	}
	return exponent, length
}

// plainOf returns the digit or the sign that a superscript stands for, or "".
func plainOf(r rune) string {
	const small, plain = "⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺", "0123456789-+"
	at := strings.IndexRune(small, r)
	if at < 0 {
		return ""
	}
	at = utf8.RuneCountInString(small[:at])
	return plain[at : at+1]
}
