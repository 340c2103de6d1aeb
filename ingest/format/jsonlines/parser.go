package jsonlines

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/format/datatree"
	"github.com/quarrykb/quarry/ingest/question/record"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// Parser reads lines of JSON.
type Parser struct{ records *record.Reader }

// New returns a parser that reads records with a lexicon.
func New(lexicon *lexicon.Lexicon) *Parser { return &Parser{records: record.NewReader(lexicon)} }

// Format names the layout.
func (*Parser) Format() ingest.Format { return ingest.Format{Name: "jsonl", Version: 1} }

// ReadsAnyLine promises that a record may stand on one line of any length.
func (*Parser) ReadsAnyLine() {}

// headLines is how many lines are looked at.
const headLines = 8

// Recognise looks at the first lines: at least two, and most of them, are
// objects.
func (*Parser) Recognise(text *ingest.Text) ingest.Confidence {
	seen, objects := 0, 0
	for n := text.Next(0); n > 0 && seen < headLines; n = text.Next(n) {
		line := lineOf(text, n)
		if seen == 0 && bytes.Contains(line[:min(len(line), headBytes)], []byte(exportKey)) {
			return ingest.NotMine
		}
		seen++
		if isObject(line) {
			objects++
		}
	}
	if objects < fewestLines || 2*objects <= seen {
		return ingest.NotMine
	}
	return sure
}

// headBytes is how much of the first line is looked at for the mark of an
// export.
const headBytes = 4 << 10

func lineOf(text *ingest.Text, n int) []byte {
	line := text.Bytes[text.LineStart(n):text.LineEnd(n)]
	return bytes.TrimSpace(bytes.TrimPrefix(line, []byte(byteOrderMark)))
}

// Parse reads the records of all lines together. Bad lines are left out and named;
// where they are half of all or more, it is the document that is bad.
func (p *Parser) Parse(ctx context.Context, text *ingest.Text) (ingest.Extraction, error) {
	root := record.Value{Kind: record.List, Span: text.LineSpan(1, text.Lines())}
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
	found := p.records.Document(ctx, root)
	found.Tree = record.Tree(text, root)
	for _, fault := range bad {
		found.Warnings = append(found.Warnings, fmt.Sprintf("line %d: skipped: %v", fault.Line, fault.Err))
		found.Marks = append(found.Marks, ingest.Furniture(fault.Line, fault.Line, "skipped record"))
	}
	found.Marks = append(found.Marks, record.Between(text, found)...)
	return found, nil
}

func readLine(text *ingest.Text, n int) (record.Value, error) {
	one, err := datatree.JSONWithin(text, text.LineStart(n), text.LineEnd(n))
	if err == nil && one.Kind != record.Object {
		err = &ingest.LineError{Line: n, Err: quarry.Errorf(quarry.KindInvalid, "a %s where an object belongs", one.Kind)}
	}
	return one, err
}
