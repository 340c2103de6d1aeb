package bleveindex

import (
	"context"
	"errors"
	"fmt"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/mapping"
	"github.com/blevesearch/bleve/v2/search"
	"github.com/blevesearch/bleve/v2/search/query"
	index "github.com/blevesearch/bleve_index_api"
)

// conditions are what a document must meet besides having a term: all of some
// queries, and none of others.
type conditions struct {
	must []query.Query
	not  []query.Query
}

// gate lets those documents pass that meet conditions. It is asked for ascending
// numbers.
type gate struct {
	must *follower // nil lets all pass
	not  *follower // nil stops none
}

// openGate begins before the first document.
func openGate(ctx context.Context, reader index.IndexReader, m mapping.IndexMapping, c conditions) (*gate, error) {
	g := &gate{}
	var err error
	if len(c.must) > 0 {
		if g.must, err = follow(ctx, reader, m, bleve.NewConjunctionQuery(c.must...)); err != nil {
			return nil, err
		}
	}
	if len(c.not) > 0 {
		if g.not, err = follow(ctx, reader, m, bleve.NewDisjunctionQuery(c.not...)); err != nil {
			return nil, errors.Join(err, g.close())
		}
	}
	return g, nil
}

// passes reports whether a document meets the conditions.
func (g *gate) passes(number uint64) (bool, error) {
	if g.must != nil {
		if met, err := g.must.matches(number); err != nil || !met {
			return false, err
		}
	}
	if g.not == nil {
		return true, nil
	}
	stopped, err := g.not.matches(number)
	return !stopped && err == nil, err
}

func (g *gate) close() error { return errors.Join(g.must.close(), g.not.close()) }

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
