package grading

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
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
type Sample struct{ kept []example }

// example is one entry whose difficulty is known.
type example struct {
	entry quarry.Entry
	draw  uint64
}

// Add takes an entry into account. One whose difficulty is not stated is no
// example.
func (s *Sample) Add(entry quarry.Entry) {
	if entry.Grade.Source != quarry.DifficultyStated || !slices.Contains(quarry.Difficulties(), entry.Grade.Difficulty) {
		return
	}
	// Cloned, so that the rest of a long text is not held.
	entry.Title = strings.Clone(entry.Title[:min(len(entry.Title), mostText)])
	entry.Text = strings.Clone(entry.Text[:min(len(entry.Text), mostText)])
	s.kept = append(s.kept, example{entry: entry, draw: hashOf(string(entry.ID), 0)})
	if len(s.kept) >= 2*MostExamples {
		s.kept = slices.Clone(s.examples())
	}
}

// examples returns what was chosen, in an order that does not depend on how it came.
func (s *Sample) examples() []example {
	slices.SortFunc(s.kept, func(a, b example) int {
		return cmp.Or(cmp.Compare(a.draw, b.draw), cmp.Compare(a.entry.ID, b.entry.ID))
	})
	return s.kept[:min(len(s.kept), MostExamples)]
}

// hashOf is a number that looks random and is always the same for a text and a
// round.
func hashOf(text string, round int) uint64 {
	sum := sha256.Sum256(fmt.Appendf(nil, "%d %s", round, text))
	return binary.BigEndian.Uint64(sum[:])
}
