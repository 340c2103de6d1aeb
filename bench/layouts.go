package main

import (
	"log/slog"
	"time"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/layouts"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// newPipeline returns a pipeline of all layouts, as cmd/quarry makes it.
func newPipeline(log *slog.Logger) (*ingest.Pipeline, error) {
	words, err := lexicon.Load()
	if err != nil {
		return nil, err
	}
	return ingest.NewPipeline(ingest.Config{
		Extractors: layouts.Extractors(words), Splitters: layouts.Splitters(words), Parsers: layouts.Parsers(words),
		Lexicon: words, Log: log, Now: time.Now,
	}), nil
}
