package rest

import (
	"cmp"
	"maps"
	"math"
	"slices"

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
	near := NewNear(word)
	for _, one := range known {
		near.Try(one, one)
	}
	if found := near.Best(); len(found) > 0 || len(known) > fewWords {
		return found
	}
	return known
}

// Near gathers what may be meant by what somebody wrote, whom no name fits: the one mechanism
// by which anything is offered in the place of a word that is not known.
type Near struct {
	written text.Name
	most    int            // from where on a name is too far
	least   int            // how far the closest one is
	ranks   map[string]int // of what is meant
}

// NewNear returns what gathers the names that are a word but for slips, or have it in them.
func NewNear(word string) *Near { return newNear(word, text.LikeTail) }

// NewSharing returns what gathers those names too that end what is written, or have some of
// its words, up to so many others.
func NewSharing(word string, others int) *Near {
	return newNear(word, (others+1)*text.LikeShares)
}

func newNear(word string, most int) *Near {
	return &Near{written: text.NewName(word), most: most, least: math.MaxInt, ranks: map[string]int{}}
}

// Try holds the word against one spelling of something.
func (n *Near) Try(spelling, means string) {
	name := text.NewName(spelling)
	n.TryName(&name, means)
}

// TryName is Try for a name that many words are held against.
func (n *Near) TryName(name *text.Name, means string) {
	like, ok := name.Like(&n.written, n.limit())
	if !ok {
		return
	}
	n.least = min(n.least, like.Far)
	if before, known := n.ranks[means]; !known || like.Far < before {
		n.ranks[means] = like.Far
	}
}

// limit is from where on a name is not meant: farther by a slip than the closest one, unless
// that but shares words.
func (n *Near) limit() int {
	if n.least < text.LikeShares {
		return min(n.most, n.least+text.LikeSlip)
	}
	return n.most
}

// Best returns what the closest spellings mean, the closest first; of equals those that
// themselves are closest, and not by another name, and then the first in the alphabet.
func (n *Near) Best() []string {
	maps.DeleteFunc(n.ranks, func(_ string, rank int) bool { return rank >= n.limit() })
	itself := make(map[string]int, len(n.ranks))
	for means := range n.ranks {
		name := text.NewName(means)
		like, ok := name.Like(&n.written, n.most)
		if itself[means] = like.Far; !ok {
			itself[means] = n.most
		}
	}
	words := slices.SortedFunc(maps.Keys(n.ranks), func(a, b string) int {
		return cmp.Or(cmp.Compare(n.ranks[a], n.ranks[b]), cmp.Compare(itself[a], itself[b]), cmp.Compare(a, b))
	})
	return words[:min(len(words), MostFixes)]
}

// Least is how far the closest is.
func (n *Near) Least() int { return n.least }
