package main

import (
	"log/slog"
	"time"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/alternating"
	"github.com/quarrykb/quarry/ingest/ankitext"
	"github.com/quarrykb/quarry/ingest/asciidoc"
	"github.com/quarrykb/quarry/ingest/coloncards"
	"github.com/quarrykb/quarry/ingest/crowdanki"
	"github.com/quarrykb/quarry/ingest/csvrecords"
	"github.com/quarrykb/quarry/ingest/export"
	"github.com/quarrykb/quarry/ingest/fold"
	"github.com/quarrykb/quarry/ingest/gift"
	"github.com/quarrykb/quarry/ingest/gradedpage"
	"github.com/quarrykb/quarry/ingest/jsonlines"
	"github.com/quarrykb/quarry/ingest/jsonrecords"
	"github.com/quarrykb/quarry/ingest/lexicon"
	"github.com/quarrykb/quarry/ingest/markdown"
	"github.com/quarrykb/quarry/ingest/mochi"
	"github.com/quarrykb/quarry/ingest/notebook"
	"github.com/quarrykb/quarry/ingest/notecard"
	"github.com/quarrykb/quarry/ingest/org"
	"github.com/quarrykb/quarry/ingest/pattern"
	"github.com/quarrykb/quarry/ingest/pdf"
	"github.com/quarrykb/quarry/ingest/promptlist"
	"github.com/quarrykb/quarry/ingest/qatable"
	"github.com/quarrykb/quarry/ingest/restructuredtext"
	"github.com/quarrykb/quarry/ingest/separated"
	"github.com/quarrykb/quarry/ingest/webpage"
	"github.com/quarrykb/quarry/ingest/yamlrecords"
)

// newPipeline returns a pipeline of all layouts.
func newPipeline(log *slog.Logger) (*ingest.Pipeline, error) {
	words, err := lexicon.Default()
	if err != nil {
		return nil, err
	}
	return ingest.NewPipeline(ingest.Config{
		Extractors: extractors(), Splitters: splitters(words), Parsers: parsers(words), Lexicon: words, Log: log, Now: time.Now,
	}), nil
}

// parsers lists the layouts as cmd/quarry does.
func parsers(words *quarry.Lexicon) []ingest.Parser {
	reader := markdown.New(words, finders(words)...)
	return []ingest.Parser{
		crowdanki.New(words),
		csvrecords.New(words),
		ankitext.New(words),
		gift.New(words),
		separated.New(words),
		gradedpage.New(words),
		promptlist.New(words),
		alternating.New(words),
		coloncards.New(words),
		jsonlines.New(words),
		jsonrecords.New(words),
		yamlrecords.New(words),
		mochi.New(words),
		org.New(words, reader),
		restructuredtext.New(reader),
		asciidoc.New(reader),
		reader,
	}
}

// finders lists what looks for questions in texts as cmd/quarry does.
func finders(words *quarry.Lexicon) []ingest.Finder {
	return []ingest.Finder{
		notecard.New(words),
		fold.New(words),
		qatable.New(words),
		pattern.New(words),
	}
}

// extractors lists the formats that text is taken out of as cmd/quarry does.
func extractors() []ingest.Extractor {
	return []ingest.Extractor{
		webpage.New(),
		notebook.New(),
		pdf.New(),
	}
}

// splitters lists the files of records as cmd/quarry does.
func splitters(words *quarry.Lexicon) []ingest.Splitter {
	return []ingest.Splitter{
		export.New(words),
		jsonlines.NewSplitter(),
		csvrecords.NewSplitter(words),
		ankitext.NewSplitter(),
	}
}
