package ingest_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/ingesttest"
)

// What a limit ends is told with its stage, and with the format as far as that was known
// by then.
func TestTheProgressOfADocumentKeepsItsFormat(t *testing.T) {
	t.Parallel()
	sure := func(name string, how ingest.Confidence) ingest.Parser {
		return lineParser{format: ingest.Format{Name: name, Version: 1}, recognise: func(*ingest.Text) ingest.Confidence { return how }}
	}
	p := ingest.NewPipeline(ingest.Config{
		Extractors: []ingest.Extractor{copied{paper{"%P"}}}, Parsers: []ingest.Parser{sure("odd", ingest.NotMine), sure("cards", 0.9), sure("plain", 0.1)},
		Lexicon: ingesttest.Lexicon(t), Log: discard(), Now: epoch,
	})
	for length, want := range map[int][]string{
		10:      {"read ", "read paper", "detect paper", "parse paper", "parse cards", "specify cards", "normalise cards", "tag cards"},
		100_000: {"read ", "read paper", "detect paper", "detect odd", "detect cards", "detect plain", "parse plain", "parse cards", "specify cards", "normalise cards", "tag cards"},
	} {
		var told []string
		ctx := ingest.WithProgress(t.Context(), func(at ingest.Progress) { told = append(told, string(at.Stage)+" "+at.Format) })
		content := []byte("%P" + strings.Repeat("x", length))
		source := ingest.Source{Name: "a.pdf", Collection: "main", Path: "a.pdf"}
		if _, err := p.ReadDocument(ctx, ingest.Loaded{Source: source, Content: content, SHA256: ingest.Hash(content)}); err != nil {
			t.Fatal(err)
		}
		if told = slices.Compact(told); !slices.Equal(told, want) {
			t.Errorf("of %d bytes, told = %q, want %q", length, told, want)
		}
	}
}

// copied is an extractor that takes out what there is.
type copied struct{ paper }

func (copied) Extract(_ context.Context, content []byte) (ingest.Extract, error) {
	return ingest.Extract{Text: content}, nil
}
