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

	reranked *quarry.EngineScore // what a reranker says of it; nil where none has read it
}

// fold joins candidates that show the same lines of one document: a spec goes
// into its row's fact, and of two entries of which one's lines lie within the
// other's the later goes into the earlier when it shows hardly less.
func fold(candidates []candidate) []group {
	var groups []group
	of := map[quarry.DocumentID][]int{} // which groups show something of a document
	for _, next := range foldSpecs(candidates) {
		place := next.shown.Place
		shows := func(i int) bool { return sameLines(groups[i].shown.Place, place) }
		if at := slices.IndexFunc(of[place.Document], shows); at >= 0 {
			host := &groups[of[place.Document][at]]
			host.also = append(append(host.also, next.shown), next.also...)
			continue
		}
		of[place.Document] = append(of[place.Document], len(groups))
		groups = append(groups, next)
	}
	for i := range groups {
		slices.SortStableFunc(groups[i].also, func(a, b *candidate) int { return cmp.Compare(b.Score, a.Score) })
	}
	return groups
}

// newFirst ranks what shows something new before what a hit above it shows
// already, because its lines lie within that one's: ten statements of one
// section are one thing to read, and so is the section. Otherwise the order
// stays, and so do the scores.
func newFirst(groups []group) []group {
	var front, back []group
	shown := map[quarry.DocumentID][]Place{}
	for _, next := range groups {
		place := next.shown.Place
		if slices.ContainsFunc(shown[place.Document], func(above Place) bool { return above.contains(place) }) {
			back = append(back, next)
			continue
		}
		shown[place.Document] = append(shown[place.Document], place)
		front = append(front, next)
	}
	return append(front, back...)
}

// foldSpecs makes a group of every candidate, puts every spec into the shortest fact that
// its lines lie within, and orders what remains by the best member.
func foldSpecs(candidates []candidate) []group {
	var groups, specs []group
	for rank := range candidates {
		single := group{shown: &candidates[rank], best: &candidates[rank], rank: rank}
		if single.shown.Kind == quarry.EntrySpec {
			specs = append(specs, single)
		} else {
			groups = append(groups, single)
		}
	}
	for _, next := range specs {
		row := rowOf(next.shown.Place, groups)
		if row < 0 {
			groups = append(groups, next)
			continue
		}
		groups[row].also = append(groups[row].also, next.shown)
		if next.rank < groups[row].rank {
			groups[row].rank, groups[row].best = next.rank, next.best
		}
	}
	slices.SortFunc(groups, func(a, b group) int { return cmp.Compare(a.rank, b.rank) })
	return groups
}

// rowOf returns which of the facts is a spec's row, or -1.
func rowOf(spec Place, groups []group) int {
	row := -1
	for i, g := range groups {
		fact := g.shown
		if fact.Kind != quarry.EntryFact || fact.Place.Document != spec.Document || !fact.Place.contains(spec) {
			continue
		}
		if row < 0 || fact.Place.lines() < groups[row].shown.Place.lines() {
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
