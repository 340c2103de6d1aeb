package claim

import (
	"strconv"
	"strings"

	"github.com/quarrykb/quarry"
)

// timesIn splits what a label states of its numbers, "10^24 kg" or "millions of
// dollars", into the factor and the unit. The factor is 0 where there is none.
func (r *Reader) timesIn(text string) (float64, string) {
	first, rest, more := strings.Cut(strings.TrimLeft(text, "×·x* "), " ")
	if !more {
		return 0, text
	}
	if times := r.timesOf(first); times > 0 {
		return times, strings.TrimPrefix(strings.TrimLeft(rest, "×·* "), "of ")
	}
	return 0, text
}

// timesOf returns the factor that a word is, a power of ten or "million"; 0 for
// any other word. Single letters are too many things.
func (r *Reader) timesOf(word string) float64 {
	word = strings.TrimLeft(word, "×·*")
	if unit, ok := r.lexicon.FindUnitOf(countKind, word); ok && unit.Factor >= leastMultiple && len(word) > 1 && !strings.Contains(unit.Symbol, " ") {
		return unit.Factor
	}
	if word == "" || word[0] != '1' {
		return 0
	}
	power, raised := strings.CutPrefix(word, "10")
	if raised {
		power = strings.TrimPrefix(strings.TrimPrefix(power, "^"), "**")
	} else if power, raised = strings.CutPrefix(strings.ToLower(word), "1e"); !raised {
		return 0
	}
	exponent, err := strconv.Atoi(lowered(strings.Trim(power, "{}")))
	if err != nil || exponent < -mostExponent || exponent > mostExponent || exponent == 0 {
		return 0
	}
	times, err := strconv.ParseFloat("1e"+strconv.Itoa(exponent), 64)
	if err != nil {
		return 0
	}
	return times
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

// multiply multiplies a number; a factor of 0 stands for none.
func multiply(q *quarry.Quantity, times float64) {
	if times != 0 {
		q.Min, q.Max, q.Step = multiplied(q.Min, times), multiplied(q.Max, times), q.Step*times
	}
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
