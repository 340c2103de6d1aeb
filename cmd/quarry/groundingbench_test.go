package main

import (
	"io"
	"log/slog"
	"strconv"
	"strings"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/cmd/quarry/app"
	"github.com/quarrykb/quarry/cmd/quarry/datadir"
	"github.com/quarrykb/quarry/cmd/quarry/present"
	"github.com/quarrykb/quarry/grounding"
	"github.com/quarrykb/quarry/internal/disk"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// The two stand side by side: what a search of the starter corpus costs, and what a
// grounding does that begins with it.
func BenchmarkGrounding(b *testing.B) {
	opened, words := openBenched(b)
	builder := grounding.NewBuilder(grounding.Setup{Searcher: opened.Searcher, Reader: opened.Store, Lexicon: words})
	query := quarry.Query{Text: "why does the loss become NaN in half precision", Limit: 25}
	measure := func(name string, do func() error) {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if err := do(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	measure("search", func() error {
		_, err := opened.Searcher.Search(b.Context(), query)
		return err
	})
	for _, tokens := range []int{600, 1500, 8000} {
		measure(strconv.Itoa(tokens)+" tokens", func() error {
			_, err := builder.Ground(b.Context(), quarry.GroundingRequest{Query: query, MaxTokens: tokens})
			return err
		})
	}
}

// openBenched opens a base of the starter corpus until the benchmark ends.
func openBenched(b *testing.B) (*app.App, *lexicon.Lexicon) {
	b.Helper()
	words, err := lexicon.Load()
	if err != nil {
		b.Fatal(err)
	}
	streams := app.Streams{In: strings.NewReader(""), Out: io.Discard, Err: io.Discard}
	s := &app.Session{Dir: datadir.Dir{Disk: disk.System{}, Data: b.TempDir(), Lexicon: words, Log: slog.New(slog.DiscardHandler), Told: io.Discard}, Streams: streams}
	if code := execute(b.Context(), []string{"--data", s.Data, "ingest", "--progress", "none", starterDocuments}, streams); code != present.ExitDone {
		b.Fatalf("ingest ended with %d", code)
	}
	opened, err := s.Open(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		if err := opened.Close(); err != nil {
			b.Error(err)
		}
	})
	return opened, words
}
