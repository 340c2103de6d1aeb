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
	share  float64 // of the query's terms, each by its idf; 0 if it is not asked for
}

// best returns the most highly scored matches in memory, equal scores by id. It looks up
// those only that may be among them.
func best(from *listings, memory *scratch, most int) ([]search.Ranked, error) {
	if most < 1 {
		return nil, nil
	}
	matches := memory.matches
	least := memory.threshold(most)
	chosen := make([]candidate, 0, min(most, len(matches)))
	for _, m := range matches {
		if m.score < least {
			continue
		}
		entry, err := from.at(m.number)
		if err != nil {
			return nil, err
		}
		chosen = append(chosen, candidate{m, entry})
	}
	slices.SortFunc(chosen, candidate.compare)
	ranked := make([]search.Ranked, min(most, len(chosen)))
	for i, c := range chosen[:len(ranked)] {
		ranked[i] = search.Ranked{
			EntryRef: quarry.EntryRef{Kind: quarry.EntryKindOf(c.id), ID: c.id},
			Score:    c.score, Place: c.place, Share: c.share, Open: c.open,
		}
	}
	return ranked, nil
}

// candidate is a match that may be among the best.
type candidate struct {
	match
	*listing
}

func (c candidate) compare(other candidate) int {
	if c.score == other.score {
		return cmp.Compare(c.id, other.id)
	}
	return cmp.Compare(other.score, c.score)
}

// threshold returns the score of the last of the best, 0 where all are among
// them. It is Hoare's selection ("Algorithm 65: Find", 1961).
func (s *scratch) threshold(most int) float64 {
	if len(s.matches) <= most {
		return 0
	}
	scores := s.chosen[:0]
	for _, m := range s.matches {
		scores = append(scores, m.score)
	}
	s.chosen = scores
	wanted := most - 1 // in falling order
	for low, high := 0, len(scores)-1; low < high; {
		left, right := partition(scores, low, high)
		if wanted <= right {
			high = right
		} else if wanted >= left {
			low = left
		} else {
			break
		}
	}
	return scores[wanted]
}

// partition puts higher scores before lower ones, and returns where the lower
// ones begin and where the higher ones end.
func partition(scores []float64, low, high int) (int, int) {
	pivot := scores[low+(high-low)/2]
	for low <= high {
		for scores[low] > pivot {
			low++
		}
		for scores[high] < pivot {
			high--
		}
		if low <= high {
			scores[low], scores[high] = scores[high], scores[low]
			low++
			high--
		}
	}
	return low, high
}
