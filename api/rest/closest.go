package rest

import (
	"cmp"
	"iter"
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
	found := Closest(strings.ToLower(word), Lowered(known))
	if len(found) == 0 && len(known) <= fewWords {
		return known
	}
	return found
}

// Lowered goes over words in lower case, with what they are.
func Lowered(words []string) iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		for _, word := range words {
			if !yield(strings.ToLower(word), word) {
				return
			}
		}
	}
}

// Closest returns what those spellings mean that a word misses by few slips, the
// closest first; of equals what is spelled so itself, and not by another name.
// Word and spellings are written alike, all in lower case.
func Closest(word string, meanings iter.Seq2[string, string]) []string {
	allowed := text.SlipsAllowed(word)
	ranks := map[string]int{}
	for spelling, means := range meanings {
		apart, near := text.Near(word, spelling, allowed)
		if !near {
			continue
		}
		rank := 2 * apart
		if text.Slug(spelling) != text.Slug(means) {
			rank++
		}
		if before, known := ranks[means]; !known || rank < before {
			ranks[means] = rank
		}
	}
	return Fewest(ranks)
}

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
