package bleveindex

import (
	"cmp"
	"fmt"
	"slices"

	index "github.com/blevesearch/bleve_index_api"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search"
)

// match is a document that answers a query.
type match struct {
	number uint64
	score  float64
}

// best returns the most highly scored matches, equal scores by id. It looks up
// the ids of those only that may be among them.
func best(reader index.IndexReader, matches []match, most int) ([]search.Ranked, []uint64, error) {
	if most < 1 {
		return nil, nil, nil
	}
	least := threshold(matches, most)
	var chosen []candidate
	for _, m := range matches {
		if m.score < least {
			continue
		}
		id, err := reader.ExternalID(index.NewIndexInternalID(nil, m.number))
		if err != nil {
			return nil, nil, fmt.Errorf("read the id of document %d: %w", m.number, err)
		}
		chosen = append(chosen, candidate{match: m, id: quarry.EntryID(id)})
	}
	slices.SortFunc(chosen, func(a, b candidate) int {
		if a.score == b.score {
			return cmp.Compare(a.id, b.id)
		}
		return cmp.Compare(b.score, a.score)
	})
	chosen = chosen[:min(most, len(chosen))]
	ranked := make([]search.Ranked, len(chosen))
	numbers := make([]uint64, len(chosen))
	for i, c := range chosen {
		ranked[i] = search.Ranked{
			EntryRef: quarry.EntryRef{Kind: quarry.EntryKindOf(c.id), ID: c.id}, Score: c.score,
		}
		numbers[i] = c.number
	}
	return ranked, numbers, nil
}

type candidate struct {
	match

	id quarry.EntryID
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
