package csvrecords

import (
	"bytes"
	"context"
	"io"
	"iter"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/format/delimited"
	"github.com/quarrykb/quarry/ingest/question/card"
	"github.com/quarrykb/quarry/ingest/question/phrase"
	"github.com/quarrykb/quarry/ingest/question/record"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// Parser reads records of separated values.
type Parser struct {
	phrases *phrase.Reader
	records *record.Reader
	cards   *card.Reader
	cues    lexicon.Cues
}

// New returns a parser that reads records with the help of a lexicon.
func New(lexicon *lexicon.Lexicon) *Parser {
	return &Parser{
		phrases: phrase.New(lexicon), records: record.NewReader(lexicon), cards: card.NewReader(lexicon),
		cues: lexicon.Cues(),
	}
}

func format() ingest.Format { return ingest.Format{Name: "csvrecords", Version: 1} }

// Format names the layout.
func (*Parser) Format() ingest.Format { return format() }

// ReadsAnyLine promises that a record may stand on one line of any length.
func (*Parser) ReadsAnyLine() {}

// Recognise looks for a header row and regular records.
func (p *Parser) Recognise(text *ingest.Text) ingest.Confidence {
	found := p.tableOf(text)
	switch found.kind {
	case questions, cards:
		return ingest.Certain
	case rows:
		return ingest.Likely
	case noTable:
	}
	return ingest.NotMine
}

// Parse returns a question, a fact or prose for every record.
func (p *Parser) Parse(ctx context.Context, text *ingest.Text) (ingest.Extraction, error) {
	sheet := newSheet(p.tableOf(text), text)
	if err := sheet.read(); err != nil {
		return ingest.Extraction{}, err
	}
	switch sheet.table.kind {
	case questions:
		sheet.add(p.records.Extract(ctx, sheet.named()))
	case cards:
		sheet.readCards(ctx, p.cards)
	case rows, noTable:
		sheet.readRows()
	}
	return sheet.found, nil
}

// Splitter cuts long files into parts. Every part repeats the header row.
type Splitter struct{ parser *Parser }

// NewSplitter returns a splitter that knows a table like the parser does.
func NewSplitter(lexicon *lexicon.Lexicon) *Splitter { return &Splitter{parser: New(lexicon)} }

// Format names the layout.
func (*Splitter) Format() ingest.Format { return format() }

// Recognise looks at the whole lines of the head.
func (s *Splitter) Recognise(head []byte) ingest.Confidence {
	if bytes.IndexByte(head, 0) >= 0 {
		return ingest.NotMine
	}
	return s.parser.Recognise(ingest.NewText(delimited.WholeLines(head)))
}

// Split yields the parts of a file.
func (s *Splitter) Split(ctx context.Context, file io.Reader) iter.Seq2[ingest.Part, error] {
	head, file, err := delimited.Peek(file)
	if err != nil {
		return func(yield func(ingest.Part, error) bool) { yield(ingest.Part{}, err) }
	}
	found := s.parser.tableOf(ingest.NewText(delimited.WholeLines(head)))
	isHead := func(_ []byte, n int) bool { return n <= found.skip }
	return delimited.Stream{Separator: found.Separator, IsHead: isHead, Strict: true}.Parts(ctx, file)
}
