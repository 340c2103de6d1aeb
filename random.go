package quarry

// DrawRequest asks for random questions.
type DrawRequest struct {
	Filter Filter
	Seed   uint64
	Count  int
	After  DrawCursor
}

// DrawCursor is the place that a draw has reached. It holds all there is to
// know, so that nothing expires and no server keeps state.
type DrawCursor struct {
	SlotLimit uint64   // slots that existed when the draw began; 0 starts a draw
	Position  uint64   // places of the permutation that were passed
	Drawn     int      // questions handed out so far
	At        Sequence // revision at which Drawn was counted

	Made     uint64 // place behind the last generated question; 0 where none was drawn
	MadeOnly bool   // whether all stored questions are drawn
}

// Draw is the answer: questions in the seed's order.
type Draw struct {
	Questions []Question
	Remaining int         // matching questions that are still to come, exactly
	Next      *DrawCursor // nil when none remain
	Revision  Sequence
}

// Permutation is a bijection on [0, n), chosen by a seed: a Feistel network
// over the smallest even number of bits that holds n, with cycle walking for
// the values above (Black and Rogaway, "Ciphers with Arbitrary Finite
// Domains", 2002). It needs no memory and no shuffle.
type Permutation struct {
	n    uint64
	half uint
	keys [permutationRounds]uint64
}

const permutationRounds = 6

// NewPermutation returns the seed's bijection on [0, n). n must be positive.
func NewPermutation(n, seed uint64) Permutation {
	p := Permutation{n: n, half: 1}
	for n > 1 && p.half < 32 && (n-1)>>(2*p.half) != 0 {
		p.half++
	}
	for round := range p.keys {
		seed = mix(seed + 0x9e3779b97f4a7c15)
		p.keys[round] = seed
	}
	return p
}

// At returns the value at a place.
func (p Permutation) At(place uint64) uint64 {
	for {
		place = p.forward(place)
		if place < p.n {
			return place
		}
	}
}

// PlaceOf returns the place of a value: PlaceOf(At(i)) = i.
func (p Permutation) PlaceOf(value uint64) uint64 {
	for {
		value = p.backward(value)
		if value < p.n {
			return value
		}
	}
}

func (p Permutation) forward(x uint64) uint64 {
	mask := uint64(1)<<p.half - 1
	left, right := x>>p.half, x&mask
	for _, key := range p.keys {
		left, right = right, left^(mix(right+key)&mask)
	}
	return left<<p.half | right
}

func (p Permutation) backward(x uint64) uint64 {
	mask := uint64(1)<<p.half - 1
	left, right := x>>p.half, x&mask
	for round := permutationRounds - 1; round >= 0; round-- {
		left, right = right^(mix(left+p.keys[round])&mask), left
	}
	return left<<p.half | right
}

// mix is the finaliser of SplitMix64 (Steele, Lea and Flood, 2014).
func mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
