package api

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
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
	allowed := quarry.SlipsAllowed(folded)
	for _, candidate := range known {
		if longer := len(candidate) - len(folded); longer > allowed*utf8.UTFMax || -longer > allowed*utf8.UTFMax {
			continue
		}
		if distance := quarry.Slips(folded, strings.ToLower(candidate)); distance <= allowed {
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
