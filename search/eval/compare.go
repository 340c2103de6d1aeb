package eval

import (
	"math"
	"math/rand/v2"
)

// Rounds is how often Compare draws.
const Rounds = 10_000

// Difference is how two series of scores of the same queries differ.
type Difference struct {
	Mean   float64 `json:"ndcg@10"` // of the first series over that of the second
	P      float64 `json:"p"`       // how likely so large a difference is where there is none
	Better int     `json:"better"`  // queries for which the first series is better
	Worse  int     `json:"worse"`
}

// Compare holds one series of scores against another of the same queries, by a
// paired randomisation test (Smucker, Allan and Carterette, "A comparison of
// statistical significance tests for information retrieval evaluation", 2007):
// if it made no difference which series a score is from, exchanging the two
// scores of any query would change nothing. P is the share of Rounds random
// exchanges, and of what was measured itself, whose means differ at least as
// much, in either direction. The draws are the same each time.
func Compare(a, b []float64) Difference {
	var d Difference
	var apart []float64 // queries of equal scores change nothing
	sum := 0.0
	for i := range min(len(a), len(b)) {
		difference := a[i] - b[i]
		switch {
		case difference > 0:
			d.Better++
		case difference < 0:
			d.Worse++
		default:
			continue
		}
		apart = append(apart, difference)
		sum += difference
	}
	d.Mean = sum / float64(max(1, len(a)))
	d.P = float64(1+exceed(apart, math.Abs(sum))) / (1 + Rounds)
	return d
}

// exceed counts the rounds in which the differences, each with a random sign,
// add up to at least so much in either direction.
func exceed(differences []float64, least float64) int {
	const seed, bits, rounding = 20070806, 64, 1e-9
	draw := rand.New(rand.NewPCG(seed, seed)) //nolint:gosec // A test that is to be repeated draws the same each time.
	count := 0
	for range Rounds {
		var signs uint64
		sum := 0.0
		for i, difference := range differences {
			if i%bits == 0 {
				signs = draw.Uint64()
			}
			if signs&1 == 0 {
				difference = -difference
			}
			signs >>= 1
			sum += difference
		}
		if math.Abs(sum) >= least-rounding {
			count++
		}
	}
	return count
}
