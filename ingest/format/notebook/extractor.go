package notebook

import (
	"bytes"
	"context"
	"regexp"
	"slices"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/format/datatree"
)

// maxBytes is the longest notebook that is read: most of a long one is pictures.
const maxBytes = 32 << 20

// Extractor takes the text out of notebooks.
type Extractor struct{ patterns }

// patterns are what is not shown of a text.
type patterns struct {
	codes    *regexp.Regexp // that a terminal obeys
	pictures *regexp.Regexp // pasted into a cell, as bytes
}

// New returns an extractor.
func New() *Extractor {
	return &Extractor{patterns{
		codes:    regexp.MustCompile(terminalCodes),
		pictures: regexp.MustCompile(`data:image/[^;]{0,30};base64,[A-Za-z0-9+/=%]*`),
	}}
}

// Format names the format.
func (*Extractor) Format() ingest.Format { return ingest.Format{Name: "notebook", Version: 2} }

// Limit returns 32 MB.
func (*Extractor) Limit() int { return maxBytes }

// Recognise looks for an object of JSON whose first key is one of a notebook's,
// and for cells in it.
func (*Extractor) Recognise(content []byte) ingest.Confidence {
	inner, isObject := bytes.CutPrefix(datatree.TrimJSON(content), []byte("{"))
	inner, isKeyed := bytes.CutPrefix(datatree.TrimJSON(inner), []byte(`"`))
	first, _, isClosed := bytes.Cut(inner, []byte(`"`))
	if !isObject || !isKeyed || !isClosed || !slices.Contains([]string{"cells", "metadata", "nbformat", "nbformat_minor", "worksheets"}, string(first)) {
		return ingest.NotMine
	}
	holds := func(key string) bool { return bytes.Contains(content, []byte(`"`+key+`"`)) }
	if (holds("cells") || holds("worksheets")) && (holds("nbformat") || holds("cell_type")) {
		return ingest.Certain
	}
	return ingest.NotMine
}

// Extract returns the cells one below the other.
func (e *Extractor) Extract(ctx context.Context, content []byte) (ingest.Extract, error) {
	book, err := read(content)
	if err != nil {
		return ingest.Extract{}, err
	}
	w := writer{patterns: e.patterns, language: book.language}
	for _, one := range book.cells {
		if err := ctx.Err(); err != nil {
			return ingest.Extract{}, err
		}
		w.cell(one)
	}
	extract := ingest.Extract{Text: w.out.Bytes(), Title: book.title}
	if w.cut {
		extract.Warnings = []string{"long outputs were cut"}
	}
	extract.Metadata = quarry.Metadata{Author: book.author}
	return extract, nil
}
