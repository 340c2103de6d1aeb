package vectorindex

import (
	"cmp"
	"math"
	"runtime"
	"slices"
	"sync"

	"gonum.org/v1/gonum/blas/blas32"
)

// scored is a row that a scan found.
type scored struct {
	card   *card
	weight float32
	score  float32
}

// better orders the best first, and equals by id.
func better(a, b scored) int {
	return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.card.ref.ID, b.card.ref.ID))
}

// leastOfShare is how many blocks are worth a goroutine.
const leastOfShare = 8

// scan returns the best rows that pass, at most so many. The query has length 1.
func (v *view) scan(query []float32, g filter, most int) []scored {
	if most < 1 {
		return nil
	}
	if g.skips = v.dead; g.answers {
		g.skips = v.dead.and(v.open)
	}
	padded := make([]float32, v.stride)
	copy(padded, query)
	count := max(1, min(runtime.GOMAXPROCS(0), len(v.blocks)/leastOfShare))
	shares := make([]best, count)
	var group sync.WaitGroup
	for i := range shares {
		from, to := len(v.blocks)*i/count, len(v.blocks)*(i+1)/count
		shares[i].most = most
		group.Go(func() { v.scanBlocks(from, to, padded, g, &shares[i]) })
	}
	group.Wait()
	var all []scored
	for i := range shares {
		all = append(all, shares[i].rows...)
	}
	slices.SortFunc(all, better)
	return all[:min(most, len(all))]
}

func (v *view) scanBlocks(from, to int, query []float32, g filter, into *best) {
	if v.scale != 0 {
		v.scanNarrow(from, to, query, g, into)
		return
	}
	for i := from; i < to; i++ {
		for first := 0; first < len(v.blocks[i].cards); first += bitsOfWord {
			if g.skips.word((i*rowsOfBlock+first)/bitsOfWord) != math.MaxUint64 {
				v.scanWord(i*rowsOfBlock+first, query, g, into)
			}
		}
	}
}

// scanWord scans up to 64 rows of a block from one on.
func (v *view) scanWord(first int, query []float32, g filter, into *best) {
	b, from, skips, open := &v.blocks[first/rowsOfBlock], first%rowsOfBlock, g.skips.word(first/bitsOfWord), g.open()
	for at := from; at < min(from+bitsOfWord, len(b.cards)); at++ {
		if skips&(1<<(at-from)) != 0 || !open && !g.passes(&b.cards[at]) {
			continue
		}
		row := b.values[at*v.stride : (at+1)*v.stride]
		if score := dot(query, row) * b.weights[at]; into.enters(score) {
			into.add(scored{card: &b.cards[at], weight: b.weights[at], score: score})
		}
	}
}

// dot multiplies two vectors of the same length, which is a multiple of
// laneOfRow. The second begins where a row does.
func dot(a, b []float32) float32 {
	return blas32.Dot(blas32.Vector{N: len(a), Data: a, Inc: 1}, blas32.Vector{N: len(b), Data: b, Inc: 1})
}

// best keeps the best rows that were added, and some that may be none of them.
type best struct {
	rows  []scored
	most  int
	least float32 // below which a score is of none of them
}

// enters reports whether a row of this score could be one of them.
func (b *best) enters(score float32) bool { return score > 0 && score >= b.least }

func (b *best) add(s scored) {
	b.rows = append(b.rows, s)
	const spare = 2
	if len(b.rows) >= spare*b.most {
		slices.SortFunc(b.rows, better)
		b.rows = b.rows[:b.most]
		b.least = b.rows[b.most-1].score
	}
}
