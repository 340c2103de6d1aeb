package notebook

import (
	"bytes"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
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
	format                  int
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

func read(content []byte) (*book, error) {
	content = withoutMark(content)
	if !utf8.Valid(content) {
		return nil, &ingest.LineError{Line: lineOfInvalid(content), Err: quarry.Errorf(quarry.KindUnsupported, "not valid UTF-8")}
	}
	b, s := &book{format: -1}, newScanner(content)
	if err := s.object("a notebook", func(key string) error { return b.field(s, key) }); err != nil {
		return nil, err
	}
	if err := s.end(); err != nil {
		return nil, err
	}
	switch {
	case b.format < 0:
		return nil, s.refuse("a notebook must say its nbformat")
	case b.format < oldestFormat || b.format > newestFormat:
		return nil, quarry.Errorf(quarry.KindUnsupported, "a notebook of format %d: formats %d to %d are read", b.format, oldestFormat, newestFormat)
	}
	return b, nil
}

func lineOfInvalid(content []byte) int {
	valid := len(content)
	for at := 0; at < len(content); {
		r, size := utf8.DecodeRune(content[at:])
		if r == utf8.RuneError && size == 1 {
			valid = at
			break
		}
		at += size
	}
	return 1 + bytes.Count(content[:valid], []byte{'\n'})
}

// field reads a field of the notebook itself.
func (b *book) field(s *scanner, key string) error {
	var err error
	switch key {
	case "nbformat":
		b.format, err = s.number("nbformat")
	case "cells":
		err = b.readCells(s)
	case "worksheets":
		err = s.array("worksheets", func() error {
			return s.object("a worksheet", func(key string) error {
				if key == "cells" {
					return b.readCells(s)
				}
				return s.skip()
			})
		})
	case "metadata":
		err = s.object("metadata", func(key string) error { return b.metadata(s, key) })
	default:
		err = s.skip()
	}
	return err
}

func (b *book) readCells(s *scanner) error {
	return s.array("cells", func() error {
		if len(b.cells) >= maxCells {
			return quarry.Errorf(quarry.KindTooLarge, "a notebook of more than %d cells", maxCells)
		}
		var one cell
		err := s.object("a cell", func(key string) error { return one.field(s, key) })
		if err == nil && one.kind == "" {
			return s.refuse("a cell must say its cell_type")
		}
		b.cells = append(b.cells, one)
		return err
	})
}

func (b *book) metadata(s *scanner, key string) error {
	var err error
	switch key {
	case "title":
		b.title, err = s.word()
	case "kernelspec":
		err = s.object(key, first(s, "language", &b.language))
	case "language_info":
		err = s.object(key, first(s, "name", &b.language))
	case "authors":
		err = s.array(key, func() error { return s.object("an author", first(s, "name", &b.author)) })
	default:
		err = s.skip()
	}
	return err
}

// first returns what reads the values of an object, and keeps that of one key in
// a field that is still empty.
func first(s *scanner, wanted string, field *string) func(string) error {
	return func(key string) error {
		word, err := s.word()
		if key == wanted && *field == "" {
			*field = word
		}
		return err
	}
}

// field reads a field of a cell.
func (c *cell) field(s *scanner, key string) error {
	var err error
	switch key {
	case "cell_type":
		c.kind, err = s.text(key)
	case "source", "input":
		c.source, err = s.text("a cell's " + key)
	case "language":
		c.language, err = s.word()
	case "level":
		c.level, err = s.number("a heading's level")
	case "outputs":
		err = s.array("outputs", func() error { return c.output(s) })
	case "metadata":
		err = s.object("a cell's metadata", func(key string) error {
			if key != "raw_mimetype" && key != "format" {
				return s.skip()
			}
			var err error
			c.mime, err = s.word()
			return err
		})
	default:
		err = s.skip()
	}
	return err
}
