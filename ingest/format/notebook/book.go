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
	sheets := append([]doc.Value{root}, root.At("worksheets").Items...)
	for _, sheet := range sheets {
		if err := b.read(sheet.At("cells")); err != nil {
			return nil, err
		}
	}
	return b, nil
}

// refused returns the error of a notebook that is not sound.
func refused(line int, kind quarry.Kind, format string, args ...any) error {
	return &ingest.LineError{Line: line, Err: quarry.Errorf(kind, format, args...)}
}

// read takes in a list of cells, or none where there is no list.
func (b *book) read(cells doc.Value) error {
	switch {
	case cells.Kind != doc.Sequence && cells.Kind != doc.Null:
		return refused(cells.Span.LineStart, quarry.KindInvalid, "cells must be a list")
	case len(b.cells)+len(cells.Items) > maxCells:
		return quarry.Errorf(quarry.KindTooLarge, "a notebook of more than %d cells", maxCells)
	}
	for _, one := range cells.Items {
		read, err := readCell(one)
		if err != nil {
			return err
		}
		b.cells = append(b.cells, read)
	}
	return nil
}

func readCell(one doc.Value) (cell, error) {
	c := cell{kind: word(one.At("cell_type")), language: word(one.At("language"))}
	if c.kind == "" {
		return c, refused(one.Span.LineEnd, quarry.KindInvalid, "a cell must be an object that says its cell_type")
	}
	c.level, _ = strconv.Atoi(one.At("level").Text)
	c.mime = cmp.Or(word(one.At("metadata", "raw_mimetype")), word(one.At("metadata", "format")))
	for _, name := range []string{"source", "input"} {
		text, err := textOf(one.At(name), "a cell's "+name)
		if err != nil {
			return c, err
		}
		c.source += text
	}
	for _, out := range one.At("outputs").Items {
		read, err := readOutput(out)
		if err != nil {
			return c, err
		}
		c.outputs = append(c.outputs, read)
	}
	return c, nil
}

// word returns a text, "" for any other value.
func word(v doc.Value) string {
	if v.Kind != doc.String {
		return ""
	}
	return v.Text
}

// textOf returns a text that may be written as a list of its lines, "" for none.
func textOf(v doc.Value, what string) (string, error) {
	switch v.Kind {
	case doc.Null, doc.String:
		return v.Text, nil
	case doc.Sequence:
		var all strings.Builder
		for _, line := range v.Items {
			if line.Kind != doc.String {
				return "", refused(line.Span.LineStart, quarry.KindInvalid, "%s must be a list of texts", what)
			}
			all.WriteString(line.Text)
		}
		return all.String(), nil
	case doc.Number, doc.Boolean, doc.Object:
	}
	return "", refused(v.Span.LineStart, quarry.KindInvalid, "%s must be a text or a list of texts", what)
}
