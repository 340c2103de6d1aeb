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

	document int    // equal for groups whose shown members stand in one document
	before   *group // of the same document
}

// fold joins candidates that show the same lines of one document: a spec goes
// into its row's fact, and of two entries of which one's lines lie within the
// other's the later goes into the earlier when it shows hardly less.
func fold(candidates []candidate) []group {
	ranked := foldSpecs(candidates)
	groups := ranked[:0]                  // what is kept stands no later than what is read
	latest := make([]*group, len(ranked)) // by document
	for _, next := range ranked {
		if host := hostOf(next, latest[next.document]); host != nil {
			host.also = append(append(host.also, next.shown), next.also...)
			continue
		}
		next.before = latest[next.document]
		groups = append(groups, next)
		latest[next.document] = &groups[len(groups)-1]
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
	documents := 0
	for i := range groups {
		documents = max(documents, groups[i].document+1)
	}
	latest := make([]*group, documents)
	front, back := make([]group, 0, cap(groups)), []group(nil)
	for _, next := range groups {
		if within(next, latest[next.document]) {
			back = append(back, next)
			continue
		}
		next.before = latest[next.document]
		front = append(front, next)
		latest[next.document] = &front[len(front)-1]
	}
	return append(front, back...)
}

// within reports whether the lines of a group lie within those of one of a
// document's.
func within(next group, latest *group) bool {
	for g := latest; g != nil; g = g.before {
		if g.shown.Place.contains(next.shown.Place) {
			return true
		}
	}
	return false
}

// hostOf returns the first of the groups of a document that shows the same
// lines, or nil.
func hostOf(next group, latest *group) *group {
	var host *group
	for g := latest; g != nil; g = g.before {
		if sameLines(g.shown.Place, next.shown.Place) {
			host = g
		}
	}
	return host
}

// foldSpecs puts every spec into the shortest fact that its lines lie within,
// and orders what remains by the best member.
func foldSpecs(candidates []candidate) []group {
	groups, specs := singles(candidates)
	for _, next := range specs {
		row := rowOf(next, groups)
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

// singles makes a group of every candidate, those of specs apart. There is room
// behind the others for these, and for the candidates that are not folded.
func singles(candidates []candidate) ([]group, []group) {
	documents := make(map[quarry.DocumentID]int, len(candidates))
	groups := make([]group, 0, cap(candidates))
	var specs []group
	for rank := range candidates {
		c := &candidates[rank]
		document, known := documents[c.Place.Document]
		if !known {
			document = len(documents)
			documents[c.Place.Document] = document
		}
		single := group{shown: c, best: c, rank: rank, document: document}
		if c.Kind == quarry.EntrySpec {
			specs = append(specs, single)
		} else {
			groups = append(groups, single)
		}
	}
	return groups, specs
}

// rowOf returns which of the facts is the spec's row, or -1.
func rowOf(spec group, groups []group) int {
	row := -1
	for i := range groups {
		host := groups[i].shown
		if groups[i].document != spec.document || host.Kind != quarry.EntryFact || !host.Place.contains(spec.shown.Place) {
			continue
		}
		if row < 0 || host.Place.lines() < groups[row].shown.Place.lines() {
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
