package notebook

import (
	"bytes"
	"context"
	"encoding/json"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
)

// maxBytes is the longest notebook that is read: most of a long one is
// pictures.
const maxBytes = 32 << 20

// Extractor takes the text out of notebooks.
type Extractor struct{}

// New returns an extractor.
func New() *Extractor { return &Extractor{} }

// Format names the format.
func (*Extractor) Format() ingest.Format { return ingest.Format{Name: "notebook", Version: 1} }

// Limit returns 32 MB.
func (*Extractor) Limit() int { return maxBytes }

// Recognise looks for an object of JSON whose first key is one of a notebook's,
// and for cells in it.
func (*Extractor) Recognise(content []byte) ingest.Confidence {
	content = bytes.TrimLeft(withoutMark(content), " \t\r\n")
	if len(content) == 0 || content[0] != '{' {
		return ingest.NotMine
	}
	decoder := json.NewDecoder(bytes.NewReader(content[:min(len(content), ingest.HeadBytes)]))
	if _, err := decoder.Token(); err != nil {
		return ingest.NotMine
	}
	first, err := decoder.Token()
	if err != nil {
		return ingest.NotMine
	}
	switch first {
	case "cells", "metadata", "nbformat", "nbformat_minor", "worksheets":
	default:
		return ingest.NotMine
	}
	holds := func(key string) bool { return bytes.Contains(content, []byte(`"`+key+`"`)) }
	if (holds("cells") || holds("worksheets")) && (holds("nbformat") || holds("cell_type")) {
		return ingest.Certain
	}
	return ingest.NotMine
}

// Extract returns the cells one below the other.
func (*Extractor) Extract(ctx context.Context, content []byte) (ingest.Extract, error) {
	book, err := read(content)
	if err != nil {
		return ingest.Extract{}, err
	}
	w := writer{language: book.language}
	for _, one := range book.cells {
		if err := ctx.Err(); err != nil {
			return ingest.Extract{}, err
		}
		w.cell(one)
	}
	extract := ingest.Extract{Text: w.out.Bytes(), Title: w.title, Warnings: w.warnings}
	if extract.Title == "" {
		extract.Title = book.title
	}
	extract.Metadata = quarry.Metadata{Author: book.author}
	return extract, nil
}

func withoutMark(content []byte) []byte { return bytes.TrimPrefix(content, []byte("\xef\xbb\xbf")) }
