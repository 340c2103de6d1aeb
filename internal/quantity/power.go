package quantity

import (
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarrykb/quarry/internal/text"
)

// power reads the power of ten that stands behind digits, where one does:
// "e38", "× 10³⁸", "x 10^38", or "^12" behind "10". It returns the digits that
// the power multiplies.
func (s *quantityScanner) power(digits string) (string, int, bool) {
	start := s.at
	if exponent, ok := s.integer(Exponent); ok && digits == "10" {
		return "1", exponent, true
	}
	s.at = start
	if exponent, ok := s.tenTimes(); ok {
		return digits, exponent, true
	}
	return digits, 0, s.back(start)
}

// powerOfTwo reads the exponent of "2⁻¹⁴". One without a sign may be the mark of a
// footnote; a power that goes on, "2⁻¹⁴ × 3", is no number.
func (s *quantityScanner) powerOfTwo(base string) (numeral, bool) {
	if base != "2" || !strings.HasPrefix(s.rest(), "⁻") {
		return numeral{}, false
	}
	exponent, ok := s.integer(superscript)
	value := math.Ldexp(1, exponent)
	next, _ := utf8.DecodeRuneInString(strings.TrimLeft(s.rest(), " \u00a0"))
	s.refused = s.refused || !ok || value == 0 || strings.ContainsRune("×·⋅*+-−–/", next)
	_, decimals, _ := strings.Cut(strconv.FormatFloat(value, 'f', -1, bitsOfFloat), ".")
	return numeral{value: value, step: powerOfTen(-len(decimals))}, true
}

// bitsOfFloat is the size of the numbers that are computed with.
const bitsOfFloat = 64

// tenTimes reads "e38" or "× 10^38".
func (s *quantityScanner) tenTimes() (int, bool) {
	if s.take("e") {
		return s.integer(signedInteger)
	}
	s.space()
	if !s.takeAny(timesSigns()...) {
		return 0, false
	}
	s.space()
	if !s.take("10") {
		return 0, false
	}
	return s.integer(Exponent)
}

// integer passes a whole number that is written in some way.
func (s *quantityScanner) integer(read func(string) (int, int)) (int, bool) {
	number, length := read(s.rest())
	s.at += length
	return number, length > 0
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
	length := 0
	if first, size := utf8.DecodeRuneInString(text); strings.ContainsRune("-−+", first) {
		length = size
	}
	length += leadingDigits(text[length:])
	exponent, ok := exponentOf(strings.Replace(text[:length], "−", "-", 1))
	if !ok {
		return 0, 0
	}
	return exponent, length
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

// timesSigns are the signs of multiplication between two numbers.
func timesSigns() []string {
	return []string{"×", "x", "X", "*", "·", "⋅", "✕", `\times`, `\cdot`}
}

// FactorsOf returns what is multiplied in a quantity as it is written, the first of
// them first: "2" and "48 GB" of "2 × 48 GB". It returns nothing if a factor is a
// power of ten, which a number is written with, and the whole text if nothing in it is
// multiplied.
func FactorsOf(written string) []string {
	if !strings.ContainsFunc(written, mayBeTimes) {
		return nil
	}
	written, _, _ = strings.Cut(written[max(0, strings.IndexFunc(written, unicode.IsNumber)):], "=")
	var factors []string
	for {
		factor, rest, found := cutTimes(written)
		if factor == "" || isPowerOfTen(rest) {
			return nil
		}
		factors, written = append(factors, factor), rest
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
func cutTimes(written string) (string, string, bool) {
	for at := 1; at < len(written); at++ {
		for _, sign := range timesSigns() {
			rest, ok := strings.CutPrefix(written[at:], sign)
			factor, rest := strings.TrimSpace(written[:at]), strings.TrimSpace(rest)
			if ok && endsInDigit(factor) && startsWithDigit(rest) {
				return factor, rest, true
			}
		}
	}
	return strings.TrimSpace(written), "", false
}

func endsInDigit(written string) bool {
	return written != "" && text.IsDigit(written[len(written)-1])
}

func isPowerOfTen(written string) bool {
	power, ok := strings.CutPrefix(written, "10")
	_, length := Exponent(power)
	return ok && length > 0
}

// IsFactor reports whether what stands behind a text is one more factor of the
// number that the text ends with: of "2 × 48 GB", where that is no quantity, "48
// GB" is none either.
func IsFactor(before string) bool {
	before = strings.TrimRightFunc(before, unicode.IsSpace)
	for _, sign := range timesSigns() {
		if number, ok := strings.CutSuffix(before, sign); ok {
			number = strings.TrimRightFunc(number, unicode.IsSpace)
			last, _ := utf8.DecodeLastRuneInString(number)
			return unicode.IsNumber(last)
		}
	}
	return false
}

// What the powers of a title stand for: thousands and more of two, any of ten up to a
// number of digits.
const (
	leastPowerOfTwo = 10
	mostPowerOfTwo  = 62
	mostPowerOfTen  = 99
)

// Times returns the factor that a word of a title is, by which the numbers below it are
// multiplied: a power of ten or of two, "×1000", "million". It is 0 for any other word,
// and for a single letter, which is too many things.
func (s *System) Times(word string) float64 {
	bare := strings.TrimLeft(word, "×·*")
	if unit, ok := s.FindUnitOf(Count, bare); ok && isMany(unit) && len(bare) > 1 {
		return unit.Factor
	}
	if zeros, ok := strings.CutPrefix(strings.ReplaceAll(bare, ",", ""), "1"); ok && bare != word && len(zeros) > 1 && strings.Trim(zeros, "0") == "" {
		return timesTen(strconv.Itoa(len(zeros)))
	}
	if power, ok := strings.CutPrefix(bare, "2"); ok {
		if exponent, length := Exponent(power); length > 0 && length == len(power) && exponent >= leastPowerOfTwo && exponent <= mostPowerOfTwo {
			return math.Ldexp(1, exponent)
		}
	}
	if power, ok := strings.CutPrefix(bare, "10"); ok {
		return timesTen(power)
	}
	if power, ok := strings.CutPrefix(strings.ToLower(bare), "1e"); ok {
		return timesTen(power)
	}
	return 0
}

// timesTen returns ten raised to a power, marked as one or not; 0 if no title states
// that one.
func timesTen(power string) float64 {
	exponent, length := Exponent(power)
	if length == 0 {
		exponent, length = signedInteger(power)
	}
	if length != len(power) || exponent < -mostPowerOfTen || exponent > mostPowerOfTen || exponent == 0 {
		return 0
	}
	return powerOfTen(exponent)
}
