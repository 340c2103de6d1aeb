package ingest

import (
	"cmp"
	"context"

	"github.com/quarrykb/quarry"
)

// extractor returns the extractor that is surest of some bytes, false where none
// knows them.
func (p *Pipeline) extractor(content []byte) (Extractor, bool) {
	return surest(p.config.Extractors, func(e Extractor) Confidence { return e.Recognise(content) })
}

// extract takes the text out of a file and keeps the file's own bytes beside
// it.
func extract(ctx context.Context, raw Raw, content []byte, by Extractor) (Raw, error) {
	if len(content) > by.Limit() {
		return Raw{}, tooLong(by.Limit())
	}
	noteFormat(ctx, by.Format())
	found, err := by.Extract(ctx, content)
	if err != nil {
		return Raw{}, err
	}
	if err := cmp.Or(checkEncoding(found.Text), checkLines(found.Text)); err != nil {
		return Raw{}, quarry.Errorf(quarry.KindUnsupported, "no text could be taken out of it").Because(err)
	}
	if len(found.Text) > MaxTextBytes {
		return Raw{}, quarry.Errorf(quarry.KindTooLarge,
			"the text in it is longer than %d MB, the most that is read of one document", MaxTextBytes>>20)
	}
	raw.Text, raw.Original, raw.Extract = NewText(found.Text), content, found
	raw.Extract.Text, raw.Extract.format = nil, by.Format().Name
	return raw, nil
}

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
	Encoding string // that the file is in; "" for UTF-8, and for what is no text

	format string // the extractor's name
}
