package bleveindex_test

import (
	"testing"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/analysis/lang/en"
	"github.com/blevesearch/bleve/v2/mapping"
	"github.com/blevesearch/bleve/v2/search/query"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search"
	"github.com/quarrykb/quarry/search/bleveindex"
	"github.com/quarrykb/quarry/search/searchtest"
)

// The benchmarks stand in pairs: what this package does, and what bleve alone
// does with the same entries. Their ratio is what counts.

const (
	searched = 10_000
	written  = 2_000
)

// question asks for eight of the generated words, frequent ones and rare ones.
func question() string {
	return searchtest.Generate(50)[49].Title + searchtest.Generate(9)[8].Title[:12]
}

func BenchmarkSearcherPage(b *testing.B) {
	entries := searchtest.Generate(searched)
	index := filledIndex(b, entries)
	searcher := search.NewSearcher(search.Setup{
		Entries: searchtest.NewStore(entries...), Highlighter: index,
		Engines: []search.Named{{Name: search.EngineLexical, Engine: index}},
	})
	for name, q := range map[string]quarry.Query{
		"plain":     {Text: question(), Limit: 10},
		"highlight": {Text: question(), Limit: 10, Highlight: true},
		"facets":    {Text: question(), Limit: 10, Facets: quarry.FacetNames()},
		"kind":      {Text: question(), Limit: 10, Filter: quarry.Filter{Kinds: []quarry.EntryKind{quarry.EntryFact}}},
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if found, err := searcher.Search(b.Context(), q); err != nil || len(found.Hits) != 10 {
					b.Fatalf("found %d, %v", len(found.Hits), err)
				}
			}
		})
	}
}

func BenchmarkBareQuery(b *testing.B) {
	bare := filledBare(b, searchtest.Generate(searched))
	for b.Loop() {
		request := bleve.NewSearchRequest(bareQuery(question()))
		if found, err := bare.SearchInContext(b.Context(), request); err != nil || len(found.Hits) != 10 {
			b.Fatalf("found %v, %v", found, err)
		}
	}
}

func bareQuery(text string) query.Query {
	title, body := bleve.NewMatchQuery(text), bleve.NewMatchQuery(text)
	title.SetField("Title")
	title.SetBoost(2)
	body.SetField("Text")
	return bleve.NewDisjunctionQuery(title, body)
}

func BenchmarkApply(b *testing.B) {
	entries := searchtest.Generate(written)
	for b.Loop() {
		b.StopTimer()
		index := openBuilt(b, b.TempDir())
		b.StartTimer()
		if err := index.Apply(b.Context(), search.Batch{Puts: entries, Cursor: written}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkBareBatch(b *testing.B) {
	entries := searchtest.Generate(written)
	for b.Loop() {
		b.StopTimer()
		bare := newBare(b)
		b.StartTimer()
		fillBare(b, bare, entries)
	}
}

func filledIndex(b *testing.B, entries []quarry.Entry) *bleveindex.Index {
	b.Helper()
	index := openBuilt(b, b.TempDir())
	for at := 0; at < len(entries); at += written {
		batch := search.Batch{Puts: entries[at:min(at+written, len(entries))], Cursor: quarry.Sequence(at)}
		if err := index.Apply(b.Context(), batch); err != nil {
			b.Fatal(err)
		}
	}
	return index
}

func filledBare(b *testing.B, entries []quarry.Entry) bleve.Index {
	b.Helper()
	bare := newBare(b)
	for at := 0; at < len(entries); at += written {
		fillBare(b, bare, entries[at:min(at+written, len(entries))])
	}
	return bare
}

func fillBare(b *testing.B, bare bleve.Index, entries []quarry.Entry) {
	b.Helper()
	batch := bare.NewBatch()
	for _, entry := range entries {
		if err := batch.Index(string(entry.ID), entry); err != nil {
			b.Fatal(err)
		}
	}
	if err := bare.Batch(batch); err != nil {
		b.Fatal(err)
	}
}

// newBare makes an index of what the peer needs: titles and texts with
// positions and the fields that are filtered and counted.
func newBare(b *testing.B) bleve.Index {
	b.Helper()
	bare, err := bleve.New(b.TempDir()+"/bare", bareMapping())
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		if err := bare.Close(); err != nil {
			b.Error(err)
		}
	})
	return bare
}

func bareMapping() *mapping.IndexMappingImpl {
	m := bleve.NewIndexMapping()
	m.ScoringModel = "bm25"
	entry := bleve.NewDocumentStaticMapping()
	for _, name := range []string{"Title", "Text"} {
		field := bleve.NewTextFieldMapping()
		field.Analyzer, field.DocValues, field.IncludeInAll = en.AnalyzerName, false, false
		entry.AddFieldMappingsAt(name, field)
	}
	for _, name := range []string{"Kind", "Topics", "Style"} {
		entry.AddFieldMappingsAt(name, keywordField())
	}
	grade, source := bleve.NewDocumentStaticMapping(), bleve.NewDocumentStaticMapping()
	grade.AddFieldMappingsAt("Difficulty", keywordField())
	for _, name := range []string{"DocumentID", "Path", "Collection"} {
		source.AddFieldMappingsAt(name, keywordField())
	}
	entry.AddSubDocumentMapping("Grade", grade)
	entry.AddSubDocumentMapping("Source", source)
	m.DefaultMapping = entry
	return m
}

func keywordField() *mapping.FieldMapping {
	field := bleve.NewKeywordFieldMapping()
	field.Store, field.IncludeInAll = false, false
	return field
}
