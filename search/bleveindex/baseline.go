package bleveindex

import (
	"context"
	"fmt"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/analysis/lang/en"

	"github.com/quarrykb/quarry"
)

// Bare is a bleve index as anyone would make one: titles and texts in English, ranked
// by BM25, with the positions of words and nothing else. It answers no query; it is what
// the own index is measured beside.
type Bare struct{ index bleve.Index }

// bareText is what a bare index has of an entry.
type bareText struct {
	Title string `json:"title"`
	Text  string `json:"text"`
}

// NewBare makes a bare index in a folder that is not there yet.
func NewBare(folder string) (*Bare, error) {
	entry := bleve.NewDocumentStaticMapping()
	for _, name := range []string{"title", "text"} {
		field := bleve.NewTextFieldMapping()
		field.Analyzer, field.Store, field.IncludeInAll, field.DocValues = en.AnalyzerName, false, false, false
		entry.AddFieldMappingsAt(name, field)
	}
	m := bleve.NewIndexMapping()
	m.ScoringModel, m.DefaultMapping = "bm25", entry
	m.IndexDynamic, m.StoreDynamic, m.DocValuesDynamic = false, false, false
	index, err := bleve.New(folder, m)
	if err != nil {
		return nil, fmt.Errorf("make a bare index: %w", err)
	}
	return &Bare{index}, nil
}

// Add writes entries in one batch.
func (b *Bare) Add(entries []quarry.Entry) error {
	batch := b.index.NewBatch()
	for _, e := range entries {
		if err := batch.Index(string(e.ID), bareText{Title: e.Title, Text: e.Text}); err != nil {
			return fmt.Errorf("add %s: %w", e.ID, err)
		}
	}
	return b.index.Batch(batch)
}

// Search asks for the best entries that have any of the words, one in the title worth
// two in the text, and returns how many came.
func (b *Bare) Search(ctx context.Context, words string, most int) (int, error) {
	title, text := bleve.NewMatchQuery(words), bleve.NewMatchQuery(words)
	title.SetField("title")
	title.SetBoost(2)
	text.SetField("text")
	found, err := b.index.SearchInContext(ctx, bleve.NewSearchRequestOptions(bleve.NewDisjunctionQuery(title, text), most, 0, false))
	if err != nil {
		return 0, fmt.Errorf("ask the bare index: %w", err)
	}
	return len(found.Hits), nil
}

// Close closes it. Its folder stays.
func (b *Bare) Close() error { return b.index.Close() }
