package crowdanki

import (
	"bytes"
	"context"
	"regexp"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/format/datatree"
	"github.com/quarrykb/quarry/ingest/question/card"
	"github.com/quarrykb/quarry/ingest/question/phrase"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// Parser reads decks in JSON.
type Parser struct {
	cards   *card.Reader
	lexicon *lexicon.Lexicon
	marker  *regexp.Regexp
}

// New returns a parser that knows the lexicon's grade words.
func New(lexicon *lexicon.Lexicon) *Parser {
	return &Parser{cards: card.NewReader(phrase.New(lexicon)), lexicon: lexicon, marker: markers()}
}

// Format names the layout.
func (*Parser) Format() ingest.Format { return ingest.Format{Name: "crowdanki", Version: 2} }

// ReadsAnyLine promises that a record may stand on one line of any length.
func (*Parser) ReadsAnyLine() {}

// sure is more than any parser of JSON is that does not know decks.
const sure ingest.Confidence = 0.98

// Recognise looks for the keys of a deck. That the JSON around them is whole is for Parse to say.
func (*Parser) Recognise(text *ingest.Text) ingest.Confidence {
	for _, said := range []string{"__type__", "Deck", "notes"} {
		if !bytes.Contains(text.Bytes, []byte(`"`+said+`"`)) {
			return ingest.NotMine
		}
	}
	if !bytes.HasPrefix(datatree.TrimJSON(text.Bytes), []byte("{")) {
		return ingest.NotMine
	}
	return sure
}

// Parse returns a question for every note that says something in front; others are
// kept as prose, and what is no note is the export's own. JSON that is not whole, or
// says a key twice, refuses the text by the line.
func (p *Parser) Parse(ctx context.Context, text *ingest.Text) (ingest.Extraction, error) {
	root, err := datatree.JSON(text)
	if err != nil {
		return ingest.Extraction{}, err
	}
	d := deck{parser: p, models: map[string]model{}}
	d.read(root, nil)
	found := ingest.Extraction{
		Title: root.At("name").Text, Warnings: d.warnings,
		Marks: []ingest.Mark{ingest.Structure(1, text.Lines(), "deck")},
	}
	p.cards.Add(ctx, &found, text, d.cards)
	return found, nil
}
