package csvrecords

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry/ingest/delimited"
)

// spoken returns what a cell says, without the apostrophe that keeps a
// spreadsheet from taking it for a formula. A table that Quarry has written has
// one on every such cell; in any other it may also be a quote.
func (t *table) spoken(field delimited.Field) string {
	text := strings.TrimSpace(field.Text)
	bare := strings.TrimLeft(text, "'")
	if bare == text || bare == "" || !strings.ContainsRune("=+-@", rune(bare[0])) {
		return text
	}
	if !t.isOwn() && strings.Count(text, "'") > 1 {
		return text
	}
	return text[1:]
}

// isOwn reports whether the columns are those that Quarry writes.
func (t *table) isOwn() bool {
	own := []string{"id", "difficulty_source", "line_start", "line_end", "url"}
	for i := range t.header.Fields {
		if at := slices.Index(own, t.header.Text(i)); at >= 0 {
			own = slices.Delete(own, at, at+1)
		}
	}
	return len(t.header.Fields) > 0 && len(own) == 0
}
