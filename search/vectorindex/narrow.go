package vectorindex

import (
	"math"
	"slices"
)

// A matrix of many rows is kept in a byte a number, all of them by one scale: 128
// stands for 0. Eight rows stand together, number by number, in words of 64 bits
// with a byte for each row, so that a word is multiplied by a number of the query
// for four rows at a time. The query is kept in six bits and 32 stands for 0: four
// such products have room in sixteen bits. What this costs in precision is made
// good by the exact vectors of the best (see [Index.settled]).
const (
	rowsOfGroup = 8
	bitsOfByte  = 8
	zeroByte    = 128
	mostByte    = 127 // above or below zero
	zeroQuery   = 32
	mostQuery   = 31
	evenBytes   = 0x00FF00FF00FF00FF
	evenPairs   = 0x0000FFFF0000FFFF
	pair        = 16
	half        = 32
)

// quantise writes a row into the group that is being filled, and returns the sum
// of its bytes.
func (r *rows) quantise(values []float32, lane int) int32 {
	if lane == 0 {
		r.tail = make([]uint64, r.stride)
	}
	sum := int32(0)
	for i := range r.tail {
		b := int32(zeroByte)
		if i < len(values) {
			b += rounded(values[i]/r.scale*mostByte, mostByte)
		}
		sum += b
		r.tail[i] |= uint64(b) << (lane * bitsOfByte)
	}
	return sum
}

// rounded returns the nearest whole number, at most so far from 0.
func rounded(x float32, most int32) int32 {
	return max(-most, min(most, int32(math.Round(float64(x)))))
}

// widen reads a row back, as far as its bytes tell.
func (r *rows) widen(codes []uint64, lane int, into []float32) {
	for i, word := range codes {
		b := int32(word >> (lane * bitsOfByte) & math.MaxUint8)
		into[i] = float32(b-zeroByte) * r.scale / mostByte
	}
}

// largest returns the number that is farthest from 0.
func largest(values []float32) float32 {
	most := float32(0)
	for _, x := range values {
		most = max(most, x, -x)
	}
	return most
}

// narrowQuery is a query for narrow rows.
type narrowQuery struct {
	numbers []uint64
	offset  int64   // what is added to a sum of products
	scale   float32 // of a sum
}

func (v *view) narrow(query []float32) narrowQuery {
	most := largest(query)
	n := narrowQuery{numbers: make([]uint64, v.stride), scale: most / mostQuery * v.scale / mostByte}
	total := int64(0)
	for i, x := range query {
		number := rounded(x/most*mostQuery, mostQuery) + zeroQuery
		n.numbers[i] = uint64(number) //nolint:gosec // It is above 0.
		total += int64(number)
	}
	n.offset = zeroByte*zeroQuery*int64(v.stride) - zeroByte*total
	return n
}

// How far a narrow score is off: certain is more standard deviations than any is,
// and each number of a row was rounded as often as the scale has grown, by steps so
// much smaller each that their variance adds up to less than ofRounding of the last.
const (
	certain    = 6
	ofRounding = 3.0 / 12
	ofQuery    = 1.0 / 12
)

// telling leaves of narrow rows, the best of which come first, those that may be
// one of so many when they are compared exactly. The variance of a rounded number
// is a twelfth of the square of its step, and that of the score is no more, since
// both vectors have length 1.
func (v *view) telling(query []float32, found []scored, most int) []scored {
	if len(found) <= most {
		return found
	}
	row, asked := float64(v.scale/mostByte), float64(largest(query)/mostQuery)
	off := float32(certain * math.Sqrt(ofRounding*row*row+ofQuery*asked*asked))
	least := float32(math.Inf(1))
	for _, s := range found[:most] {
		least = min(least, s.score-off*s.weight)
	}
	return slices.DeleteFunc(found, func(s scored) bool { return s.score+off*s.weight < least })
}

// products multiplies the rows of a group by the query.
func (n *narrowQuery) products(codes []uint64) [rowsOfGroup]uint32 {
	var first, second, third, fourth uint64 // rows 0 and 4, 2 and 6, 1 and 5, 3 and 7
	numbers := n.numbers[:len(codes)]
	for i := 0; i+laneOfRow <= len(codes); i += laneOfRow {
		c, q := codes[i:i+laneOfRow:i+laneOfRow], numbers[i:i+laneOfRow:i+laneOfRow]
		even := c[0]&evenBytes*q[0] + c[1]&evenBytes*q[1] + c[2]&evenBytes*q[2] + c[3]&evenBytes*q[3]
		odd := c[0]>>bitsOfByte&evenBytes*q[0] + c[1]>>bitsOfByte&evenBytes*q[1] +
			c[2]>>bitsOfByte&evenBytes*q[2] + c[3]>>bitsOfByte&evenBytes*q[3]
		first += even & evenPairs
		second += even >> pair & evenPairs
		third += odd & evenPairs
		fourth += odd >> pair & evenPairs
	}
	return [rowsOfGroup]uint32{
		uint32(first & math.MaxUint32), uint32(third & math.MaxUint32), uint32(second & math.MaxUint32), uint32(fourth & math.MaxUint32),
		uint32(first >> half), uint32(third >> half), uint32(second >> half), uint32(fourth >> half),
	}
}

// product returns what a row comes to whose bytes have this sum.
func (n *narrowQuery) product(sum uint32, bytes int32) float32 {
	return float32(int64(sum)-zeroQuery*int64(bytes)+n.offset) * n.scale
}

// scanNarrow is scanBlocks for narrow rows.
func (v *view) scanNarrow(from, to int, query []float32, g filter, into *best) {
	wanted := v.narrow(query)
	for i := from; i < to; i++ {
		b := &v.blocks[i]
		for start := 0; start < len(b.cards); start += rowsOfGroup {
			end := min(start+rowsOfGroup, len(b.cards))
			group := groupOf{
				codes: v.group(i, start), cards: b.cards[start:end], weights: b.weights[start:end], sums: b.sums[start:end],
			}
			passing := g.passing(i*rowsOfBlock+start, group.cards)
			if passing != 0 {
				wanted.scan(group, passing, into)
			}
		}
	}
}

// groupOf is up to eight rows.
type groupOf struct {
	codes   []uint64
	cards   []card
	weights []float32
	sums    []int32
}

// scan adds those rows of a group that have a bit and are close enough.
func (n *narrowQuery) scan(group groupOf, passing uint8, into *best) {
	products := n.products(group.codes)
	sums, weights := group.sums, group.weights[:len(group.sums)]
	for lane, product := range products[:len(sums)] {
		score := n.product(product, sums[lane]) * weights[lane]
		if into.enters(score) && passing&(1<<lane) != 0 {
			into.add(scored{card: &group.cards[lane], weight: weights[lane], score: score})
		}
	}
}

// passing returns a bit for each row of a group that is not skipped and passes.
func (g filter) passing(first int, cards []card) uint8 {
	bits := uint8(1<<len(cards) - 1)
	bits &^= uint8(g.skips.word(first/bitsOfWord) >> (first % bitsOfWord) & math.MaxUint8)
	if g.open() {
		return bits
	}
	for lane := range cards {
		if bits&(1<<lane) != 0 && !g.passes(&cards[lane]) {
			bits &^= 1 << lane
		}
	}
	return bits
}

// group returns the words of eight rows. The last ones may still be being filled:
// a view has its own copy of these.
func (v *view) group(block, start int) []uint64 {
	b := &v.blocks[block]
	if block == len(v.blocks)-1 && start+rowsOfGroup > len(b.cards) {
		return v.tail
	}
	at := start / rowsOfGroup * v.stride
	return b.codes[at : at+v.stride]
}

// headroom is how much farther a new scale reaches than the largest number.
const headroom = 1.25

// narrowed keeps the rows in bytes from now on.
func (r *rows) narrowed() {
	scale := float32(0)
	for _, b := range r.blocks {
		scale = max(scale, largest(b.values))
	}
	r.move(headroom * scale)
}

// reach lets the scale of narrow rows reach all numbers of a further one.
func (r *rows) reach(values []float32) {
	if most := largest(values); r.scale != 0 && most > r.scale {
		r.move(headroom * most)
	}
}

// move copies what is alive into new blocks, by another scale or by the same.
// Searches under way go on in the old ones.
func (r *rows) move(scale float32) {
	old := *r
	r.blocks, r.count, r.dead, r.open, r.fallen, r.scale, r.tail = nil, 0, nil, nil, 0, scale, nil
	values := make([]float32, r.stride)
	for row := range old.count {
		if old.dead.has(row) {
			continue
		}
		b, at := old.blocks[row/rowsOfBlock], row%rowsOfBlock
		old.read(b, at, values)
		moved := b.cards[at]
		stands := r.at[moved.ref]
		stands.row = int32(r.count) //nolint:gosec // It was one before.
		r.at[moved.ref] = stands
		r.append(moved, b.weights[at], values)
	}
}

// read reads a row, as far as its bytes tell where it is narrow.
func (r *rows) read(b *block, at int, into []float32) {
	switch {
	case r.scale == 0:
		copy(into, b.values[at*r.stride:])
	case b == r.blocks[len(r.blocks)-1] && at >= len(b.cards)/rowsOfGroup*rowsOfGroup:
		r.widen(r.tail, at%rowsOfGroup, into)
	default:
		from := at / rowsOfGroup * r.stride
		r.widen(b.codes[from:from+r.stride], at%rowsOfGroup, into)
	}
}
