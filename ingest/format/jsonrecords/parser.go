package jsonrecords

import (
	"bytes"
	"context"
	"encoding/json"
	"regexp"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/format/datatree"
	"github.com/quarrykb/quarry/ingest/question/phrase"
	"github.com/quarrykb/quarry/ingest/question/record"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// Parser reads one JSON document.
type Parser struct {
	records *record.Reader
	opening *regexp.Regexp
}

// New returns a parser that reads records with a lexicon.
func New(lexicon *lexicon.Lexicon) *Parser {
	return &Parser{records: record.NewReader(lexicon, phrase.New(lexicon)), opening: opening()}
}

// opening returns what finds the beginning of a document of records: an object with a
// key, or an array of objects, arrays or texts. Comments before it are looked over, so
// that the document is refused for them. What follows may still be no JSON.
func opening() *regexp.Regexp {
	const (
		gap    = `(?:\s|//[^\n]*\n|/\*(?s:.*?)\*/)*`
		quoted = gap + `"(?:[^"\\\n]|\\.)*"` + gap
	)
	return regexp.MustCompile(`^` + gap + `(?:(?:\[` + gap + `)?\{` + quoted + `:|\[` + gap + `(?:\[)?` + quoted + `[,\]])`)
}

// Format names the layout.
func (*Parser) Format() ingest.Format { return ingest.Format{Name: "json", Version: 3} }

// ReadsAnyLine promises that a record may stand on one line of any length.
func (*Parser) ReadsAnyLine() {}

// Recognise takes an object or an array for its own, and what begins like one:
// it is refused with the line of its fault, which tells more than to read it as
// prose. Lines of objects are not one document.
func (p *Parser) Recognise(text *ingest.Text) ingest.Confidence {
	content := datatree.TrimJSON(text.Bytes)
	if !p.opening.Match(content) || isLines(content) {
		return ingest.NotMine
	}
	if !json.Valid(content) {
		return broken
	}
	return sure
}

// What is JSON from its beginning to its end is nothing else, but for a layout
// within JSON that announces itself. What only begins like it may be a table.
const (
	sure   ingest.Confidence = 0.97
	broken ingest.Confidence = 0.9
)

// isLines reports whether the first line is a whole object and another object follows.
func isLines(content []byte) bool {
	line, rest, _ := bytes.Cut(content, []byte("\n"))
	rest = bytes.TrimLeft(rest, " \t\r\n")
	return len(rest) > 0 && rest[0] == '{' && json.Valid(line)
}

// Parse finds the records of the document and reads them.
func (p *Parser) Parse(ctx context.Context, text *ingest.Text) (ingest.Extraction, error) {
	root, err := datatree.JSON(text)
	if err != nil {
		return ingest.Extraction{}, err
	}
	var found ingest.Extraction
	p.records.Document(ctx, text, root, "json", &found)
	return found, nil
}
