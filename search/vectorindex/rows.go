package vectorindex

import (
	"slices"

	"github.com/quarrykb/quarry"
)

// rowsOfBlock is how many rows a block has room for.
const rowsOfBlock = 1024

// laneOfRow is what the length of a row in memory is a multiple of, so that
// every row begins where the kernels want it to: what they add up first depends
// on that.
const laneOfRow = 4

// block holds rows side by side. A row that was written never changes.
type block struct {
	values []float32 // rowsOfBlock × stride; none where rows are narrow
	codes  []uint64  // where they are: rowsOfBlock × stride bytes
	cards  []card    // as many as there are rows
	// Weights are of scores, sums of narrow rows' bytes. They
	// stand apart from the cards, which are large and which a scan without a filter need
	// not read.
	weights []float32
	sums    []int32
}

// card is what is known of the entry of a row.
type card struct {
	ref quarry.EntryRef
	about
}

// rows is the matrix of a generation, as its writer sees it.
type rows struct {
	stride int
	blocks []*block
	count  int // rows, the dead ones included
	dead   bitmap
	open   bitmap                    // of questions without an answer
	fallen int                       // dead rows
	exact  int                       // rows up to which each number is kept exactly
	scale  float32                   // of narrow rows; 0 where they are exact
	tail   []uint64                  // of narrow rows: the last group, until it is full
	at     map[quarry.EntryRef]place // of every entry, with or without a row
}

// place is where an entry stands in memory.
type place struct {
	row  int32  // none where the embedder abstained
	text uint64 // a hash of what was embedded
}

const noRow = -1

func newRows(dim, exact int) *rows {
	stride := (dim + laneOfRow - 1) / laneOfRow * laneOfRow
	return &rows{stride: stride, exact: exact, at: map[quarry.EntryRef]place{}}
}

// put adds an entry, in the place of an earlier state of it.
func (r *rows) put(ref quarry.EntryRef, values []float32, a about) {
	ref.Kind = quarry.EntryKind(a.values[columnKind].Value()) // one string for all of a kind
	r.remove(ref)
	stands := place{row: noRow, text: a.text}
	if len(values) > 0 {
		r.reach(values)
		stands.row = int32(r.count) //nolint:gosec // There is no room for so many.
		r.append(card{ref, a}, weightOf(ref.Kind, a.words), values)
	}
	r.at[ref] = stands
	if r.scale == 0 && r.count-r.fallen > r.exact {
		r.narrowed()
	}
}

// append adds a row.
func (r *rows) append(c card, weight float32, values []float32) {
	b := r.last()
	at := len(b.cards)
	if r.scale == 0 {
		copy(b.values[at*r.stride:(at+1)*r.stride], values)
	} else {
		b.sums = append(b.sums, r.quantise(values, at%rowsOfGroup))
	}
	if r.scale != 0 && at%rowsOfGroup == rowsOfGroup-1 {
		copy(b.codes[at/rowsOfGroup*r.stride:], r.tail)
	}
	b.cards, b.weights = append(b.cards, c), append(b.weights, weight)
	if c.isOpen() {
		r.open = r.open.with(r.count)
	}
	r.count++
}

// last returns the block that has room for one more row.
func (r *rows) last() *block {
	if r.count%rowsOfBlock == 0 {
		next := &block{cards: make([]card, 0, rowsOfBlock), weights: make([]float32, 0, rowsOfBlock)}
		if r.scale == 0 {
			next.values = make([]float32, rowsOfBlock*r.stride)
		} else {
			next.codes = make([]uint64, rowsOfBlock/rowsOfGroup*r.stride)
			next.sums = make([]int32, 0, rowsOfBlock)
		}
		r.blocks = append(r.blocks, next)
	}
	return r.blocks[len(r.blocks)-1]
}

// wordsToTrust is how many words a text has whose direction is half as telling as
// that of a very long one.
const wordsToTrust = 8

// statementWeight is how much a fact or a spec counts against what says more, as in
// searches by words: who asks in words wants the passage that explains, before ten
// lines of it.
const statementWeight = 0.7

// weightOf is what a score of a text of so many words counts. A text of few words
// has a direction as sharp as that of any other, and yet says little: whatever
// shares one of its words would be closest to it.
func weightOf(kind quarry.EntryKind, words int32) float32 {
	words = max(words, 1)
	weight := float32(words) / float32(words+wordsToTrust)
	if kind == quarry.EntryFact || kind == quarry.EntrySpec {
		weight *= statementWeight
	}
	return weight
}

// remove takes an entry away, where it is there.
func (r *rows) remove(ref quarry.EntryRef) {
	stands, known := r.at[ref]
	if !known {
		return
	}
	delete(r.at, ref)
	if stands.row != noRow {
		r.dead = r.dead.with(int(stands.row))
		r.fallen++
	}
}

// compact gives the room of dead rows back once they are many.
func (r *rows) compact() {
	if r.fallen*4 >= r.count && r.count >= rowsOfBlock {
		r.move(r.scale)
	}
}

// seen returns the blocks as they are now: what is written later is not seen.
func (r *rows) seen() []block {
	seen := make([]block, len(r.blocks))
	for i, b := range r.blocks {
		seen[i] = block{
			values: b.values, codes: b.codes, cards: slices.Clip(b.cards),
			weights: slices.Clip(b.weights), sums: slices.Clip(b.sums),
		}
	}
	return seen
}

// bitmap is a set of rows.
type bitmap []uint64

const bitsOfWord = 64

func (b bitmap) has(row int) bool { return b.word(row/bitsOfWord)&(1<<(row%bitsOfWord)) != 0 }

// word returns the bits of 64 rows.
func (b bitmap) word(at int) uint64 {
	if at >= len(b) {
		return 0
	}
	return b[at]
}

// and returns the rows of both sets.
func (b bitmap) and(other bitmap) bitmap {
	if len(b) < len(other) {
		b, other = other, b
	}
	both := slices.Clone(b)
	for i, word := range other {
		both[i] |= word
	}
	return both
}

// with returns the set with one more row in it. It may change the set.
func (b bitmap) with(row int) bitmap {
	for row/bitsOfWord >= len(b) {
		b = append(b, 0)
	}
	b[row/bitsOfWord] |= 1 << (row % bitsOfWord)
	return b
}
