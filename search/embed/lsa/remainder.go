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
	numbersOfRemainder = 96
	seedOfSigns        = 1
	// companyWeight is what the product of what terms keep company with counts against
	// that of what remains of the words themselves. Of 10 to 25 any served fourteen judged
	// sets alike.
	companyWeight = 20
)

// learnShadow finds what the signs of all terms have of each direction: what a text's own
// signs lose of it is what the directions leave. Where there are fewer directions than
// there may be, they leave nothing.
func (m *Model) learnShadow() {
	if m.directions < mostDirections {
		return
	}
	signs := newDense(len(m.names), numbersOfRemainder)
	sideBySide(signs.rows, func(i int) { addSigns(signs.row(i), m.names[i], 1) })
	m.shadow = newDense(m.directions, numbersOfRemainder)
	sideBySide(m.directions, func(k int) {
		for i := range signs.rows {
			addScaled(m.shadow.row(k), signs.row(i), m.direction(int32(i))[k])
		}
	})
}

// addRemainder fills the end of a vector whose directions are summed, and weighs these.
func (m *Model) addRemainder(vector []float32, weighted row) {
	company, left := vector[:m.directions], vector[m.directions:]
	for _, c := range weighted {
		addSigns(left, m.names[c.term], c.value)
	}
	for k, x := range company {
		addScaled(left, m.shadow.row(k), -x)
		company[k] = x * float32(math.Sqrt(companyWeight))
	}
}

// addSigns adds a multiple of the row of length 1 whose signs a term's letters give.
func addSigns(to []float32, term string, by float32) {
	sum := fnv.New64a()
	_, _ = sum.Write([]byte(term)) // it never fails
	random := rand.NewPCG(sum.Sum64(), seedOfSigns)
	by /= float32(math.Sqrt(numbersOfRemainder))
	var signs uint64
	for i := range to[:numbersOfRemainder] {
		const bits = 64
		if i%bits == 0 {
			signs = random.Uint64()
		}
		if signs>>(i%bits)&1 == 1 {
			to[i] -= by
		} else {
			to[i] += by
		}
	}
}
