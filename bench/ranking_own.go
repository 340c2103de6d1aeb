package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/search"
	"github.com/quarrykb/quarry/search/bleveindex"
)

// ownRankers is Quarry's lexical engine as cmd/quarry has it: it also repairs
// words, adds synonyms, keeps devices apart, counts all matches and says where
// they stand.
func ownRankers() rankers {
	return rankers{name: "quarry", says: "Quarry's lexical engine", open: openOwnRanker}
}

// ownRanker is built as a follower builds an index anew.
type ownRanker struct {
	index *bleveindex.Index
	next  search.Rebuild // nil until the first batch
}

func openOwnRanker(ctx context.Context, dir string) (ranker, error) {
	words, err := lexicon.Load() //nolint:contextcheck // Nothing in it can take long.
	if err != nil {
		return nil, err
	}
	index, err := bleveindex.Open(ctx, dir, bleveindex.Options{Lexicon: words})
	if err != nil {
		return nil, err
	}
	return &ownRanker{index: index}, nil
}

func (o *ownRanker) add(ctx context.Context, entries []quarry.Entry) error {
	if o.next == nil {
		next, err := o.index.Rebuild(ctx)
		if err != nil {
			return err
		}
		o.next = next
	}
	return o.next.Apply(ctx, search.Batch{Puts: entries})
}

func (o *ownRanker) done(ctx context.Context) error {
	if err := o.next.Apply(ctx, search.Batch{Cursor: 1, Session: "bench"}); err != nil {
		return err
	}
	return o.next.Commit(ctx)
}

func (o *ownRanker) top(ctx context.Context, words []string, wanted matching) (int, error) {
	text := strings.Join(words, " ")
	if wanted == matchAll {
		text = `"` + strings.Join(words, `" "`) + `"`
	}
	found, err := o.index.Search(ctx, quarry.Query{Text: text, Limit: topHits})
	if err == nil && found.CorrectedQuery != "" {
		err = fmt.Errorf("%q was read as %q", text, found.CorrectedQuery)
	}
	return len(found.Hits), err
}

func (o *ownRanker) close() error { return o.index.Close() }
