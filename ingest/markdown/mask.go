package markdown

import (
	"fmt"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
)

// Limits of one block. The Markdown parser is quadratic in the number of
// delimiters of a block and in nesting, and cannot be interrupted; a block
// over a limit is therefore never shown to it.
const (
	maxDelimiters = 2000
	maxColumns    = 512
	maxNesting    = 64
	maxCells      = 1_000_000
)

// masked is a run of lines that is kept as plain text, and why.
type masked struct {
	lines  quarry.LineRange
	reason string
}

// mask blanks every block that is over a limit out of the source and returns
// what it blanked.
func mask(t *ingest.Text, source []byte) []masked {
	var found []masked
	b := blockBudget{}
	first, reason := 1, ""
	flush := func(last int) {
		if reason != "" {
			blank(source, t.LineStart(first), t.LineEnd(last))
			found = append(found, masked{quarry.LineRange{LineStart: first, LineEnd: last}, reason})
		}
		b, reason = blockBudget{cells: b.cells}, ""
	}
	for n := 1; n <= t.Lines(); n++ {
		line := t.Line(n)
		if begins(line) {
			if n > first {
				flush(n - 1)
			}
			first = n
		}
		if over := b.add(line); reason == "" {
			reason = over
		}
	}
	flush(t.Lines())
	return found
}

// begins reports whether a line begins a block of its own: behind a blank
// line, and at a heading, an item or a row.
func begins(line string) bool {
	line = strings.TrimLeft(line, " \t")
	if line == "" || line[0] == '#' || line[0] == '|' {
		return true
	}
	return len(line) > 1 && strings.IndexByte("-*+", line[0]) >= 0 && line[1] == ' '
}

// blockBudget counts what a block has used up.
type blockBudget struct{ delimiters, cells int }

// add counts a line and returns the limit that it goes over, or "".
func (b *blockBudget) add(line string) string {
	columns := strings.Count(line, "|")
	if columns > 0 {
		b.cells += columns
	}
	b.delimiters += delimiters(line)
	switch {
	case nesting(line) > maxNesting:
		return fmt.Sprintf("nested deeper than %d", maxNesting)
	case columns > maxColumns:
		return fmt.Sprintf("a table row of more than %d columns", maxColumns)
	case b.cells > maxCells:
		return fmt.Sprintf("more than %d table cells", maxCells)
	case b.delimiters > maxDelimiters:
		return fmt.Sprintf("more than %d brackets and emphasis marks in one block", maxDelimiters)
	}
	return ""
}

func delimiters(line string) int {
	count := 0
	for i := range len(line) {
		switch line[i] {
		case '[', ']', '*', '_', '`', '<', '!', '~':
			count++
		}
	}
	return count
}

// nesting counts quote and list marks, and steps of indentation, before a
// line's own text.
func nesting(line string) int {
	depth := 0
	for i := range len(line) {
		switch line[i] {
		case '>', '-', '*', '+', '\t':
			depth++
		case ' ':
		default:
			return depth + i/8
		}
	}
	return depth + len(line)/8
}

// keepMasked turns masked blocks into passages of plain text, with a warning.
func (r *reader) keepMasked(blocks []masked) {
	for _, m := range blocks {
		span := r.text.LineSpan(m.lines.LineStart, m.lines.LineEnd)
		passage := quarry.Passage{Text: r.text.Cut(span)}
		passage.Source.Span = span
		r.found.Passages = append(r.found.Passages, passage)
		r.found.Warnings = append(r.found.Warnings,
			fmt.Sprintf("lines %d to %d are kept as plain text: %s", m.lines.LineStart, m.lines.LineEnd, m.reason))
	}
}
