package bleveindex

import (
	"cmp"
	"slices"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search"
)

// match is a document that answers a query.
type match struct {
	number uint64
	score  float64
}

// best returns the most highly scored matches, equal scores by id. It looks up
// those only that may be among them.
func best(from *listings, matches []match, most int) ([]search.Ranked, error) {
	if most < 1 {
		return nil, nil
	}
	least := threshold(matches, most)
	chosen := make([]candidate, 0, min(most, len(matches)))
	for _, m := range matches {
		if m.score < least {
			continue
		}
		entry, err := from.at(m.number)
		if err != nil {
			return nil, err
		}
		chosen = append(chosen, candidate{m.score, entry})
	}
	slices.SortFunc(chosen, candidate.compare)
	ranked := make([]search.Ranked, min(most, len(chosen)))
	for i, c := range chosen[:len(ranked)] {
		ranked[i] = search.Ranked{
			EntryRef: quarry.EntryRef{Kind: quarry.EntryKindOf(c.id), ID: c.id},
			Score:    c.score, Place: c.place,
		}
	}
	return ranked, nil
}

// candidate is a match that may be among the best.
type candidate struct {
	score float64
	*listing
}

func (c candidate) compare(other candidate) int {
	if c.score == other.score {
		return cmp.Compare(c.id, other.id)
	}
	return cmp.Compare(other.score, c.score)
}

// threshold returns the score of the last of the best, 0 where all are among
// them.
func threshold(matches []match, most int) float64 {
	if len(matches) <= most {
		return 0
	}
	top := make(scores, most)
	for i := range top {
		top[i] = matches[i].score
	}
	slices.Sort(top) // Whatever is sorted is a heap.
	for _, m := range matches[most:] {
		if m.score > top[0] {
			top.replaceLowest(m.score)
		}
	}
	return top[0]
}

// scores is a binary heap with the lowest score first.
type scores []float64

// replaceLowest puts a higher score in the place of the lowest.
func (s scores) replaceLowest(score float64) {
	at := 0
	for {
		child := 2*at + 1
		if child+1 < len(s) && s[child+1] < s[child] {
			child++
		}
		if child >= len(s) || s[child] >= score {
			break
		}
		s[at] = s[child]
		at = child
	}
	s[at] = score
}
