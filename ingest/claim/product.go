package claim

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
)

// noteProduct notes that a value is what factors come to: "8 × 80 GB" may be of
// one device or of eight.
func noteProduct(spec *quarry.Spec) {
	if factors := FactorsOf(spec.Value.Text); len(factors) > 1 && !isCountOf(factors[0], spec.Value) {
		spec.Notes = append(spec.Notes, "a product: "+strings.Join(factors, " times "))
	}
}

// isCountOf reports whether a value is a factor of its own text.
func isCountOf(factor string, value quarry.Quantity) bool {
	count, err := strconv.ParseFloat(strings.ReplaceAll(factor, ",", ""), 64)
	return err == nil && value.Min != nil && value.Max != nil && *value.Min == count && *value.Max == count
}

// FactorsOf returns what is multiplied in a quantity as it is written, the first of
// them first: "2" and "48 GB" of "2 × 48 GB". It returns nothing where a factor is a
// power of ten, which a number is written with.
func FactorsOf(text string) []string {
	if !strings.ContainsFunc(text, mayBeTimes) {
		return nil
	}
	text, _, _ = strings.Cut(text[leadOf(text):], "=")
	var factors []string
	for {
		factor, rest, found := cutTimes(text)
		if factor == "" || isPower(rest) {
			return nil
		}
		factors, text = append(factors, factor), rest
		if !found {
			return factors
		}
	}
}

// cutTimes cuts a text at the first sign of multiplication between two numbers.
func cutTimes(text string) (string, string, bool) {
	for at := 1; at < len(text); at++ {
		for _, sign := range []string{"×", "x", "X", "*", "·", "⋅", "✕", `\times`, `\cdot`} {
			rest, ok := strings.CutPrefix(text[at:], sign)
			factor, rest := strings.TrimSpace(text[:at]), strings.TrimSpace(rest)
			if ok && endsNumber(factor) && rest != "" && isNumeric(rest[:1]) {
				return factor, rest, true
			}
		}
	}
	return strings.TrimSpace(text), "", false
}

// mayBeTimes reports whether a sign of multiplication may begin with a character.
func mayBeTimes(c rune) bool {
	return c >= utf8.RuneSelf || c == 'x' || c == 'X' || c == '*' || c == '\\'
}

func endsNumber(text string) bool { return text != "" && isNumeric(text[len(text)-1:]) }

// isPower reports whether a factor is a power of ten, which a number is written
// with: "6.5 × 10⁴".
func isPower(text string) bool { return isPowerOf("10", text) }

// isPowerOf reports whether a text begins with a base that is raised to a power.
func isPowerOf(base, text string) bool {
	rest, ok := strings.CutPrefix(text, base)
	if !ok || rest == "" {
		return false
	}
	first, _ := utf8.DecodeRuneInString(rest)
	return strings.ContainsRune("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺^", first) || strings.HasPrefix(rest, "**") || strings.HasPrefix(rest, "<sup>")
}
