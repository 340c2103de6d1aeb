package ingest

import (
	"context"

	"github.com/quarrykb/quarry"
)

// Detected is a text together with the parser that is surest of it.
type Detected struct {
	Raw    Raw
	Parser Parser
}

// longText is how many bytes of a text may take long to recognise: who looks at them is told.
const longText = 64 << 10

// detect asks every parser and takes the surest. Of two that are equally sure
// the earlier in the list wins. A file with a longer line than MaxLineBytes is
// for those alone that read lines of any length.
func (p *Pipeline) detect(ctx context.Context, raw Raw) (Detected, error) {
	best := Detected{Raw: raw}
	surest := NotMine
	for _, parser := range p.parsers {
		if err := ctx.Err(); err != nil {
			return best, err
		}
		if _, ok := parser.(LineParser); raw.longLine != nil && !ok {
			continue
		}
		if len(raw.Text.Bytes) > longText {
			noteFormat(ctx, parser.Format())
		}
		if sure := parser.Recognise(raw.Text); sure > surest {
			surest, best.Parser = sure, parser
		}
	}
	switch {
	case best.Parser == nil && raw.longLine != nil:
		return best, raw.longLine
	case best.Parser == nil:
		return best, quarry.Errorf(quarry.KindUnsupported, "no parser knows this layout")
	}
	return best, nil
}
