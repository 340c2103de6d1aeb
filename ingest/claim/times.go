package claim

import (
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/quantity"
	"github.com/quarrykb/quarry/internal/text"
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
	if times := r.lexicon.Times(first); times > 0 {
		return times, strings.TrimPrefix(strings.TrimLeft(rest, "×·* "), "of ")
	}
	last := strings.LastIndexByte(text, ' ')
	if unit, ok := r.unitCalled(strings.TrimSuffix(text[:last], " in")); ok && isMoney(unit.Kind) {
		if times := r.lexicon.Times(text[last+1:]); times > 0 {
			return times, strings.TrimSuffix(text[:last], " in")
		}
	}
	return 0, text
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
		return r.lexicon.Times(strings.TrimLeft(inside[0], "x"))
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
		times := r.lexicon.Times(strings.TrimLeft(inside, "x"))
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
	return !more && first != "" && (isMarkedFactor(first) || isPowerOf("10", first) || isPowerOf("2", first))
}

// isPowerOf reports whether a text begins with a base that is raised to a power.
func isPowerOf(base, text string) bool {
	power, ok := strings.CutPrefix(text, base)
	_, length := quantity.Exponent(power)
	return ok && length > 0
}

// isMarkedFactor reports whether a word begins with the sign of a factor: "×1000",
// "x10^6", "'000".
func isMarkedFactor(word string) bool {
	for _, sign := range []string{"×", "x", "*", "·", "'"} {
		if behind, ok := strings.CutPrefix(word, sign); ok {
			return behind != "" && text.IsDigit(behind[0])
		}
	}
	return false
}

// allTimes gives all units of a bracket the factor that one of its parts is:
// "USD, millions". Alone, a factor is a unit.
func (r *Reader) allTimes(part string, units []hint) bool {
	times := r.lexicon.Times(part)
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
	times := r.lexicon.Times(before[last])
	if times == 0 {
		return before
	}
	for i := range units {
		units[i].times = times
	}
	return before[:last]
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
func isRaised(written string) bool {
	for i := 1; i < len(written); i++ {
		switch {
		case written[i-1] == '1' && isPowerOf("10", written[i-1:]):
			return true
		case written[i]|0x20 == 'e' && text.IsDigit(written[i-1]) && i+1 < len(written) && (text.IsDigit(written[i+1]) || strings.ContainsRune("+-", rune(written[i+1]))):
			return true
		}
	}
	return false
}

// multiplied multiplies a bound, without what binary digits add to it.
func multiplied(bound *float64, times float64) *float64 {
	if bound == nil {
		return nil
	}
	return new(quantity.Tidy(*bound * times))
}
