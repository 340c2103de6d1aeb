package ingest

import (
	"cmp"
	"context"
	"slices"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest/spec"
)

// Detected is a text together with the parser that is surest of it.
type Detected struct {
	Raw    Raw
	Parser Parser
}

// longText is how many bytes of a text may take long to recognise: who looks at them is told.
const longText = 64 << 10

// surest returns which of some readers is surest of what it is asked about, the earlier of
// two that are equally sure; false where none knows it.
func surest[T any](readers []T, of func(T) Confidence) (T, bool) {
	var best T
	most := NotMine
	for _, one := range readers {
		if sure := of(one); sure > most {
			most, best = sure, one
		}
	}
	return best, most > NotMine
}

// detect asks every parser and takes the surest. A file with a longer line than
// MaxLineBytes is for those alone that read lines of any length.
func (p *Pipeline) detect(ctx context.Context, raw Raw) (Detected, error) {
	best, known := surest(p.config.Parsers, func(parser Parser) Confidence {
		if _, ok := parser.(LineParser); ctx.Err() != nil || raw.longLine != nil && !ok {
			return NotMine
		}
		if len(raw.Text.Bytes) > longText {
			noteFormat(ctx, parser.Format())
		}
		return parser.Recognise(raw.Text)
	})
	switch {
	case ctx.Err() != nil:
		return Detected{}, ctx.Err()
	case !known && raw.longLine != nil:
		return Detected{}, raw.longLine
	case !known:
		return Detected{}, quarry.Errorf(quarry.KindUnsupported, "no parser knows this layout")
	}
	return Detected{Raw: raw, Parser: best}, nil
}

// Parsed is a text together with what its parser found.
type Parsed struct {
	Raw        Raw
	Format     Format
	Extraction Extraction
}

func parse(ctx context.Context, d Detected) (Parsed, error) {
	noteFormat(ctx, d.Parser.Format())
	found, err := d.Parser.Parse(ctx, d.Raw.Text)
	if err := cmp.Or(ctx.Err(), err); err != nil {
		return Parsed{}, err
	}
	if found.size() > MaxEntries {
		return Parsed{}, TooManyEntries()
	}
	return Parsed{Raw: d.Raw, Format: d.Parser.Format(), Extraction: found}, nil
}

// TooManyEntries is the error of a document that yields more than MaxEntries. A parser
// that counts records before it reads them returns it at once.
func TooManyEntries() error {
	return quarry.Errorf(quarry.KindTooLarge, "more than %d entries, the most that is taken from one document: split it", MaxEntries)
}

// Specified is a text with what its parser found, and the specs that its tree states.
type Specified struct {
	Parsed Parsed
	Specs  []quarry.Spec
}

// specify reads the specs off the document's tree. Those that a parser has found, which
// only knowledge bases' own files hold, stay as they are.
func (p *Pipeline) specify(ctx context.Context, parsed Parsed) (Specified, error) {
	read := p.specs.Read(p.Unspecified(parsed))
	if parsed.Extraction.size()+len(read) > MaxEntries {
		return Specified{}, TooManyEntries()
	}
	return Specified{Parsed: parsed, Specs: slices.Concat(parsed.Extraction.Specs, read)}, ctx.Err()
}

// Unspecified returns what the specs of a parsed text are read off, for who measures or
// fits the reader.
func (p *Pipeline) Unspecified(parsed Parsed) spec.Document {
	return spec.Document{
		Tree: parsed.Extraction.Tree, Path: parsed.Raw.Source.Path, Questions: parsed.Extraction.Questions,
		Text: parsed.Raw.Text.Bytes,
	}
}
