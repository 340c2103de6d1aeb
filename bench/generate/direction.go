package generate

import (
	"math"
	"math/rand/v2"
)

// How vectors lie: around centres, as those of texts about the same do.
const (
	centres     = 500
	centreSeed  = 0xC3
	farFromHome = 1.2 // how much longer than the way to the centre the way from it is
)

// Directions returns vectors of length 1, numbered on from first: the same number
// of a seed is the same vector. Those of all seeds lie around the same centres.
func Directions(seed uint64, first, count, dim int) [][]float32 {
	around := make(map[uint64][]float64)
	vectors := make([][]float32, count)
	for i := range vectors {
		random := rand.New(rand.NewPCG(seed, uint64(first+i))) //nolint:gosec // The same number has to give the same vector.
		home := random.Uint64N(centres)
		if around[home] == nil {
			around[home] = direction(rand.New(rand.NewPCG(centreSeed, home)), dim) //nolint:gosec // As above.
		}
		vectors[i] = unit(direction(random, dim), around[home])
	}
	return vectors
}

// direction draws numbers that lie around 0.
func direction(random *rand.Rand, dim int) []float64 {
	numbers := make([]float64, dim)
	for i := range numbers {
		numbers[i] = random.NormFloat64()
	}
	return numbers
}

// unit adds both and gives the sum the length 1.
func unit(away, home []float64) []float32 {
	length := 0.0
	for i := range away {
		away[i] = away[i]*farFromHome + home[i]
		length += away[i] * away[i]
	}
	scale := 1 / math.Sqrt(length)
	numbers := make([]float32, len(away))
	for i, x := range away {
		numbers[i] = float32(x * scale)
	}
	return numbers
}
