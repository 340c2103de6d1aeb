package yamlrecords

import (
	"context"
	"strings"

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
	if !opensTOML(text) {
		return ingest.NotMine
	}
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

// opensTOML reports whether the first line that says anything is a key with its value
// or the head of a table.
func opensTOML(text *ingest.Text) bool {
	for line := range text.Each() {
		line = strings.TrimSpace(line)
		if line != "" && line[0] != '#' {
			return line[0] == '[' || strings.Contains(line, "=")
		}
	}
	return false
}
