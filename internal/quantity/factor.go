package quantity

import (
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarrykb/quarry/internal/text"
)

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
			if ok && endsInDigit(factor) && startsWithDigits(rest, 1) {
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
func (l *System) Times(word string) float64 {
	bare := strings.TrimLeft(word, "×·*")
	if unit, ok := l.FindUnitOf(Count, bare); ok && isMany(unit) && len(bare) > 1 {
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
