package rest

import (
	"cmp"
	"slices"
	"strings"

	"github.com/quarrykb/quarry/internal/text"
)

const (
	// fewWords is how many words may be listed in full where none comes close.
	fewWords = 24
	// MostFixes is how many words are offered that come close.
	MostFixes = 3
)

// FixesFor returns the known words that come closest to one that is not known,
// or all of them where none comes close and there are few.
func FixesFor(word string, known []string) []string {
	near := NewNear(strings.ToLower(word))
	for _, one := range known {
		near.Try(strings.ToLower(one), one)
	}
	if found := near.Best(); len(found) > 0 || len(known) > fewWords {
		return found
	}
	return known
}

// Near gathers what is meant by spellings that a word misses by few slips. Word and
// spellings are written alike, all in lower case.
type Near struct {
	word    string
	allowed int            // slips
	ranks   map[string]int // of what is meant
}

// NewNear returns what gathers spellings near a word.
func NewNear(word string) *Near {
	return &Near{word: word, allowed: text.SlipsAllowed(word), ranks: map[string]int{}}
}

// Try holds the word against one spelling of something.
func (n *Near) Try(spelling, means string) {
	apart, near := text.Near(n.word, spelling, n.allowed)
	if !near {
		return
	}
	rank := 2 * apart
	if text.Slug(spelling) != text.Slug(means) {
		rank++
	}
	if before, known := n.ranks[means]; !known || rank < before {
		n.ranks[means] = rank
	}
}

// Best returns what the closest spellings mean, the closest first; of equals what is
// spelled so itself, and not by another name.
func (n *Near) Best() []string { return Fewest(n.ranks) }

// Fewest returns the words of the lowest ranks, of equals the first in the
// alphabet.
func Fewest(ranks map[string]int) []string {
	words := make([]string, 0, len(ranks))
	for word := range ranks {
		words = append(words, word)
	}
	slices.SortFunc(words, func(a, b string) int { return cmp.Or(cmp.Compare(ranks[a], ranks[b]), cmp.Compare(a, b)) })
	return words[:min(len(words), MostFixes)]
}
