package yamlrecords

import (
	"context"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/format/datatree"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// TOML reads records of TOML.
type TOML struct{ yaml *Parser }

// NewTOML returns a parser that reads records with a lexicon.
func NewTOML(lexicon *lexicon.Lexicon) *TOML { return &TOML{yaml: New(lexicon)} }

// Format names the layout.
func (*TOML) Format() ingest.Format { return ingest.Format{Name: "toml", Version: 3} }

// Recognise takes what is TOML from its beginning to its end, but for settings.
func (p *TOML) Recognise(text *ingest.Text) ingest.Confidence {
	root, err := datatree.TOML(text)
	if err != nil || len(root.Fields) == 0 || holdsSetting(root) && !p.yaml.holdsRecords(text, root) {
		return ingest.NotMine
	}
	return sure
}

// Parse finds the records and reads them.
func (p *TOML) Parse(ctx context.Context, text *ingest.Text) (ingest.Extraction, error) {
	root, err := datatree.TOML(text)
	if err != nil {
		return ingest.Extraction{}, err
	}
	var found ingest.Extraction
	p.yaml.records.Document(ctx, text, root, p.Format().Name, &found)
	return found, nil
}
