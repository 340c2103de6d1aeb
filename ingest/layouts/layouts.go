package layouts

import (
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/format/ankitext"
	"github.com/quarrykb/quarry/ingest/format/asciidoc"
	"github.com/quarrykb/quarry/ingest/format/crowdanki"
	"github.com/quarrykb/quarry/ingest/format/csvrecords"
	"github.com/quarrykb/quarry/ingest/format/export"
	"github.com/quarrykb/quarry/ingest/format/gift"
	"github.com/quarrykb/quarry/ingest/format/jsonlines"
	"github.com/quarrykb/quarry/ingest/format/jsonrecords"
	"github.com/quarrykb/quarry/ingest/format/markdown"
	"github.com/quarrykb/quarry/ingest/format/mochi"
	"github.com/quarrykb/quarry/ingest/format/notebook"
	"github.com/quarrykb/quarry/ingest/format/org"
	"github.com/quarrykb/quarry/ingest/format/pdf"
	"github.com/quarrykb/quarry/ingest/format/restructuredtext"
	"github.com/quarrykb/quarry/ingest/format/separated"
	"github.com/quarrykb/quarry/ingest/format/webpage"
	"github.com/quarrykb/quarry/ingest/format/yamlrecords"
	"github.com/quarrykb/quarry/ingest/question/fold"
	"github.com/quarrykb/quarry/ingest/question/notecard"
	"github.com/quarrykb/quarry/ingest/question/pattern"
	"github.com/quarrykb/quarry/ingest/question/qatable"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// Parsers lists the layouts that Quarry reads, the surest of equals first. A
// new layout is one line here.
func Parsers(lexicon *lexicon.Lexicon) []ingest.Parser {
	return ParsersWith(lexicon, Finders(lexicon)...)
}

// ParsersWith lists them with other finders.
func ParsersWith(lexicon *lexicon.Lexicon, finders ...ingest.Finder) []ingest.Parser {
	reader := markdown.New(lexicon, finders...)
	return []ingest.Parser{
		crowdanki.New(lexicon),
		csvrecords.New(lexicon),
		ankitext.New(lexicon),
		gift.New(lexicon),
		separated.New(lexicon),
		jsonlines.New(lexicon),
		jsonrecords.New(lexicon),
		yamlrecords.New(lexicon),
		yamlrecords.NewTOML(lexicon),
		mochi.New(lexicon),
		org.New(lexicon, reader),
		restructuredtext.New(lexicon, reader),
		asciidoc.New(lexicon, reader),
		reader,
	}
}

// Finders lists what looks for questions in Markdown and plain text, the surest
// first: what one has taken the next does not see. The last of them knows no
// layout: a fitted model tells which lines ask.
func Finders(lexicon *lexicon.Lexicon) []ingest.Finder {
	return []ingest.Finder{
		notecard.New(lexicon),
		fold.New(lexicon),
		qatable.New(lexicon),
		pattern.New(lexicon),
	}
}

// Extractors lists the formats that text is taken out of.
func Extractors(lexicon *lexicon.Lexicon) []ingest.Extractor {
	return []ingest.Extractor{
		webpage.New(lexicon),
		notebook.New(),
		pdf.New(lexicon),
	}
}

// Splitters lists the files of records that are read part by part, the surest
// of equals first.
func Splitters(lexicon *lexicon.Lexicon) []ingest.Splitter {
	return []ingest.Splitter{
		export.New(lexicon),
		jsonlines.NewSplitter(),
		csvrecords.NewSplitter(lexicon),
		ankitext.NewSplitter(lexicon),
	}
}
