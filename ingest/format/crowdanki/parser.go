package crowdanki

import (
	"bytes"
	"context"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/format/datatree"
	"github.com/quarrykb/quarry/ingest/question/card"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// Parser reads decks in JSON.
type Parser struct {
	cards   *card.Reader
	lexicon *lexicon.Lexicon
}

// New returns a parser that knows the lexicon's grade words.
func New(lexicon *lexicon.Lexicon) *Parser {
	return &Parser{cards: card.NewReader(lexicon), lexicon: lexicon}
}

// Format names the layout.
func (*Parser) Format() ingest.Format { return ingest.Format{Name: "crowdanki", Version: 1} }

// ReadsAnyLine promises that a record may stand on one line of any length.
func (*Parser) ReadsAnyLine() {}

// sure is more than any parser of JSON is that does not know decks.
const sure ingest.Confidence = 0.98

// Recognise looks for the keys of a deck. That the JSON around them is whole is
// for Parse to say.
func (*Parser) Recognise(text *ingest.Text) ingest.Confidence {
	content := datatree.TrimJSON(text.Bytes)
	if !bytes.HasPrefix(content, []byte("{")) || !holds(content, `"__type__"`, `"Deck"`) || !holds(content, `"notes"`, "[") {
		return ingest.NotMine
	}
	return sure
}

// mostKeys is how often a key is looked for.
const mostKeys = 1000

// holds reports whether a key with a value that begins with some bytes stands
// in the content.
func holds(content []byte, key, value string) bool {
	for range mostKeys {
		_, rest, ok := bytes.Cut(content, []byte(key))
		if !ok {
			return false
		}
		bare, ok := bytes.CutPrefix(bytes.TrimLeft(rest, " \t\r\n"), []byte(":"))
		if ok && bytes.HasPrefix(bytes.TrimLeft(bare, " \t\r\n"), []byte(value)) {
			return true
		}
		content = rest
	}
	return false
}

// Parse returns a question for every note that says something in front. JSON
// that is not whole, or says a key twice, refuses the text by the line.
func (p *Parser) Parse(ctx context.Context, text *ingest.Text) (ingest.Extraction, error) {
	root, err := datatree.JSON(text)
	if err != nil {
		return ingest.Extraction{}, err
	}
	d := deck{parser: p, text: text, models: map[string]model{}}
	d.readModels(root)
	d.read(root, nil)
	return d.finish(ctx, root), nil
}
