package api

import (
	"cmp"
	"slices"
	"strings"
)

// fewWords is how many words may be listed in full where none comes close.
const fewWords = 12

// fixesFor returns the known words that come closest to one that is not known,
// or all of them where none comes close and there are few.
func fixesFor(word string, known []string) []string {
	type near struct {
		word     string
		distance int
	}
	var found []near
	folded := strings.ToLower(word)
	for _, candidate := range known {
		distance := editDistance(folded, strings.ToLower(candidate))
		if distance <= slipsAllowed(len(folded)) {
			found = append(found, near{candidate, distance})
		}
	}
	if len(found) == 0 && len(known) <= fewWords {
		return known
	}
	slices.SortStableFunc(found, func(a, b near) int {
		return cmp.Or(cmp.Compare(a.distance, b.distance), cmp.Compare(a.word, b.word))
	})
	closest := mapped(found, func(n near) string { return n.word })
	return closest[:min(len(closest), 3)]
}

// slipsAllowed is how many slips a word of so many letters may have and still
// be meant: a short word with two is another word.
func slipsAllowed(length int) int {
	switch {
	case length < 3:
		return 0
	case length < 8:
		return 1
	}
	return 2
}

// closestWritten is the longest text that editDistance looks at.
const closestWritten = 64

// editDistance counts the slips between two words: a letter lost, added,
// changed, or two neighbours swapped (optimal string alignment). Texts too
// long to be names are as far apart as can be.
func editDistance(a, b string) int {
	from, to := []rune(a), []rune(b)
	if len(from) > closestWritten || len(to) > closestWritten {
		return closestWritten
	}
	before := make([]int, len(to)+1)
	last := make([]int, len(to)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(from); i++ {
		row := make([]int, len(to)+1)
		row[0] = i
		for j := 1; j <= len(to); j++ {
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+unequal(from[i-1], to[j-1]))
			if i > 1 && j > 1 && from[i-1] == to[j-2] && from[i-2] == to[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last = last, row
	}
	return last[len(to)]
}

func unequal(a, b rune) int {
	if a == b {
		return 0
	}
	return 1
}
