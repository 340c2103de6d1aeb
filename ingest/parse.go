package ingest

import (
	"context"
	"fmt"

	"github.com/quarrykb/quarry"
)

// Parsed is a text together with what its parser found.
type Parsed struct {
	Raw        Raw
	Format     Format
	Extraction Extraction
}

// parse turns a panic of a parser or of its library into an error: one
// document must never end a run.
func parse(ctx context.Context, d Detected) (Parsed, error) {
	parsed := Parsed{Raw: d.Raw, Format: d.Parser.Format()}
	var err error
	func() {
		defer func() {
			if fault := recover(); fault != nil {
				err = fmt.Errorf("the %s parser gave up: %v", parsed.Format.Name, fault)
			}
		}()
		parsed.Extraction, err = d.Parser.Parse(ctx, d.Raw.Text)
	}()
	found := parsed.Extraction
	if size := len(found.Questions) + len(found.Facts) + len(found.Specs) + len(found.Passages); size > MaxEntries {
		return parsed, quarry.Errorf(quarry.KindTooLarge,
			"more than %d entries, the most that is taken from one document: split it", MaxEntries)
	}
	return parsed, err
}
