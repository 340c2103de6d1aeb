package yamlrecords

import (
	"context"
	"regexp"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/format/datatree"
	"github.com/quarrykb/quarry/ingest/question/phrase"
	"github.com/quarrykb/quarry/ingest/question/record"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// Parser reads YAML of one document or several.
type Parser struct {
	lexicon *lexicon.Lexicon
	phrases *phrase.Reader
	records *record.Reader
	evident *regexp.Regexp // what can only be meant as an item of YAML
}

// New returns a parser that reads records with a lexicon.
func New(lexicon *lexicon.Lexicon) *Parser {
	phrases := phrase.New(lexicon)
	return &Parser{lexicon: lexicon, phrases: phrases, records: record.NewReader(lexicon, phrases), evident: evident()}
}

// Format names the layout.
func (*Parser) Format() ingest.Format { return ingest.Format{Name: "yaml", Version: 3} }

// What is YAML from its beginning to its end and holds records is hardly anything else.
const (
	sure   ingest.Confidence = 0.96
	broken ingest.Confidence = 0.9
)

// fewestItems is how many items tell that a text can only be meant as YAML.
const fewestItems = 2

// Recognise takes records of YAML for its own: lists, maps and documents of
// objects that are alike, and maps whose keys ask. Notes with colons, settings
// and front matter above Markdown may be YAML as well, and are left to others.
// What can only be meant as YAML and is not is refused with its line.
func (p *Parser) Recognise(text *ingest.Text) ingest.Confidence {
	if !datatree.OpensYAML(text) {
		return ingest.NotMine
	}
	root, err := datatree.YAML(text)
	switch {
	case err != nil && len(p.evident.FindAll(text.Bytes, fewestItems)) == fewestItems:
		return broken
	case err != nil || !p.holdsRecords(text, root):
		return ingest.NotMine
	}
	return sure
}

// Parse finds the records and reads them.
func (p *Parser) Parse(ctx context.Context, text *ingest.Text) (ingest.Extraction, error) {
	root, err := datatree.YAML(text)
	if err != nil {
		return ingest.Extraction{}, err
	}
	var found ingest.Extraction
	p.records.Document(ctx, text, root, p.Format().Name, &found)
	if hasAlias(root) {
		found.Warnings = append(found.Warnings, "aliases of YAML are kept as they are written: what they stand for is read where it is anchored")
	}
	return found, nil
}
