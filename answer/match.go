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
	joinedUp   = 0.9 // two words written as one
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
	initials := newInitials(other)
	for _, i := range r.content[:min(len(r.content), mostMatched)] {
		found[i] = r.words[i].in(other)
		if r.words[i].capital && found[i].share < 1 {
			if at := initials.find(r.words[i].lower); at >= 0 {
				found[i] = match{at, 1}
			}
		}
	}
	r.spell(other, found)
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
	for n, at := range other.content[:min(len(other.content), mostMatched)] {
		share := w.like(&other.words[at])
		if n > 0 && share < joinedUp && other.content[n-1] == at-1 && (other.words[at-1].stem+other.words[at].stem == w.stem || other.words[at-1].lower+other.words[at].lower == w.lower) {
			share = joinedUp
		}
		if share > best.share {
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

// initials are the first letters of the words of a text.
type initials struct {
	letters strings.Builder
	at      []int
}

func newInitials(r *reading) *initials {
	var in initials
	for i, w := range r.words {
		if w.number < 0 && w.tells() && w.lower[0] < 0x80 {
			in.letters.WriteByte(w.lower[0])
			in.at = append(in.at, i)
		}
	}
	return &in
}

// find returns the first word of the row that a short form stands for, or -1.
func (in *initials) find(short string) int {
	const shortest, longest = 3, 6
	if len(short) < shortest || len(short) > longest {
		return -1
	}
	if at := strings.Index(in.letters.String(), short); at >= 0 {
		return in.at[at]
	}
	return -1
}

// spell notes the words of a text that a short form of the other one stands for.
func (r *reading) spell(other *reading, found []match) {
	in := newInitials(r)
	for at, w := range other.words {
		if !w.capital || w.number >= 0 {
			continue
		}
		first := in.find(w.lower)
		if first < 0 {
			continue
		}
		for _, i := range in.at[slices.Index(in.at, first):][:len(w.lower)] {
			found[i] = match{at, 1}
		}
	}
}
