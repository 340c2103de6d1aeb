package ingest

import (
	"context"
	"slices"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest/spec"
)

// Specified is a text with what its parser found, and the specs that its tree states.
type Specified struct {
	Parsed Parsed
	Specs  []quarry.Spec
}

// specify reads the specs off the document's tree. Those that a parser has found, which
// only knowledge bases' own files hold, stay as they are.
func (p *Pipeline) specify(ctx context.Context, parsed Parsed) (Specified, error) {
	found := parsed.Extraction
	all := slices.Concat(found.Specs, p.specs.Read(p.Unspecified(parsed)))
	if size := len(found.Questions) + len(found.Facts) + len(all) + len(found.Passages); size > MaxEntries {
		return Specified{}, TooManyEntries()
	}
	return Specified{Parsed: parsed, Specs: all}, ctx.Err()
}

// Unspecified returns what the specs of a parsed text are read off, for who measures or
// fits the reader.
func (p *Pipeline) Unspecified(parsed Parsed) spec.Document {
	return spec.Document{
		Tree: parsed.Extraction.Tree, Path: parsed.Raw.Source.Path, Questions: parsed.Extraction.Questions,
		Text: parsed.Raw.Text.Bytes,
	}
}
