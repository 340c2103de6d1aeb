package lsa

import (
	"hash/fnv"
	"math"
	"math/rand/v2"
)

// What the directions of a decomposition leave of the terms is not thrown away: who
// asks for a rare word means that word, and in a corpus of many subjects hardly any
// word is among the strongest company. It is folded into a few more numbers by
// random projection (Johnson and Lindenstrauss, 1984; of signs: Achlioptas,
// "Database-friendly random projections", 2003), which keeps products of vectors but
// for chance, and what the directions have keeps them exactly.
const (
	numbersOfRemainder = 128
	mostNumbers        = mostDirections + numbersOfRemainder // of a vector
	// companyWeight is what the product of what terms keep company with counts against
	// that of what remains of the words themselves. Of 10 to 25 any served fourteen judged
	// sets alike.
	companyWeight = 20
)

// withRemainder returns a row for each term: its directions, weighed, and what these
// leave of it.
func (m *Model) withRemainder(directions dense) dense {
	signs := newDense(len(m.names), numbersOfRemainder)
	sideBySide(signs.rows, func(i int) { spell(m.names[i], signs.row(i)) })
	kept := newDense(directions.width, numbersOfRemainder)
	sideBySide(kept.rows, func(k int) {
		for i := range directions.rows {
			addScaled(kept.row(k), signs.row(i), directions.row(i)[k])
		}
	})
	inside := product(directions, kept)
	joined := newDense(directions.rows, directions.width+numbersOfRemainder)
	sideBySide(joined.rows, func(i int) {
		row := joined.row(i)
		addScaled(row[:directions.width], directions.row(i)[:directions.width], float32(math.Sqrt(companyWeight)))
		left := row[directions.width:joined.width]
		copy(left, signs.row(i))
		addScaled(left, inside.row(i), -1)
	})
	return joined
}

// spell fills a row of length 1 with signs that a term's letters give.
func spell(term string, row []float32) {
	sum := fnv.New64a()
	_, _ = sum.Write([]byte(term))                     // it never fails
	random := rand.New(rand.NewPCG(sum.Sum64(), seed)) //nolint:gosec // It must be the same every time.
	one := float32(1 / math.Sqrt(numbersOfRemainder))
	for i := range row[:numbersOfRemainder] {
		row[i] = one
		if random.Uint64()&1 == 1 {
			row[i] = -one
		}
	}
}
