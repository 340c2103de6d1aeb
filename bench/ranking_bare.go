package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/search/query"
	"github.com/quarrykb/quarry"
)

// bareRankers is bleve without anything around it.
func bareRankers() rankers {
	return rankers{name: "bleve", says: "bare bleve, BM25", open: openBareRanker}
}

type bareRanker struct{ index bleve.Index }

func openBareRanker(_ context.Context, dir string) (ranker, error) {
	dir = filepath.Join(dir, "index")
	open := bleve.Open
	if _, err := os.Stat(dir); err != nil {
		open = func(dir string) (bleve.Index, error) { return openBareIndex(dir, keepNothing) }
	}
	index, err := open(dir)
	return bareRanker{index}, err
}

func (b bareRanker) add(_ context.Context, entries []quarry.Entry) error {
	return writeBarely(b.index, entries, len(entries))
}

func (b bareRanker) done(context.Context) error { return nil }

func (b bareRanker) top(ctx context.Context, words []string, wanted matching) (int, error) {
	asked := matchQuery(strings.Join(words, " "))
	if wanted == matchAll {
		each := make([]query.Query, len(words))
		for i, word := range words {
			each[i] = matchQuery(word)
		}
		asked = bleve.NewConjunctionQuery(each...)
	}
	found, err := b.index.SearchInContext(ctx, bleve.NewSearchRequestOptions(asked, topHits, 0, false))
	if err != nil {
		return 0, err
	}
	return len(found.Hits), nil
}

func (b bareRanker) close() error { return b.index.Close() }
