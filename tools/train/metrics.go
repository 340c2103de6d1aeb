package main

import (
	"math"
	"math/rand/v2"
	"slices"
)

// digits rounds to so many digits behind the point.
func digits(value float64, count int) float64 {
	by := math.Pow10(count)
	return math.Round(value*by) / by
}

// pearson returns the correlation of two rows.
func pearson(x, y []float64) float64 {
	meanX, meanY := mean(x), mean(y)
	xx, yy, xy := 0.0, 0.0, 0.0
	for i := range x {
		xx += (x[i] - meanX) * (x[i] - meanX)
		yy += (y[i] - meanY) * (y[i] - meanY)
		xy += (x[i] - meanX) * (y[i] - meanY)
	}
	if xx == 0 || yy == 0 {
		return 0
	}
	return xy / math.Sqrt(xx*yy)
}

func mean(x []float64) float64 {
	sum := 0.0
	for _, v := range x {
		sum += v
	}
	return sum / float64(max(1, len(x)))
}

// macroF1 returns the mean of the F1 of what is so and of what is not, where what is said
// from a cut on counts as so.
func macroF1(so []bool, said []float64, cut float64) float64 {
	var both, only, missed, neither float64
	for i, is := range so {
		switch says := said[i] >= cut; {
		case is && says:
			both++
		case is:
			missed++
		case says:
			only++
		default:
			neither++
		}
	}
	f1 := func(hit float64) float64 { return 2 * hit / max(1, 2*hit+only+missed) }
	return (f1(both) + f1(neither)) / 2
}

// bestCut returns the cut with the best macro F1.
func bestCut(so []bool, said []float64) float64 {
	best, at := -1.0, 0.0
	for cut := 0.0; cut <= 1; cut += 0.01 {
		if f1 := macroF1(so, said, cut); f1 > best {
			best, at = f1, cut
		}
	}
	return at
}

// cutOutOfFold returns what is called so by the cut that is best on the other folds.
func cutOutOfFold(groups []string, so []bool, said []float64) []float64 {
	called := make([]float64, len(so))
	for fold := range folds {
		var others []bool
		var says []float64
		for i := range so {
			if foldOf(groups[i], 0) != fold {
				others, says = append(others, so[i]), append(says, said[i])
			}
		}
		cut := bestCut(others, says)
		for i := range so {
			if foldOf(groups[i], 0) == fold && said[i] >= cut {
				called[i] = 1
			}
		}
	}
	return called
}

// interval returns the middle 95 % of a figure over samples of the groups, drawn with
// replacement (Efron, "Bootstrap methods", 1979).
func interval(groups []string, figure func(of []int) float64) (float64, float64) {
	const samples = 400
	in := map[string][]int{}
	var names []string
	for i, group := range groups {
		if in[group] == nil {
			names = append(names, group)
		}
		in[group] = append(in[group], i)
	}
	random := rand.New(rand.NewPCG(1, 2)) //nolint:gosec // it has to be the same each time
	figures := make([]float64, samples)
	for s := range figures {
		var of []int
		for range names {
			of = append(of, in[names[random.IntN(len(names))]]...)
		}
		figures[s] = figure(of)
	}
	slices.Sort(figures)
	const tail = 0.025
	return figures[int(tail*samples)], figures[int((1-tail)*samples)]
}

func picked[T any](from []T, of []int) []T {
	some := make([]T, len(of))
	for i, at := range of {
		some[i] = from[at]
	}
	return some
}
