package main

import (
	"context"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search"
	"github.com/quarrykb/quarry/search/bleveindex"
	"github.com/quarrykb/quarry/search/vectorindex"
)

// tracedWords is the index of words with a span around every search.
type tracedWords struct {
	*bleveindex.Index

	traces *tracing
}

// Search ranks as the index does.
func (e tracedWords) Search(ctx context.Context, q quarry.Query) (search.Ranking, error) {
	ctx, span := e.traces.within(ctx, "search "+search.EngineLexical)
	ranking, err := e.Index.Search(ctx, q)
	endRanking(span, ranking, err)
	return ranking, err
}

// tracedMeaning is the index of meanings with a span around every search.
type tracedMeaning struct {
	*vectorindex.Index

	traces *tracing
}

// Search ranks as the index does.
func (e tracedMeaning) Search(ctx context.Context, q quarry.Query) (search.Ranking, error) {
	ctx, span := e.traces.within(ctx, "search "+search.EngineVector)
	ranking, err := e.Index.Search(ctx, q)
	endRanking(span, ranking, err)
	return ranking, err
}

// tracedReranker is a reranker with a span around every search.
type tracedReranker struct {
	search.Reranker

	traces *tracing
}

// Rerank reads as the reranker does.
func (r tracedReranker) Rerank(ctx context.Context, query string, texts []string) ([]float64, error) {
	ctx, span := r.traces.within(ctx, "rerank")
	scores, err := r.Reranker.Rerank(ctx, query, texts)
	if span.IsRecording() {
		endSpan(span, err, attribute.Int("quarry.entries", len(texts)))
	}
	return scores, err
}

// reranks returns what reads the hits of a search, with a span around it.
func (t *tracing) reranks(r search.Reranker) search.Reranker {
	if t == nil {
		return r
	}
	return tracedReranker{r, t}
}

// endRanking ends an engine's span with how much was found, never with what.
func endRanking(span trace.Span, ranking search.Ranking, err error) {
	if !span.IsRecording() {
		return
	}
	endSpan(span, err, attribute.Int("quarry.hits", len(ranking.Hits)), attribute.Int("quarry.total", ranking.Total))
}

// endSpan ends a span. Of an error it says the kind for callers only: its text may
// repeat what was asked.
func endSpan(span trace.Span, err error, attributes ...attribute.KeyValue) {
	span.SetAttributes(attributes...)
	if err != nil {
		span.SetStatus(codes.Error, quarry.Explain(err).Code)
	}
	span.End()
}

// tracedEntries is a store with a span around the reading of a page's entries.
type tracedEntries struct {
	search.EntryReader

	traces *tracing
}

// Entries reads as the store does.
func (e tracedEntries) Entries(ctx context.Context, refs []quarry.EntryRef) ([]quarry.Entry, quarry.Sequence, error) {
	ctx, span := e.traces.within(ctx, "read entries")
	entries, revision, err := e.EntryReader.Entries(ctx, refs)
	if span.IsRecording() {
		endSpan(span, err, attribute.Int("quarry.entries", len(entries)))
	}
	return entries, revision, err
}

// entries returns what reads the entries of a search, with a span around it.
func (t *tracing) entries(store search.EntryReader) search.EntryReader {
	if t == nil {
		return store
	}
	return tracedEntries{store, t}
}
