package grounding

import (
	"hash/fnv"

	"github.com/quarrykb/quarry/internal/text"
)

// shingleLength is how many words in a row are compared.
const shingleLength = 4

// shinglesOf returns the runs of words of a text, as digests; those of a text of fewer
// words are the text.
func shinglesOf(s string) map[uint64]bool {
	words := text.WordsPlain(s)
	length := min(shingleLength, len(words))
	if length == 0 {
		return nil
	}
	set := make(map[uint64]bool, len(words))
	for i := range len(words) - length + 1 {
		sum := fnv.New64a()
		for _, word := range words[i : i+length] {
			_, _ = sum.Write([]byte(word)) // it never fails
			_, _ = sum.Write([]byte{' '})
		}
		set[sum.Sum64()] = true
	}
	return set
}

// shared returns how much of one set another has, from 0 to 1.
func shared(of map[uint64]bool, with ...map[uint64]bool) float64 {
	if len(of) == 0 {
		return 1
	}
	count := 0
	for shingle := range of {
		for _, other := range with {
			if other[shingle] {
				count++
				break
			}
		}
	}
	return float64(count) / float64(len(of))
}
