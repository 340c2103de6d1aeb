package bleveindex

import (
	"context"
	"fmt"

	"github.com/blevesearch/bleve/v2/mapping"
	"github.com/blevesearch/bleve/v2/search"
	"github.com/blevesearch/bleve/v2/search/query"
	index "github.com/blevesearch/bleve_index_api"
)

// gate lets those documents pass that meet a query's conditions. It is asked
// for ascending numbers and steps along with them.
type gate struct {
	searcher search.Searcher // nil lets all pass
	context  *search.SearchContext
	at       *search.DocumentMatch // the first that passes, not before the last asked; nil at the end
}

// openGate begins at the first document that passes.
func openGate(ctx context.Context, reader index.IndexReader, m mapping.IndexMapping, q query.Query) (*gate, error) {
	if q == nil {
		return &gate{}, nil
	}
	searcher, err := q.Searcher(ctx, reader, m, search.SearcherOptions{Score: "none"})
	if err != nil {
		return nil, fmt.Errorf("prepare the conditions: %w", err)
	}
	g := &gate{searcher: searcher, context: &search.SearchContext{
		DocumentMatchPool: search.NewDocumentMatchPool(searcher.DocumentMatchPoolSize()+1, 0),
		IndexReader:       reader,
	}}
	if g.at, err = searcher.Next(g.context); err != nil {
		return nil, fmt.Errorf("find the first that meets the conditions: %w", err)
	}
	return g, nil
}

// passes reports whether a document meets the conditions.
func (g *gate) passes(number uint64) (bool, error) {
	if g.searcher == nil {
		return true, nil
	}
	if g.at != nil && g.at.IndexInternalID.Value() < number {
		g.context.DocumentMatchPool.Put(g.at)
		var err error
		if g.at, err = g.searcher.Advance(g.context, index.NewIndexInternalID(nil, number)); err != nil {
			return false, fmt.Errorf("go to document %d: %w", number, err)
		}
	}
	return g.at != nil && g.at.IndexInternalID.Value() == number, nil
}

func (g *gate) close() error {
	if g.searcher == nil {
		return nil
	}
	return g.searcher.Close()
}
