package grading

import "math"

// atLeast returns how likely a fair coin shows heads so often or more in so many
// throws: the exact sign test, in one direction, which for pairs of right and wrong
// answers is McNemar's.
func atLeast(heads, throws int) float64 {
	sum := 0.0
	for k := heads; k <= throws; k++ {
		sum += math.Exp(logChoose(throws, k) - float64(throws)*math.Ln2)
	}
	return min(1, sum)
}

func logChoose(n, k int) float64 {
	of := func(x int) float64 {
		value, _ := math.Lgamma(float64(x + 1))
		return value
	}
	return of(n) - of(k) - of(n-k)
}
