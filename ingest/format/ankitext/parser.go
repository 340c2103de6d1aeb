package ankitext

import (
	"context"

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
	phrases := phrase.New(lexicon)
	return &Parser{cards: card.NewReader(phrases), records: record.NewReader(lexicon, phrases), phrases: phrases}
}

// Format names the layout.
func (*Parser) Format() ingest.Format { return ingest.Format{Name: "ankitext", Version: 5} }

// ReadsAnyLine promises that a record may stand on one line of any length.
func (*Parser) ReadsAnyLine() {}

// Recognise looks for header lines, and else at what all records have in common.
func (p *Parser) Recognise(text *ingest.Text) ingest.Confidence {
	return p.confidence(shapeOf(text.Bytes))
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

// NewSplitter returns what cuts long exports into parts, each with the header lines.
func NewSplitter(lexicon *lexicon.Lexicon) delimited.Splitter {
	return delimited.Splitter{Parser: New(lexicon), Stream: func(beginning *ingest.Text) delimited.Stream {
		h := readHead(beginning.Bytes)
		return delimited.Stream{Separator: h.separator, Head: h.lines}
	}}
}
