package grading

import (
	"cmp"
	"container/heap"
	"encoding/binary"
	"hash/fnv"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
)

// Limits of what is learnt from.
const (
	MostExamples = 20_000  // of more, those whose ids have the least hashes are taken
	mostText     = 1 << 13 // bytes of a title, and of a text, that are read
)

// Sample chooses the examples: at most MostExamples of those that were added,
// the same ones in whatever order they come. The zero value is empty.
type Sample struct {
	kept drawn
}

// Add takes an entry into account. One whose difficulty is not stated is no
// example.
func (s *Sample) Add(entry quarry.Entry) {
	if entry.Grade.Source != quarry.DifficultyStated || !slices.Contains(quarry.Difficulties(), entry.Grade.Difficulty) {
		return
	}
	heap.Push(&s.kept, example{
		entry: short(entry), draw: hashOf(string(entry.ID), 0), difficulty: entry.Grade.Difficulty,
	})
	if s.kept.Len() > MostExamples {
		heap.Pop(&s.kept)
	}
}

// examples returns what was chosen, by id.
func (s *Sample) examples() []example {
	return slices.SortedFunc(slices.Values(s.kept), func(a, b example) int { return cmp.Compare(a.entry.ID, b.entry.ID) })
}

// example is one entry whose difficulty is known.
type example struct {
	entry      quarry.Entry
	difficulty quarry.Difficulty
	draw       uint64
}

// short returns an entry with as much of its texts as is read, in memory of their
// own.
func short(entry quarry.Entry) quarry.Entry {
	entry.Title = strings.Clone(entry.Title[:min(len(entry.Title), mostText)])
	entry.Text = strings.Clone(entry.Text[:min(len(entry.Text), mostText)])
	return entry
}

// drawn is a heap of examples with the greatest hash on top.
type drawn []example

// Len returns how many there are.
func (d drawn) Len() int { return len(d) }

// Less puts the greater hash first, and the later id where they are equal.
func (d drawn) Less(i, j int) bool {
	return cmp.Or(cmp.Compare(d[j].draw, d[i].draw), cmp.Compare(d[j].entry.ID, d[i].entry.ID)) < 0
}

// Swap swaps two.
func (d drawn) Swap(i, j int) { d[i], d[j] = d[j], d[i] }

// Push appends one.
func (d *drawn) Push(one any) {
	if e, ok := one.(example); ok {
		*d = append(*d, e)
	}
}

// Pop removes the last.
func (d *drawn) Pop() any {
	last := len(*d) - 1
	one := (*d)[last]
	(*d)[last] = example{}
	*d = (*d)[:last]
	return one
}

// hashOf is a number that looks random and is always the same for a text and a
// round. FNV alone leaves the ends of similar texts in its lowest bits; the
// finisher is that of MurmurHash3.
func hashOf(text string, round uint64) uint64 {
	const first, second, shift = 0xff51afd7ed558ccd, 0xc4ceb9fe1a85ec53, 33
	h := fnv.New64a()
	var seed [8]byte
	binary.LittleEndian.PutUint64(seed[:], round)
	_, _ = h.Write(seed[:])
	_, _ = h.Write([]byte(text))
	x := h.Sum64()
	x = (x ^ x>>shift) * first
	x = (x ^ x>>shift) * second
	return x ^ x>>shift
}
