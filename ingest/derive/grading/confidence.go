package grading

import (
	"cmp"
	"math"
	"slices"
)

// Confidence is how sure estimates may be of themselves, from 0 to 1, and from
// where on they are of use. It is read off the same examples that it speaks of, of
// which no model had seen those that it judged.
type Confidence struct {
	Temperature float64 // by which the logarithms of probabilities are divided
	Mean        float64 // confidence of the likeliest class; the accuracy, where it is honest
	Floor       float64 // estimates of less are, together, right no more often than the most frequent class
	Above       int     // examples whose estimates are at the floor or above
	Accuracy    float64 // of these
	Baseline    float64 // the share of these whose class is the most frequent one of all
}

// guess is what was said of one example.
type guess struct {
	probabilities []float64
	stated        int
	easy          bool // whether always saying the most frequent class is right

	confidence float64
}

func (g guess) right() bool { return likeliest(g.probabilities) == g.stated }

func calibrate(guesses []guess) Confidence {
	c := Confidence{Temperature: temperature(guesses)}
	for i, g := range guesses {
		guesses[i].confidence = slices.Max(tempered(g.probabilities, c.Temperature))
		c.Mean += guesses[i].confidence / float64(len(guesses))
	}
	slices.SortStableFunc(guesses, func(a, b guess) int { return cmp.Compare(a.confidence, b.confidence) })
	of := guesses[useless(guesses):]
	c.Floor, c.Above = 1, len(of)
	if len(of) > 0 {
		c.Floor = of[0].confidence
	}
	for _, g := range of {
		c.Accuracy += share(g.right(), len(of))
		c.Baseline += share(g.easy, len(of))
	}
	return c
}

// share is one of so many where something holds.
func share(holds bool, of int) float64 { //nolint:revive // the flag is what is counted
	if !holds {
		return 0
	}
	return 1 / float64(of)
}

// useless returns how many of the least sure guesses are, together, right no more
// often than the most frequent class. Those that are as sure stay together.
func useless(guesses []guess) int {
	ahead, last := 0, 0
	for i, g := range guesses {
		if g.right() {
			ahead++
		}
		if g.easy {
			ahead--
		}
		if ahead <= 0 && (i+1 == len(guesses) || guesses[i+1].confidence > g.confidence) {
			last = i + 1
		}
	}
	return last
}

// temperature returns by what the logarithms of the probabilities have to be
// divided for what is stated to be the least surprising (Guo and others, "On
// calibration of modern neural networks", 2017): above 1 where the models are too
// sure of themselves. The surprise has one valley, which is closed in on.
func temperature(guesses []guess) float64 {
	const lowest, highest, steps = -2.0, 3.0, 40 // of its logarithm
	golden := (math.Sqrt(5) - 1) / 2             //nolint:mnd // The golden section.
	low, high := lowest, highest
	for range steps {
		a, b := high-golden*(high-low), low+golden*(high-low)
		if surpriseAt(guesses, math.Exp(a)) <= surpriseAt(guesses, math.Exp(b)) {
			high = b
		} else {
			low = a
		}
	}
	return math.Exp((low + high) / 2) //nolint:mnd // The middle.
}

func surpriseAt(guesses []guess, temperature float64) float64 {
	sum := 0.0
	for _, g := range guesses {
		sum -= math.Log(max(leastShare, tempered(g.probabilities, temperature)[g.stated]))
	}
	return sum
}

// tempered returns the probabilities at a temperature.
func tempered(probabilities []float64, temperature float64) []float64 {
	highest := math.Log(max(leastShare, slices.Max(probabilities)))
	changed := make([]float64, len(probabilities))
	sum := 0.0
	for k, p := range probabilities {
		changed[k] = math.Exp((math.Log(max(leastShare, p)) - highest) / temperature)
		sum += changed[k]
	}
	for k := range changed {
		changed[k] /= sum
	}
	return changed
}
