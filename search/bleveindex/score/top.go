package score

import (
	"cmp"
	"context"
	"slices"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search"
	"github.com/quarrykb/quarry/search/bleveindex/postings"
)

// Match is a document that answers a query.
type Match struct {
	Number uint64
	Score  float64
	Share  float64 // of the query's terms, each by its idf; 0 if it is not asked for
}

// Guard keeps out what meets one clause and not the other; nothing where it has none.
type Guard struct{ Not, Unless Clause }

// FindMatches fills the memory with what has a term, is not guarded against and holds no
// phrase that is excluded, by document number.
func (r *Ranker) FindMatches(ctx context.Context, guard Guard) error {
	matches := r.Matches[:0]
	for document := range r.scores {
		if score := r.score(document); score != 0 {
			matches = append(matches, Match{Number: uint64(document), Score: score, Share: r.share(document)})
		}
	}
	var err error
	if len(guard.Not) > 0 {
		matches, err = r.notGuarded(matches, guard)
	}
	if err == nil && len(r.without) > 0 {
		matches, err = withoutPhrases(ctx, matches, r.phrases, r.without)
	}
	r.Matches = matches
	return err
}

// notGuarded returns those of some matches, by document number, that a guard lets through.
func (r *Ranker) notGuarded(matches []Match, guard Guard) ([]Match, error) {
	stopped, err := meetingAll(r.reader, []Clause{guard.Not})
	if err != nil {
		return nil, err
	}
	unless, err := meetingAll(r.reader, []Clause{guard.Unless})
	if err != nil {
		return nil, err
	}
	kept, at := matches[:0], 0
	for i, column := range r.fields[postings.Title].columns {
		stopped[i].AndNot(unless[i])
		for end := column.Offset + column.Of.Segment().Count(); at < len(matches) && matches[at].Number < end; at++ {
			if !stopped[i].Contains(uint32(matches[at].Number - column.Offset)) { //nolint:gosec // Bleve numbers documents in 32 bits.
				kept = append(kept, matches[at])
			}
		}
	}
	return kept, nil
}

// candidate is a match that may be among the best.
type candidate struct {
	Match
	*Listing
}

func (c candidate) compare(other candidate) int {
	if c.Score == other.Score {
		return cmp.Compare(c.ID, other.ID)
	}
	return cmp.Compare(other.Score, c.Score)
}

// Best returns the most highly scored matches in memory, equal scores by id. It looks up
// those only that may be among them.
func Best(from *Listings, memory *Memory, most int) ([]search.Ranked, error) {
	if most < 1 {
		return nil, nil
	}
	matches := memory.Matches
	least := memory.threshold(most)
	chosen := make([]candidate, 0, min(most, len(matches)))
	for _, m := range matches {
		if m.Score < least {
			continue
		}
		entry, err := from.at(m.Number)
		if err != nil {
			return nil, err
		}
		chosen = append(chosen, candidate{m, entry})
	}
	slices.SortFunc(chosen, candidate.compare)
	ranked := make([]search.Ranked, min(most, len(chosen)))
	for i, c := range chosen[:len(ranked)] {
		ranked[i] = search.Ranked{
			EntryRef: quarry.EntryRef{Kind: quarry.EntryKindOf(c.ID), ID: c.ID},
			Score:    c.Score, Place: c.Place, Share: c.Share, Open: c.Open,
		}
	}
	return ranked, nil
}

// threshold returns the score of the last of the best, 0 where all are among
// them. It is Hoare's selection ("Algorithm 65: Find", 1961).
func (m *Memory) threshold(most int) float64 {
	if len(m.Matches) <= most {
		return 0
	}
	scores := m.chosen[:0]
	for _, match := range m.Matches {
		scores = append(scores, match.Score)
	}
	m.chosen = scores
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
