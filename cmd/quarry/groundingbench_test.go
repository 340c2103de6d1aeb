package main

import (
	"io"
	"log/slog"
	"strings"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ground"
	"github.com/quarrykb/quarry/ingest/lexicon"
)

// The two stand side by side: what a search of the starter corpus costs, and what a
// grounding does that begins with it.
func BenchmarkGrounding(b *testing.B) {
	words, err := lexicon.Load()
	if err != nil {
		b.Fatal(err)
	}
	streams := stdio{in: strings.NewReader(""), out: io.Discard, err: io.Discard}
	s := &session{ctx: b.Context(), data: b.TempDir(), lexicon: words, log: slog.New(slog.DiscardHandler), stdio: streams}
	if code := execute(b.Context(), []string{"--data", s.data, "ingest", "--progress", "none", starterDocuments}, streams); code != exitDone {
		b.Fatalf("ingest ended with %d", code)
	}
	opened, err := s.open(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	defer func() {
		if err := opened.close(); err != nil {
			b.Error(err)
		}
	}()
	builder := ground.NewBuilder(ground.Setup{Searcher: opened.searcher, Reader: opened.store, Lexicon: s.lexicon})
	query := quarry.Query{Text: "why does the loss become NaN in half precision", Limit: 25}
	b.Run("search", func(b *testing.B) {
		for b.Loop() {
			if _, err := opened.searcher.Search(b.Context(), query); err != nil {
				b.Fatal(err)
			}
		}
	})
	for name, tokens := range map[string]int{"600 tokens": 600, "1500 tokens": 1500, "8000 tokens": 8000} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := builder.Ground(b.Context(), quarry.GroundingRequest{Query: query, MaxTokens: tokens}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
