package search

import (
	"context"

	"github.com/quarrykb/quarry"
)

// Judge says whether what was found answers a query, how likely that is from 0 to 1, and
// why it says so, in a sentence for a person.
type Judge interface {
	Judge(query string, found quarry.Found) (quarry.Answerable, float64, string)
}

// judgedHits is how many of the best hits are judged, whichever page of them is asked for.
const judgedHits = 10

// judged returns what was found with a word on whether it answers the query, as far as there
// is a judge, who sees the query as it was asked.
func (s *Searcher) judged(ctx context.Context, asked string, q quarry.Query, l list, found quarry.Found) (quarry.Found, error) {
	if s.judge == nil {
		return found, nil
	}
	best := found
	if q.Offset > 0 || q.Limit < judgedHits {
		hits, err := s.hydrate(ctx, quarry.Query{Limit: judgedHits}, l)
		if err != nil {
			return quarry.Found{}, err
		}
		best.Hits = hits
	}
	found.Answerable, found.Confidence, found.Reason = s.judge.Judge(asked, best)
	return found, nil
}
