package ingest

import (
	"cmp"
	"context"

	"github.com/quarrykb/quarry"
)

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
	if size := len(found.Questions) + len(found.Facts) + len(found.Specs) + len(found.Passages); size > MaxEntries {
		return Parsed{}, TooManyEntries()
	}
	return Parsed{Raw: d.Raw, Format: d.Parser.Format(), Extraction: found}, nil
}

// TooManyEntries is the error of a document that yields more than MaxEntries. A parser
// that counts records before it reads them returns it at once.
func TooManyEntries() error {
	return quarry.Errorf(quarry.KindTooLarge, "more than %d entries, the most that is taken from one document: split it", MaxEntries)
}
