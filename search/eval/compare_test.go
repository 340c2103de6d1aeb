package eval_test

import (
	"math"
	"testing"

	"github.com/quarrykb/quarry/search/eval"
)

// series is n scores of each value in turn.
func series(n int, values ...float64) []float64 {
	all := make([]float64, n)
	for i := range all {
		all[i] = values[i%len(values)]
	}
	return all
}

func TestTheRandomisationTestComesCloseToTheExactOne(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		a, b          []float64
		mean, p       float64
		better, worse int
	}{
		"no difference at all":                     {series(20, 0.5), series(20, 0.5), 0, 1, 0, 0},
		"one query says nothing":                   {series(1, 1), series(1, 0), 1, 1, 1, 0},
		"five better: 2 of the 32 exchanges":       {series(5, 0.7), series(5, 0.5), 0.2, 2.0 / 32, 5, 0},
		"five worse: the same, the other way":      {series(5, 0.5), series(5, 0.7), -0.2, 2.0 / 32, 0, 5},
		"three of four better: 10 of 16 exchanges": {[]float64{1, 1, 1, 0}, []float64{0, 0, 0, 1}, 0.5, 10.0 / 16, 3, 1},
		"as many better as worse":                  {series(100, 0.6, 0.4), series(100, 0.4, 0.6), 0, 1, 50, 50},
		"a hundred better":                         {series(100, 0.6), series(100, 0.5), 0.1, 0, 100, 0},
		"queries alike count in the mean only":     {[]float64{1, 0.5, 0.5, 0.5}, []float64{0, 0.5, 0.5, 0.5}, 0.25, 1, 1, 0},
		"no query":                                 {nil, nil, 0, 1, 0, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			const byChance = 0.02 // four standard errors of a share of 10,000 rounds
			got := eval.Compare(tc.a, tc.b)
			if math.Abs(got.P-tc.p) > byChance || math.Abs(got.Mean-tc.mean) > 1e-12 {
				t.Errorf("compare = %+v, want p close to %v and mean %v", got, tc.p, tc.mean)
			}
			if got.Better != tc.better || got.Worse != tc.worse {
				t.Errorf("better, worse = %d, %d, want %d, %d", got.Better, got.Worse, tc.better, tc.worse)
			}
			if again := eval.Compare(tc.a, tc.b); again != got {
				t.Errorf("compared again = %+v, want the same %+v", again, got)
			}
		})
	}
}

func TestNoDifferenceIsEverCertain(t *testing.T) {
	t.Parallel()
	if got := eval.Compare(series(500, 1), series(500, 0)).P; got != 1.0/(eval.Rounds+1) {
		t.Errorf("p = %v, want one in %d: what was measured counts as a round", got, eval.Rounds+1)
	}
}
