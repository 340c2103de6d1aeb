package ankitext

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

// Parser reads text exports of flashcards.
type Parser struct {
	cards   *card.Reader
	records *record.Reader
	phrases *phrase.Reader
}

// New returns a parser that knows the lexicon's grade words.
func New(lexicon *lexicon.Lexicon) *Parser {
	return &Parser{cards: card.NewReader(lexicon), records: record.NewReader(lexicon), phrases: phrase.New(lexicon)}
}

func format() ingest.Format { return ingest.Format{Name: "ankitext", Version: 1} }

// Format names the layout.
func (*Parser) Format() ingest.Format { return format() }

// ReadsAnyLine promises that a record may stand on one line of any length.
func (*Parser) ReadsAnyLine() {}

// Recognise looks for header lines, and else at what all records have in
// common.
func (p *Parser) Recognise(text *ingest.Text) ingest.Confidence {
	found := p.shapeOf(text.Bytes)
	return found.confidence()
}

// Parse returns a question for every card. A record of more columns than are
// read refuses the text, by its line.
func (p *Parser) Parse(ctx context.Context, text *ingest.Text) (ingest.Extraction, error) {
	d := p.newDeck(text)
	scanner := delimited.NewScanner(text.Bytes, d.shape.end, d.shape.separator)
	for next, ok := scanner.Next(); ok; next, ok = scanner.Next() {
		switch {
		case ctx.Err() != nil:
			return ingest.Extraction{}, ctx.Err()
		case next.Columns > delimited.MaxColumns:
			return ingest.Extraction{}, delimited.TooWide(text.LineOf(next.Start), next)
		case len(d.cards) > ingest.MaxEntries:
			return ingest.Extraction{}, ingest.TooManyEntries()
		}
		d.add(next)
	}
	return d.finish(ctx), nil
}

// Splitter cuts long exports into parts. Every part repeats the header lines.
type Splitter struct{ parser *Parser }

// NewSplitter returns a splitter.
func NewSplitter(lexicon *lexicon.Lexicon) Splitter { return Splitter{parser: New(lexicon)} }

// Format names the layout.
func (Splitter) Format() ingest.Format { return format() }

// Recognise looks at the whole records of the head.
func (s Splitter) Recognise(beginning []byte) ingest.Confidence {
	if bytes.IndexByte(beginning, 0) >= 0 {
		return ingest.NotMine
	}
	found := s.parser.shapeOf(delimited.WholeLines(beginning))
	return found.confidence()
}

// Split yields the parts of an export.
func (Splitter) Split(ctx context.Context, file io.Reader) iter.Seq2[ingest.Part, error] {
	beginning, file, err := delimited.Peek(file)
	if err != nil {
		return func(yield func(ingest.Part, error) bool) { yield(ingest.Part{}, err) }
	}
	h := readHead(beginning)
	isHead := func(_ []byte, n int) bool { return n <= h.lines }
	return delimited.Stream{Separator: h.separator, IsHead: isHead}.Parts(ctx, file)
}
