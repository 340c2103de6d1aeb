package jsonlines

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/doc"
	"github.com/quarrykb/quarry/ingest/format/datatree"
	"github.com/quarrykb/quarry/ingest/format/delimited"
	"github.com/quarrykb/quarry/ingest/question/phrase"
	"github.com/quarrykb/quarry/ingest/question/record"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// Parser reads lines of JSON.
type Parser struct{ records *record.Reader }

// New returns a parser that reads records with a lexicon.
func New(lexicon *lexicon.Lexicon) *Parser {
	return &Parser{records: record.NewReader(lexicon, phrase.New(lexicon))}
}

// Format names the layout.
func (*Parser) Format() ingest.Format { return ingest.Format{Name: "jsonl", Version: 3} }

// ReadsAnyLine promises that a record may stand on one line of any length.
func (*Parser) ReadsAnyLine() {}

// Recognise looks at the first lines.
func (*Parser) Recognise(text *ingest.Text) ingest.Confidence { return recognise(text.Bytes, false) }

const (
	headLines   = 8 // are looked at
	fewestLines = 2 // of them have to be objects, and most
)

// sure is more than a table of commas can be: lines that are JSON are nothing else.
const sure ingest.Confidence = 0.97

// exportKey is what the first line of Quarry's own export has.
const exportKey = `"quarry_export"`

// recognise looks at the first lines of a text. Where it may have been cut, a line
// without an end that begins like an object is a long one behind a whole one.
func recognise(head []byte, isCut bool) ingest.Confidence {
	seen, objects := 0, 0
	for line := range bytes.Lines(bytes.TrimPrefix(head, []byte("\ufeff"))) {
		whole := bytes.HasSuffix(line, []byte("\n")) || !isCut
		line = bytes.TrimSpace(line)
		switch {
		case len(line) == 0:
			continue
		case seen == 0 && bytes.Contains(line, []byte(exportKey)):
			return ingest.NotMine
		case !whole && objects > 0 && bytes.HasPrefix(line, []byte(`{"`)), line[0] == '{' && json.Valid(line):
			objects++
		}
		if seen++; seen == headLines {
			break
		}
	}
	if objects < fewestLines || 2*objects <= seen {
		return ingest.NotMine
	}
	return sure
}

// Splitter cuts JSON Lines between lines.
type Splitter struct{ delimited.Splitter }

// NewSplitter returns a splitter.
func NewSplitter() Splitter {
	return Splitter{delimited.Splitter{Parser: &Parser{}, Stream: func(*ingest.Text) delimited.Stream { return delimited.Stream{} }}}
}

// Recognise looks at the lines of the head, the last of which may be cut.
func (Splitter) Recognise(head []byte) ingest.Confidence {
	return recognise(head, len(head) >= ingest.HeadBytes)
}

// Parse reads the records of all lines together. Bad lines are left out and named;
// where they are half of all or more, it is the document that is bad.
func (p *Parser) Parse(ctx context.Context, text *ingest.Text) (ingest.Extraction, error) {
	root := doc.Value{Kind: doc.Sequence, Span: text.LineSpan(1, text.Lines())}
	var bad []*ingest.LineError
	for n := 1; n <= text.Lines(); n++ {
		if text.Blank(n) {
			continue
		}
		if err := ctx.Err(); err != nil {
			return ingest.Extraction{}, err
		}
		one, err := readLine(text, n)
		if fault, ok := errors.AsType[*ingest.LineError](err); ok {
			bad = append(bad, fault)
			continue
		}
		root.Items = append(root.Items, one)
	}
	if len(bad) >= max(1, len(root.Items)) {
		return ingest.Extraction{}, bad[0]
	}
	var found ingest.Extraction
	for _, fault := range bad {
		found.Warnings = append(found.Warnings, fmt.Sprintf("line %d: skipped: %v", fault.Line, fault.Err))
		found.Marks = append(found.Marks, ingest.Furniture(fault.Line, fault.Line, "skipped record"))
	}
	p.records.Document(ctx, text, root, "json", &found)
	return found, nil
}

func readLine(text *ingest.Text, n int) (doc.Value, error) {
	one, err := datatree.JSONWithin(text, text.LineStart(n), text.LineEnd(n))
	if err == nil && one.Kind != doc.Object {
		err = &ingest.LineError{Line: n, Err: quarry.Errorf(quarry.KindInvalid, "a %s where an object belongs", one.Kind)}
	}
	return one, err
}
