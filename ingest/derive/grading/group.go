package grading

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
)

// groupsOf returns, for each example, the first one of its group. Who has seen one
// of a group knows something of the others: near copies of a title are of one
// group, and so are the statements below one heading, which mostly have their
// grade in common because it is the heading's.
func groupsOf(examples []example) []int {
	g := grouping{of: make([]int, len(examples)), buckets: map[uint64][]int{}, words: make([][]string, len(examples))}
	sections := map[string]int{}
	g.telling(examples)
	for i, e := range examples {
		g.of[i] = i
		if e.entry.Kind == quarry.EntryQuestion {
			g.nearCopies(i)
			continue
		}
		section := string(e.entry.Source.DocumentID) + "\n" + strings.Join(e.entry.Source.Heading, "\n")
		if first, known := sections[section]; known {
			g.join(first, i)
		} else {
			sections[section] = i
		}
	}
	for i := range g.of {
		g.of[i] = g.first(i)
	}
	return g.of
}

// grouping is a union-find forest in which the least number is a group's root.
type grouping struct {
	of      []int
	words   [][]string // the different words of each title that tell it from others, sorted
	buckets map[uint64][]int
}

func (g *grouping) first(i int) int {
	for g.of[i] != i {
		g.of[i] = g.of[g.of[i]]
		i = g.of[i]
	}
	return i
}

func (g *grouping) join(i, j int) {
	a, b := g.first(i), g.first(j)
	g.of[max(a, b)] = min(a, b)
}

// telling finds the words by which titles are told apart: those that only a few of
// them have, or all of a title that has no such word. "What is a roux" and "what is
// a tort" are not alike.
func (g *grouping) telling(examples []example) {
	const fewest, oneOf = 3, 20
	with := map[string]int{}
	for i, e := range examples {
		g.words[i] = slices.Compact(slices.Sorted(slices.Values(wordsOf(e.entry.Title))))
		for _, word := range g.words[i] {
			with[word]++
		}
	}
	for i, words := range g.words {
		rare := slices.DeleteFunc(slices.Clone(words), func(word string) bool {
			return with[word] > max(fewest, len(examples)/oneOf)
		})
		if len(rare) > 0 {
			g.words[i] = rare
		}
	}
}

// How near copies are looked for: two titles whose sets of words are alike by half
// meet in at least one of so many buckets 97 times of 100 (MinHash; Broder, "On the
// resemblance and containment of documents", 1997). A bucket keeps only a few, so
// that a thousand equal titles cost a thousand comparisons.
const (
	bands      = 12
	keptInEach = 8
	alike      = 0.5 // of the words of both, the share that both have
)

func (g *grouping) nearCopies(i int) {
	if len(g.words[i]) == 0 {
		return
	}
	for band := range uint64(bands) {
		key := hashOf(least(g.words[i], 2*band+1)+"\n"+least(g.words[i], 2*band+2), band)
		met := g.buckets[key]
		for _, j := range met {
			if g.first(i) != g.first(j) && resemblance(g.words[i], g.words[j]) >= alike {
				g.join(i, j)
			}
		}
		if len(met) < keptInEach {
			g.buckets[key] = append(met, i)
		}
	}
}

// least returns the word with the least hash of a round.
func least(words []string, round uint64) string {
	best, lowest := "", uint64(0)
	for _, word := range words {
		if h := hashOf(word, round); best == "" || h < lowest {
			best, lowest = word, h
		}
	}
	return best
}

// resemblance is Jaccard's coefficient of two sorted sets.
func resemblance(a, b []string) float64 {
	both := 0
	for i, j := 0, 0; i < len(a) && j < len(b); {
		order := strings.Compare(a[i], b[j])
		if order == 0 {
			both++
		}
		if order <= 0 {
			i++
		}
		if order >= 0 {
			j++
		}
	}
	return float64(both) / float64(len(a)+len(b)-both)
}
