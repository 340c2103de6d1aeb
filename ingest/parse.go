package ingest

import (
	"context"
	"fmt"
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
	return parsed, err
}
