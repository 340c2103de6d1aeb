package bleveindex

import (
	"context"
	"errors"
	"fmt"

	"github.com/blevesearch/bleve/v2/mapping"
	"github.com/blevesearch/bleve/v2/search"
	"github.com/blevesearch/bleve/v2/search/query"
	index "github.com/blevesearch/bleve_index_api"
)

// gate stops those documents that match a query. It is asked for ascending
// numbers.
type gate struct{ not *follower } // nil stops none

// openGate begins before the first document.
func openGate(ctx context.Context, reader index.IndexReader, m mapping.IndexMapping, not query.Query) (gate, error) {
	if not == nil {
		return gate{}, nil
	}
	stops, err := follow(ctx, reader, m, not)
	return gate{stops}, err
}

// passes reports whether a document does not match.
func (g gate) passes(number uint64) (bool, error) {
	if g.not == nil {
		return true, nil
	}
	stopped, err := g.not.matches(number)
	return !stopped && err == nil, err
}

func (g gate) close() error { return g.not.close() }

// follower steps along the documents that match a query.
type follower struct {
	searcher search.Searcher
	context  *search.SearchContext
	at       *search.DocumentMatch // the first that matches, not before the last asked; nil at the end
}

// follow begins at the first document that matches.
func follow(ctx context.Context, reader index.IndexReader, m mapping.IndexMapping, q query.Query) (*follower, error) {
	searcher, err := q.Searcher(ctx, reader, m, search.SearcherOptions{Score: "none"})
	if err != nil {
		return nil, fmt.Errorf("prepare the conditions: %w", err)
	}
	f := &follower{searcher: searcher, context: &search.SearchContext{
		DocumentMatchPool: search.NewDocumentMatchPool(searcher.DocumentMatchPoolSize()+1, 0),
		IndexReader:       reader,
	}}
	if f.at, err = searcher.Next(f.context); err != nil {
		return nil, errors.Join(fmt.Errorf("find the first that meets the conditions: %w", err), searcher.Close())
	}
	return f, nil
}

// matches reports whether a document matches. It is asked for ascending numbers.
func (f *follower) matches(number uint64) (bool, error) {
	if f.at != nil && f.at.IndexInternalID.Value() < number {
		f.context.DocumentMatchPool.Put(f.at)
		var err error
		if f.at, err = f.searcher.Advance(f.context, index.NewIndexInternalID(nil, number)); err != nil {
			return false, fmt.Errorf("go to document %d: %w", number, err)
		}
	}
	return f.at != nil && f.at.IndexInternalID.Value() == number, nil
}

func (f *follower) close() error {
	if f == nil {
		return nil
	}
	return f.searcher.Close()
}
