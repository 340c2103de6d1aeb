package ingest

import (
	"context"

	"github.com/quarrykb/quarry"
)

// Extractor takes the text out of a format that is none: a web page, a
// notebook, a PDF. What it returns goes on through the pipeline like a text
// file, and is what the document's spans point into. Recognise and Extract are
// pure: the same bytes give the same answer.
type Extractor interface {
	// Format names the format. Its version is part of the fingerprint.
	Format() Format
	// Limit returns the longest file that is read, in bytes.
	Limit() int
	// Recognise returns how sure the extractor is that the bytes, all of a
	// file, are of its format.
	Recognise(content []byte) Confidence
	// Extract returns the text. An error that a caller may read is a
	// quarry.Error, in a LineError where the line is known.
	Extract(ctx context.Context, content []byte) (Extract, error)
}

// Extract is the text that was taken out of a file.
type Extract struct {
	Text     []byte // Markdown, UTF-8
	Title    string // "" where the file has none
	Metadata quarry.Metadata
	Warnings []string

	format string // the extractor's name
}
