package jsonrecords

import (
	"bytes"
	"context"
	"encoding/json"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/jsontree"
	"github.com/quarrykb/quarry/ingest/record"
)

// Parser reads one JSON document.
type Parser struct{ records *record.Reader }

// New returns a parser that reads records with a lexicon.
func New(lexicon *quarry.Lexicon) *Parser { return &Parser{records: record.NewReader(lexicon)} }

// Format names the layout.
func (*Parser) Format() ingest.Format { return ingest.Format{Name: "json", Version: 1} }

// Recognise takes an object or an array for its own, and what begins like one:
// it is refused with the line of its fault, which tells more than to read it as
// prose. Lines of objects are not one document.
func (*Parser) Recognise(text *ingest.Text) ingest.Confidence {
	content := jsontree.Trim(text.Bytes)
	if !jsontree.Opens(content) || isLines(content) {
		return ingest.NotMine
	}
	return ingest.Likely
}

// isLines reports whether the first line is a whole object and another object
// follows.
func isLines(content []byte) bool {
	line, rest, _ := bytes.Cut(content, []byte("\n"))
	rest = bytes.TrimLeft(rest, " \t\r\n")
	return len(rest) > 0 && rest[0] == '{' && json.Valid(line)
}

// Parse finds the records of the document and reads them.
func (p *Parser) Parse(_ context.Context, text *ingest.Text) (ingest.Extraction, error) {
	root, err := jsontree.Parse(text, 0, len(text.Bytes))
	if err != nil {
		return ingest.Extraction{}, err
	}
	found := p.records.Document(root)
	found.Marks = append(found.Marks, between(text, found)...)
	return found, nil
}

// between marks the lines that belong to no record: brackets, keys on the way,
// what the document says of itself.
func between(text *ingest.Text, found ingest.Extraction) []ingest.Mark {
	taken := make([]bool, text.Lines()+1)
	take := func(first, last int) {
		for n := first; n <= last; n++ {
			taken[n] = true
		}
	}
	for _, q := range found.Questions {
		take(q.Source.LineStart, q.Source.LineEnd)
	}
	for _, f := range found.Facts {
		take(f.Source.LineStart, f.Source.LineEnd)
	}
	for _, s := range found.Specs {
		take(s.Source.LineStart, s.Source.LineEnd)
	}
	for _, p := range found.Passages {
		take(p.Source.LineStart, p.Source.LineEnd)
	}
	for _, m := range found.Marks {
		take(m.Lines.LineStart, m.Lines.LineEnd)
	}
	var marks []ingest.Mark
	for n := 1; n <= text.Lines(); n++ {
		if taken[n] || text.Blank(n) {
			continue
		}
		last := n
		for last < text.Lines() && !taken[last+1] {
			last++
		}
		marks = append(marks, ingest.Structure(n, last, "json"))
		n = last
	}
	return marks
}
