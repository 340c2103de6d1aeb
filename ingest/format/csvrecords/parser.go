package csvrecords

import (
	"context"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/doc"
	"github.com/quarrykb/quarry/ingest/format/delimited"
	"github.com/quarrykb/quarry/ingest/question/phrase"
	"github.com/quarrykb/quarry/ingest/question/record"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// Parser reads records of separated values.
type Parser struct {
	phrases *phrase.Reader
	records *record.Reader
}

// New returns a parser that reads records with the help of a lexicon.
func New(lexicon *lexicon.Lexicon) *Parser {
	phrases := phrase.New(lexicon)
	return &Parser{phrases: phrases, records: record.NewReader(lexicon, phrases)}
}

// Format names the layout.
func (*Parser) Format() ingest.Format { return ingest.Format{Name: "csvrecords", Version: 4} }

// ReadsAnyLine promises that a record may stand on one line of any length.
func (*Parser) ReadsAnyLine() {}

// Recognise looks for a header row and regular records.
func (p *Parser) Recognise(text *ingest.Text) ingest.Confidence {
	switch p.tableOf(text).kind {
	case questions:
		return ingest.Certain
	case rows:
		return ingest.Likely
	case noTable:
	}
	return ingest.NotMine
}

// Parse returns a question, a fact or prose for every record.
func (p *Parser) Parse(ctx context.Context, text *ingest.Text) (ingest.Extraction, error) {
	s := &sheet{table: p.tableOf(text), text: text}
	if err := s.read(); err != nil {
		return ingest.Extraction{}, err
	}
	s.readRecords(ctx, p.records)
	if s.kind != questions {
		s.found.Tree = doc.Document{Blocks: []doc.Block{s.tree()}}
	}
	return s.found, nil
}

// NewSplitter returns what cuts long files into parts, each with the header row.
func NewSplitter(lexicon *lexicon.Lexicon) delimited.Splitter {
	p := New(lexicon)
	return delimited.Splitter{Parser: p, Stream: func(head *ingest.Text) delimited.Stream {
		found := p.tableOf(head)
		return delimited.Stream{Separator: found.Separator, Head: found.skip, Strict: true}
	}}
}
