package claim

import (
	"math"
	"strconv"
	"strings"

	"github.com/quarrykb/quarry"
)

// timesIn splits what a label states of its numbers, "10^24 kg", "millions of
// dollars" or "$ millions", into the factor and the unit. The factor is 0 where
// there is none.
func (r *Reader) timesIn(text string) (float64, string) {
	bare := strings.TrimLeft(text, "×·x* ")
	first, rest, more := strings.Cut(bare, " ")
	if !more {
		return 0, text
	}
	if bare != text {
		first = "×" + first
	}
	if times := r.timesOf(first); times > 0 {
		return times, strings.TrimPrefix(strings.TrimLeft(rest, "×·* "), "of ")
	}
	last := strings.LastIndexByte(text, ' ')
	if unit, ok := r.unitCalled(strings.TrimSuffix(text[:last], " in")); ok && isMoney(unit.Kind) {
		if times := r.timesOf(text[last+1:]); times > 0 {
			return times, strings.TrimSuffix(text[:last], " in")
		}
	}
	return 0, text
}

// timesOf returns the factor that a word is, a power of ten, "×1000" or
// "million"; 0 for any other word. Single letters are too many things.
func (r *Reader) timesOf(word string) float64 {
	marked := word
	word = strings.TrimLeft(word, "×·*")
	if unit, ok := r.lexicon.FindUnitOf(countKind, word); ok && unit.Factor >= leastMultiple && len(word) > 1 && !strings.Contains(unit.Symbol, " ") {
		return unit.Factor
	}
	if isPowerOf("2", word) {
		return timesTwo(word[1:])
	}
	if word == "" || word[0] != '1' {
		return 0
	}
	if zeros := strings.ReplaceAll(word[1:], ",", ""); marked != word && len(zeros) > 1 && strings.Trim(zeros, "0") == "" {
		word = "1e" + strconv.Itoa(len(zeros))
	}
	power, raised := strings.CutPrefix(word, "10")
	if !raised {
		power, raised = strings.CutPrefix(strings.ToLower(word), "1e")
	}
	if !raised {
		return 0
	}
	return timesTen(power)
}

// timesTen returns ten raised to a power, 0 where no label states that one.
func timesTen(power string) float64 {
	exponent, ok := exponentOf(power)
	if !ok || exponent < -mostExponent || exponent > mostExponent || exponent == 0 {
		return 0
	}
	times, err := strconv.ParseFloat("1e"+strconv.Itoa(exponent), 64)
	if err != nil {
		return 0
	}
	return times
}

// The powers of two that a label states: those that stand for thousands and more.
const (
	leastPowerOfTwo = 10
	mostPowerOfTwo  = 62
)

// timesTwo returns two raised to a power, 0 where no label states that one.
func timesTwo(power string) float64 {
	exponent, ok := exponentOf(power)
	if !ok || exponent < leastPowerOfTwo || exponent > mostPowerOfTwo {
		return 0
	}
	return math.Ldexp(1, exponent)
}

// exponentOf reads what stands behind the base of a power: "^24", "²⁴", "**24".
func exponentOf(power string) (int, bool) {
	power = strings.TrimPrefix(strings.TrimPrefix(power, "^"), "**")
	exponent, err := strconv.Atoi(lowered(strings.Trim(power, "{}")))
	return exponent, err == nil
}

// timesAlone returns the factor that stands in the only brackets of a label which
// state no unit that anybody knows: of "Rows (2^20)" and "Flux (10^15 s⁻¹)". It is 0
// where there is none.
func (r *Reader) timesAlone(label string, units []hint) float64 {
	if len(units) > 0 || !opensBracket(label) {
		return 0
	}
	inside := bracketed(label)
	if len(inside) != 1 {
		return 0
	}
	if isFactor(inside[0]) {
		return r.timesOf(strings.TrimLeft(inside[0], "x"))
	}
	times, _ := r.timesIn(inside[0])
	return times
}

// bracketedTimes gives units the factor that stands in brackets of its own:
// "Mass (×10^24) kg". A factor that is not understood leaves no unit.
func (r *Reader) bracketedTimes(all []string, units []hint) []hint {
	for _, inside := range all {
		if !isFactor(inside) {
			continue
		}
		times := r.timesOf(strings.TrimLeft(inside, "x"))
		if times == 0 {
			return nil
		}
		for i := range units {
			units[i].times = times
		}
	}
	return units
}

// isFactor reports whether a text is a factor and nothing else: "×10^24", "10³".
func isFactor(text string) bool {
	first, _, more := strings.Cut(text, " ")
	return !more && first != "" && (isMarkedFactor(first) || isPower(first) || isPowerOf("2", first))
}

// isMarkedFactor reports whether a word begins with the sign of a factor: "×1000",
// "x10^6", "'000".
func isMarkedFactor(word string) bool {
	for _, sign := range []string{"×", "x", "*", "·", "'"} {
		if behind, ok := strings.CutPrefix(word, sign); ok {
			return behind != "" && isDigit(behind[0])
		}
	}
	return false
}

// allTimes gives all units of a bracket the factor that one of its parts is:
// "USD, millions". Alone, a factor is a unit.
func (r *Reader) allTimes(part string, units []hint) bool {
	times := r.timesOf(part)
	if times == 0 || len(units) == 0 || !isMoney(units[0].unit.Kind) {
		return false
	}
	for i := range units {
		units[i].times = times
	}
	return true
}

// takeTimes gives units the factor that stands last before them, and returns the
// words without it.
func (r *Reader) takeTimes(before []string, units []hint) []string {
	last := len(before) - 1
	if last < 1 {
		return before
	}
	times := r.timesOf(before[last])
	if times == 0 {
		return before
	}
	for i := range units {
		units[i].times = times
	}
	return before[:last]
}

// mostExponent is the largest power of ten that a label states.
const mostExponent = 99

// lowered writes small high digits plainly.
func lowered(power string) string {
	const high = "⁰¹²³⁴⁵⁶⁷⁸⁹⁻"
	return strings.Map(func(c rune) rune {
		at := strings.IndexRune(high, c)
		if at < 0 {
			return c
		}
		return rune("0123456789-"[len([]rune(high[:at]))])
	}, power)
}

// give gives a bare number the unit that is stated for it, and its factor.
func (h hint) give(q *quarry.Quantity) {
	q.Unit = h.unit.Symbol
	multiply(q, h.times)
}

// multiply multiplies a number; a factor of 0 stands for none. A number that is
// written with its power of ten is no multiple of the one that its title states.
func multiply(q *quarry.Quantity, times float64) {
	if times != 0 && !isRaised(q.Text) {
		q.Min, q.Max, q.Step = multiplied(q.Min, times), multiplied(q.Max, times), q.Step*times
	}
}

// isRaised reports whether a number is written with a power of ten: "5.97 × 10^24",
// "330e21".
func isRaised(text string) bool {
	for i := 1; i < len(text); i++ {
		switch {
		case text[i-1] == '1' && isPower(text[i-1:]):
			return true
		case text[i]|0x20 == 'e' && isDigit(text[i-1]) && i+1 < len(text) && (isDigit(text[i+1]) || strings.ContainsRune("+-", rune(text[i+1]))):
			return true
		}
	}
	return false
}

// multiplied multiplies a bound, without what binary digits add to it.
func multiplied(bound *float64, times float64) *float64 {
	const digits = 15
	if bound == nil {
		return nil
	}
	product := *bound * times
	if tidy, err := strconv.ParseFloat(strconv.FormatFloat(product, 'g', digits, 64), 64); err == nil {
		product = tidy
	}
	return &product
}
