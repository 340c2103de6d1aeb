package notebook

import (
	"bytes"
	"cmp"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/doc"
	"github.com/quarrykb/quarry/ingest/format/datatree"
)

// The formats that are read.
const (
	oldestFormat = 2
	newestFormat = 4
)

// maxCells is how many cells a notebook may have.
const maxCells = 20_000

// book is a notebook.
type book struct {
	language, title, author string
	cells                   []cell
	err                     error // what is wrong first
}

// cell is one cell of a notebook.
type cell struct {
	kind     string
	source   string
	language string // of format 3
	mime     string // of a raw cell
	level    int    // of a heading, in format 3
	outputs  []output
}

// read reads a notebook.
func read(content []byte) (*book, error) {
	if !utf8.Valid(content) {
		const invalid = "\xff"
		valid, _, _ := bytes.Cut(bytes.ToValidUTF8(content, []byte(invalid)), []byte(invalid))
		return nil, refused(1+bytes.Count(valid, []byte{'\n'}), quarry.KindUnsupported, "not valid UTF-8")
	}
	root, err := datatree.JSONWithout(ingest.NewText(content), isNeverShown)
	if err != nil {
		return nil, err
	}
	written := root.At("nbformat")
	format, err := strconv.Atoi(written.Text)
	switch {
	case root.Kind != doc.Object || written.Kind != doc.Number || err != nil:
		return nil, refused(root.Span.LineEnd, quarry.KindInvalid, "a notebook must say its nbformat, a whole number")
	case format < oldestFormat || format > newestFormat:
		return nil, quarry.Errorf(quarry.KindUnsupported, "a notebook of format %d: formats %d to %d are read", format, oldestFormat, newestFormat)
	}
	about := root.At("metadata")
	b := &book{
		title:    word(about.At("title")),
		language: cmp.Or(word(about.At("kernelspec", "language")), word(about.At("language_info", "name"))),
	}
	for _, one := range about.At("authors").Items {
		b.author = cmp.Or(b.author, word(one.At("name")))
	}
	for _, sheet := range append([]doc.Value{root}, root.At("worksheets").Items...) {
		b.sheet(sheet.At("cells"))
	}
	return b, b.err
}

// refused returns the error of a notebook that is not sound.
func refused(line int, kind quarry.Kind, format string, args ...any) error {
	return &ingest.LineError{Line: line, Err: quarry.Errorf(kind, format, args...)}
}

// fail keeps what is wrong, unless something was before.
func (b *book) fail(err error) {
	if b.err == nil {
		b.err = err
	}
}

// sheet takes in a list of cells, or none where there is no list.
func (b *book) sheet(cells doc.Value) {
	switch {
	case cells.Kind != doc.Sequence && cells.Kind != doc.Null:
		b.fail(refused(cells.Span.LineStart, quarry.KindInvalid, "cells must be a list"))
	case len(b.cells)+len(cells.Items) > maxCells:
		b.fail(quarry.Errorf(quarry.KindTooLarge, "a notebook of more than %d cells", maxCells))
	default:
		for _, one := range cells.Items {
			b.cells = append(b.cells, b.cell(one))
		}
	}
}

func (b *book) cell(one doc.Value) cell {
	c := cell{
		kind: word(one.At("cell_type")), language: word(one.At("language")),
		source: b.text(one.At("source"), "a cell's source") + b.text(one.At("input"), "a cell's input"),
		mime:   cmp.Or(word(one.At("metadata", "raw_mimetype")), word(one.At("metadata", "format"))),
	}
	if c.kind == "" {
		b.fail(refused(one.Span.LineEnd, quarry.KindInvalid, "a cell must be an object that says its cell_type"))
	}
	c.level, _ = strconv.Atoi(one.At("level").Text)
	for _, out := range one.At("outputs").Items {
		c.outputs = append(c.outputs, b.output(out))
	}
	return c
}

// word returns a text, "" for any other value.
func word(v doc.Value) string {
	if v.Kind != doc.String {
		return ""
	}
	return v.Text
}

// text returns a text that may be written as a list of its lines, "" for none.
func (b *book) text(v doc.Value, what string) string {
	var all strings.Builder
	for _, line := range v.Parts() {
		if line.Kind != doc.String {
			b.fail(refused(line.Span.LineStart, quarry.KindInvalid, "%s must be a text or a list of texts", what))
		}
		all.WriteString(line.Text)
	}
	if v.Kind == doc.Object {
		b.fail(refused(v.Span.LineStart, quarry.KindInvalid, "%s must be a text or a list of texts", what))
	}
	return all.String()
}
