package bleveindex

import (
	"cmp"
	"container/heap"
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
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.id, b.id))
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
	heap.Init(&top)
	for _, m := range matches[most:] {
		if m.score > top[0] {
			top[0] = m.score
			heap.Fix(&top, 0)
		}
	}
	return top[0]
}

// scores is a heap with the lowest score on top.
type scores []float64

func (s scores) Len() int           { return len(s) }
func (s scores) Less(i, j int) bool { return s[i] < s[j] }
func (s scores) Swap(i, j int)      { s[i], s[j] = s[j], s[i] }

// Push appends a score.
func (s *scores) Push(x any) { *s = append(*s, x.(float64)) }

// Pop removes the last score.
func (s *scores) Pop() any {
	last := (*s)[len(*s)-1]
	*s = (*s)[:len(*s)-1]
	return last
}
