package grading

import (
	"cmp"
	"math"
	"slices"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/fit"
)

// Example is an entry of which it is known how hard it is, and what is estimated of it by who
// does not know.
type Example struct {
	Case
	Document  string
	Is        quarry.Difficulty
	Estimated quarry.Grade
}

// Evaluation holds estimates against what is known.
type Evaluation struct {
	Examples  int     `json:"examples"`
	Documents int     `json:"documents"`
	Accuracy  float64 `json:"accuracy"`   // the share that is estimated right
	WithinOne float64 `json:"within_one"` // and the share for which an easy one is not called hard, nor a hard one easy
	// Majority always says the most frequent difficulty. Length calls as many of the shortest
	// easy as are easy, and as many of the longest hard as are hard.
	Majority  Baseline  `json:"majority"`
	Length    Baseline  `json:"length"`
	Confusion Confusion `json:"confusion"`
	// Calibration says how often estimates of a confidence are right.
	Confidence float64 `json:"confidence"` // in the mean
	// Brier is the mean square of how far confidences are from 1 where an estimate is right, and from
	// 0 where it is not (Brier, "Verification of forecasts expressed in terms of probability", 1950).
	Brier       float64 `json:"brier"`
	Calibration []Bin   `json:"calibration"`
}

// Baseline is a guess that knows less, and whether estimates beat it.
type Baseline struct {
	Accuracy float64 `json:"accuracy"`
	Better   int     `json:"better"` // examples that only the estimate has right
	Worse    int     `json:"worse"`  // and those that only the guess has
	P        float64 `json:"p"`      // how likely so many are better where both are as good
}

// Confusion counts examples by what they are, then by what is estimated, with a 0 where there
// is none.
type Confusion map[quarry.Difficulty]map[quarry.Difficulty]int

// Bin is the estimates of about one confidence.
type Bin struct {
	From       float64 `json:"from"`
	To         float64 `json:"to"`
	Examples   int     `json:"examples"`
	Confidence float64 `json:"confidence"` // in the mean
	Accuracy   float64 `json:"accuracy"`
}

// Evaluate measures estimates.
func Evaluate(examples []Example) Evaluation {
	e := Evaluation{Examples: len(examples), Confusion: make(Confusion)}
	for _, is := range quarry.Difficulties() {
		e.Confusion[is] = make(map[quarry.Difficulty]int)
		for _, said := range quarry.Difficulties() {
			e.Confusion[is][said] = 0
		}
	}
	if len(examples) == 0 {
		return e
	}
	documents, counts, far := map[string]bool{}, make(map[quarry.Difficulty]int), 0
	share := 1 / float64(len(examples))
	for _, one := range examples {
		documents[one.Document] = true
		counts[one.Is]++
		e.Confusion[one.Is][one.Estimated.Difficulty]++
		right := fit.Yes(one.Is == one.Estimated.Difficulty)
		e.Accuracy += share * right
		e.Confidence += share * one.Estimated.Confidence
		off := one.Estimated.Confidence - right
		e.Brier += share * off * off
		if one.Is != one.Estimated.Difficulty && one.Is != quarry.Medium && one.Estimated.Difficulty != quarry.Medium {
			far++
		}
	}
	e.Documents, e.WithinOne = len(documents), 1-share*float64(far)
	majority := slices.MaxFunc(quarry.Difficulties(), func(a, b quarry.Difficulty) int { return cmp.Compare(counts[a], counts[b]) })
	e.Majority = baseline(examples, slices.Repeat([]quarry.Difficulty{majority}, len(examples)))
	e.Length = baseline(examples, byLength(examples, counts))
	e.Calibration = calibration(examples)
	return e
}

// byLength guesses by the number of words alone, with the shares of the difficulties known.
func byLength(examples []Example, counts map[quarry.Difficulty]int) []quarry.Difficulty {
	order := make([]int, len(examples))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(examples[a].Words, examples[b].Words), cmp.Compare(examples[a].ID, examples[b].ID))
	})
	guesses := make([]quarry.Difficulty, len(examples))
	for at, i := range order {
		switch {
		case at < counts[quarry.Easy]:
			guesses[i] = quarry.Easy
		case at < counts[quarry.Easy]+counts[quarry.Medium]:
			guesses[i] = quarry.Medium
		default:
			guesses[i] = quarry.Hard
		}
	}
	return guesses
}

func baseline(examples []Example, guesses []quarry.Difficulty) Baseline {
	var b Baseline
	for i, one := range examples {
		switch right, guessed := one.Is == one.Estimated.Difficulty, guesses[i] == one.Is; {
		case guessed:
			b.Accuracy += 1 / float64(len(examples))
			if !right {
				b.Worse++
			}
		case right:
			b.Better++
		}
	}
	b.P = atLeast(b.Better, b.Better+b.Worse)
	return b
}

// atLeast returns how likely a fair coin shows heads so often or more in so many throws: the
// exact sign test, in one direction, which for pairs of right and wrong answers is McNemar's.
func atLeast(heads, throws int) float64 {
	ofFactorial := func(n int) float64 {
		value, _ := math.Lgamma(float64(n + 1))
		return value
	}
	sum := 0.0
	for k := heads; k <= throws; k++ {
		choose := ofFactorial(throws) - ofFactorial(k) - ofFactorial(throws-k)
		sum += math.Exp(choose - float64(throws)*math.Ln2)
	}
	return min(1, sum)
}

// calibration holds confidences against how often they are right, a tenth at a time.
func calibration(examples []Example) []Bin {
	const tenths = 10
	bins := make([]Bin, tenths)
	for _, one := range examples {
		at := min(tenths-1, int(tenths*one.Estimated.Confidence))
		b := &bins[at]
		b.From, b.To = float64(at)/tenths, float64(at+1)/tenths
		b.Examples++
		b.Confidence += one.Estimated.Confidence
		b.Accuracy += fit.Yes(one.Is == one.Estimated.Difficulty)
	}
	bins = slices.DeleteFunc(bins, func(b Bin) bool { return b.Examples == 0 })
	for i := range bins {
		bins[i].Confidence /= float64(bins[i].Examples)
		bins[i].Accuracy /= float64(bins[i].Examples)
	}
	return bins
}
