package score

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/blevesearch/bleve/v2/index/scorch"
	"github.com/blevesearch/bleve/v2/mapping"
	bleve "github.com/blevesearch/bleve/v2/search"
	"github.com/blevesearch/bleve/v2/search/query"
	index "github.com/blevesearch/bleve_index_api"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search"
)

// Match is a document that answers a query.
type Match struct {
	Number uint64
	Score  float64
	Share  float64 // of the query's terms, each by its idf; 0 if it is not asked for
}

// Guard is a query that no match may be of; a nil query stops none.
type Guard struct {
	Not     query.Query
	Reader  *scorch.IndexSnapshot
	Mapping mapping.IndexMapping
}

// FindMatches fills the memory with what has a term, is not guarded against and holds no
// phrase that is excluded, by document number.
func (r *Ranker) FindMatches(ctx context.Context, guard Guard) error {
	stopped, err := guard.open(ctx)
	if err != nil {
		return err
	}
	matches := r.Matches[:0]
	for document := range r.scores {
		score := r.score(document)
		if score == 0 {
			continue
		}
		number := r.number(document)
		stops, err := stopped.has(number)
		if err != nil {
			return errors.Join(err, stopped.close())
		}
		if !stops {
			matches = append(matches, Match{Number: number, Score: score, Share: r.share(document)})
		}
	}
	err = stopped.close()
	if err == nil && len(r.without) > 0 {
		matches, err = withoutPhrases(ctx, matches, r.phrases, r.without)
	}
	r.Matches = matches
	return err
}

// stoppedDocuments steps along the documents that match a guard's query; nil stops none.
type stoppedDocuments struct {
	searcher bleve.Searcher
	context  *bleve.SearchContext
	at       *bleve.DocumentMatch // the first that matches, not before the last asked; nil at the end
}

// open begins at the first document that matches.
func (g Guard) open(ctx context.Context) (*stoppedDocuments, error) {
	if g.Not == nil {
		return nil, nil
	}
	searcher, err := g.Not.Searcher(ctx, g.Reader, g.Mapping, bleve.SearcherOptions{Score: "none"})
	if err != nil {
		return nil, fmt.Errorf("prepare the conditions: %w", err)
	}
	d := &stoppedDocuments{searcher: searcher, context: &bleve.SearchContext{
		DocumentMatchPool: bleve.NewDocumentMatchPool(searcher.DocumentMatchPoolSize()+1, 0),
		IndexReader:       g.Reader,
	}}
	if d.at, err = searcher.Next(d.context); err != nil {
		return nil, errors.Join(fmt.Errorf("find the first that meets the conditions: %w", err), searcher.Close())
	}
	return d, nil
}

// has reports whether a document matches. It is asked for ascending numbers.
func (d *stoppedDocuments) has(number uint64) (bool, error) {
	if d == nil {
		return false, nil
	}
	if d.at != nil && d.at.IndexInternalID.Value() < number {
		d.context.DocumentMatchPool.Put(d.at)
		var err error
		if d.at, err = d.searcher.Advance(d.context, index.NewIndexInternalID(nil, number)); err != nil {
			return false, fmt.Errorf("go to document %d: %w", number, err)
		}
	}
	return d.at != nil && d.at.IndexInternalID.Value() == number, nil
}

func (d *stoppedDocuments) close() error {
	if d == nil {
		return nil
	}
	return d.searcher.Close()
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
