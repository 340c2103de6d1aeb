package search

import (
	"cmp"
	"slices"

	"github.com/quarrykb/quarry"
)

// foldable is how many of the best candidates are folded.
const foldable = 200

// foldShare is how much of the longer entry's lines the shorter must cover.
const foldShare = 0.6

// group is one hit with those that were folded into it. It ranks and scores as
// its best member: a reader who looks for a number finds the row that states it
// at the number's place.
type group struct {
	shown *candidate
	best  *candidate
	also  []*candidate // best first
	rank  int          // of the best member
}

// fold joins candidates that show the same lines of one document: a spec goes
// into its row's fact, and of two entries of which one's lines lie within the
// other's the later goes into the earlier when it shows hardly less.
func fold(candidates []candidate) []group {
	ranked := foldSpecs(candidates)
	groups := make([]group, 0, len(ranked))
	byDocument := map[quarry.DocumentID][]int{}
	for _, next := range ranked {
		document := next.shown.Place.Document
		into := slices.IndexFunc(byDocument[document], func(i int) bool {
			return sameLines(groups[i].shown.Place, next.shown.Place)
		})
		if into < 0 {
			byDocument[document] = append(byDocument[document], len(groups))
			groups = append(groups, next)
			continue
		}
		host := &groups[byDocument[document][into]]
		host.also = append(append(host.also, next.shown), next.also...)
	}
	for i := range groups {
		slices.SortStableFunc(groups[i].also, func(a, b *candidate) int { return cmp.Compare(b.Score, a.Score) })
	}
	return groups
}

// foldSpecs puts every spec into the shortest fact that its lines lie within,
// and orders what remains by the best member.
func foldSpecs(candidates []candidate) []group {
	groups := make([]group, 0, len(candidates))
	facts := map[quarry.DocumentID][]int{}
	for rank := range candidates {
		c := &candidates[rank]
		if c.Kind == quarry.EntrySpec {
			continue
		}
		if c.Kind == quarry.EntryFact {
			facts[c.Place.Document] = append(facts[c.Place.Document], len(groups))
		}
		groups = append(groups, group{shown: c, best: c, rank: rank})
	}
	for rank := range candidates {
		c := &candidates[rank]
		if c.Kind != quarry.EntrySpec {
			continue
		}
		row := rowOf(c, groups, facts[c.Place.Document])
		if row < 0 {
			groups = append(groups, group{shown: c, best: c, rank: rank})
			continue
		}
		groups[row].also = append(groups[row].also, c)
		if rank < groups[row].rank {
			groups[row].rank, groups[row].best = rank, c
		}
	}
	slices.SortFunc(groups, func(a, b group) int { return cmp.Compare(a.rank, b.rank) })
	return groups
}

// rowOf returns which of the facts is the spec's row, or -1.
func rowOf(spec *candidate, groups []group, facts []int) int {
	row := -1
	for _, i := range facts {
		place := groups[i].shown.Place
		if place.contains(spec.Place) && (row < 0 || place.lines() < groups[row].shown.Place.lines()) {
			row = i
		}
	}
	return row
}

// sameLines reports whether two places of one document show the same.
func sameLines(a, b Place) bool {
	if a.lines() < b.lines() {
		a, b = b, a
	}
	return a.contains(b) && float64(b.lines()) >= foldShare*float64(a.lines())
}

func (p Place) contains(other Place) bool {
	return p.LineStart <= other.LineStart && other.LineEnd <= p.LineEnd
}

func (p Place) lines() int { return p.LineEnd - p.LineStart + 1 }
