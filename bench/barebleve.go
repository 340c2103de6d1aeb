package main

import (
	"context"
	"fmt"
	"slices"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/analysis/lang/en"
	"github.com/blevesearch/bleve/v2/mapping"
	"github.com/blevesearch/bleve/v2/search/query"
	"github.com/quarrykb/quarry"
)

// bareEntry is an entry as anyone would hand it to bleve: what Quarry's own
// index has of it.
type bareEntry struct {
	Title      string   `json:"title"`
	Text       string   `json:"text"`
	Kind       string   `json:"kind"`
	Topics     []string `json:"topics"`
	Difficulty string   `json:"difficulty"`
	Graded     string   `json:"graded"`
	Style      string   `json:"style"`
	Document   string   `json:"document"`
	Path       string   `json:"path"`
	Collection string   `json:"collection"`
	Lines      string   `json:"lines"`
}

func bareEntryOf(e quarry.Entry) bareEntry {
	topics := make([]string, len(e.Topics))
	for i, topic := range e.Topics {
		topics[i] = string(topic)
	}
	return bareEntry{
		Title: e.Title, Text: e.Text, Kind: string(e.Kind), Topics: topics,
		Difficulty: string(e.Grade.Difficulty), Graded: string(e.Grade.Source), Style: string(e.Style),
		Document: string(e.Source.DocumentID), Path: e.Source.Path, Collection: e.Source.Collection,
		Lines: fmt.Sprintf("%d-%d", e.Source.LineStart, e.Source.LineEnd),
	}
}

// keep says what a bare index stores of titles and texts.
type keep bool

// Bleve marks matches only in texts that it stores; Quarry's index does not
// store them.
const (
	keepNothing keep = false
	keepTexts   keep = true
)

// openBareIndex makes a bare index on disk that ranks by BM25: titles and texts
// in English with their positions, all else as keywords with their values.
func openBareIndex(dir string, texts keep) (bleve.Index, error) {
	entry := bleve.NewDocumentStaticMapping()
	for _, name := range []string{"title", "text"} {
		field := bleve.NewTextFieldMapping()
		field.Analyzer, field.Store = en.AnalyzerName, bool(texts)
		field.IncludeInAll, field.DocValues = false, false
		entry.AddFieldMappingsAt(name, field)
	}
	for _, name := range []string{
		"kind", "topics", "difficulty", "graded", "style", "document", "path", "collection", "lines",
	} {
		entry.AddFieldMappingsAt(name, keywordField())
	}
	m := bleve.NewIndexMapping()
	m.ScoringModel, m.DefaultMapping = "bm25", entry
	m.IndexDynamic, m.StoreDynamic, m.DocValuesDynamic = false, false, false
	return bleve.New(dir, m)
}

func keywordField() *mapping.FieldMapping {
	field := bleve.NewKeywordFieldMapping()
	field.Store, field.IncludeInAll, field.IncludeTermVectors, field.SkipFreqNorm = false, false, false, true
	return field
}

// followed is how many changes a follower writes at once, so that a bare index
// that is written in such parts has as many segments as Quarry's.
const followed = 2000

// writeBarely puts entries into a bare index, so many in a batch.
func writeBarely(index bleve.Index, entries []quarry.Entry, each int) error {
	for part := range slices.Chunk(entries, each) {
		batch := index.NewBatch()
		for _, e := range part {
			if err := batch.Index(string(e.ID), bareEntryOf(e)); err != nil {
				return fmt.Errorf("add %s: %w", e.ID, err)
			}
		}
		if err := index.Batch(batch); err != nil {
			return err
		}
	}
	return nil
}

// searchBarely asks for a page of what matches any word in title or text.
func searchBarely(ctx context.Context, index bleve.Index, r *bleve.SearchRequest) error {
	found, err := index.SearchInContext(ctx, r)
	if err == nil && len(found.Hits) == 0 {
		err = fmt.Errorf("the bare index found nothing for %v", r.Query)
	}
	return err
}

// matchQuery is the query that Quarry's ranking stands for: any of the words,
// one in the title worth two in the text.
func matchQuery(words string) query.Query {
	title, text := bleve.NewMatchQuery(words), bleve.NewMatchQuery(words)
	title.SetField("title")
	title.SetBoost(2)
	text.SetField("text")
	return bleve.NewDisjunctionQuery(title, text)
}
