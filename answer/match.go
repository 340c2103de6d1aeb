package answer

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry/internal/text"
)

// How surely a word is there that is not there as the other text has it.
const (
	sameGroup  = 0.9 // another word that means the same
	misspelled = 0.9
	samePrefix = 0.6 // "connected", "connection"

	nearMeaning = 0.5 // another word that means nearly the same
)

// mostMatched is how many words of a text that tell something are looked at.
const mostMatched = 800

// match is where a word stands in another text, and how surely.
type match struct {
	at    int // -1 where it does not
	share float64
}

// matchesIn returns for each word of a text that tells something where another one has it.
// Among several places the one with the polarity of the word counts.
func (r *reading) matchesIn(other *reading) []match {
	found := make([]match, len(r.words))
	for i := range found {
		found[i].at = -1
	}
	for _, i := range r.content[:min(len(r.content), mostMatched)] {
		found[i] = r.words[i].in(other)
	}
	return found
}

// in returns where a text has a word.
func (w *word) in(other *reading) match {
	if same := other.at[w.stem]; len(same) > 0 {
		at := same[0]
		if k := slices.IndexFunc(same, func(at int) bool { return other.words[at].denied == w.denied }); k >= 0 {
			at = same[k]
		}
		return match{at, 1}
	}
	best := match{at: -1}
	for _, at := range other.content[:min(len(other.content), mostMatched)] {
		if share := w.like(&other.words[at]); share > best.share {
			best = match{at, share}
		}
	}
	return best
}

// like returns how surely two words with other stems mean the same.
func (w *word) like(other *word) float64 {
	const shortest, shortestPrefix, part = 5, 4, 0.65
	switch {
	case shares(w.groups, other.groups):
		return sameGroup
	case w.opposes(other):
		return 0
	case shares(w.near, other.near):
		return nearMeaning
	}
	if len(w.stem) < shortestPrefix || len(other.stem) < shortestPrefix || w.stem[0] != other.stem[0] {
		return 0
	}
	if _, near := text.Near(w.stem, other.stem, 1); near && min(len(w.stem), len(other.stem)) >= shortest && !strings.ContainsAny(w.stem+other.stem, "0123456789") {
		return misspelled
	}
	common := 0
	for common < min(len(w.stem), len(other.stem)) && w.stem[common] == other.stem[common] {
		common++
	}
	if common >= shortestPrefix && float64(common) >= part*float64(max(len(w.stem), len(other.stem))) {
		return samePrefix
	}
	return 0
}

// shares reports whether two words have a group in common.
func shares(one, other []int) bool {
	return slices.ContainsFunc(one, func(group int) bool { return slices.Contains(other, group) })
}

// opposes reports whether two words mean the opposite of each other.
func (w *word) opposes(other *word) bool {
	return slices.ContainsFunc(w.sides, func(side int) bool { return slices.Contains(other.sides, -side) })
}
