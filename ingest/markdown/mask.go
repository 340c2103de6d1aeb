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
	maxFootnotes  = 2000 // of a document; the parser looks each one up in a list
)

// maxNodes is how many blocks and table cells of one document are parsed: the
// tree takes about two kilobytes for each.
const maxNodes = 50_000

// plainBytes is the length at which text that was not parsed is cut.
const plainBytes = 32 << 10

// masked is a run of lines that is kept as plain text, and why.
type masked struct {
	lines  quarry.LineRange
	reason string
}

// mask blanks every block that is over a limit out of the source and returns
// what it blanked, neighbours together.
func mask(t *ingest.Text, source []byte) []masked {
	m := masker{text: t, source: source, first: 1}
	for n := 1; n <= t.Lines(); n++ {
		line := t.Line(n)
		if begins(line) {
			m.close(n - 1)
			m.first = n
		}
		if over := m.add(line); m.reason == "" {
			m.reason = over
		}
	}
	m.close(t.Lines())
	return m.found
}

// masker is the state of a walk over the lines.
type masker struct {
	text       *ingest.Text
	source     []byte
	found      []masked
	first      int    // first line of the open block
	reason     string // why it is over a limit; "" while it is not
	delimiters int    // of the open block
	nodes      int    // of the document
	footnotes  int    // of the document
}

// close ends the open block at a line.
func (m *masker) close(last int) {
	if m.reason != "" && last >= m.first {
		blank(m.source, m.text.LineStart(m.first), m.text.LineEnd(last))
		if n := len(m.found); n > 0 && m.found[n-1].reason == m.reason && m.found[n-1].lines.LineEnd == m.first-1 {
			m.found[n-1].lines.LineEnd = last
		} else {
			m.found = append(m.found, masked{quarry.LineRange{LineStart: m.first, LineEnd: last}, m.reason})
		}
	}
	m.delimiters, m.reason = 0, ""
}

// add counts a line and returns the limit that it goes over, or "".
func (m *masker) add(line string) string {
	columns := strings.Count(line, "|")
	m.nodes += columns + 1
	m.delimiters += delimiters(line)
	m.footnotes += strings.Count(line, "[^")
	switch {
	case nesting(line) > maxNesting:
		return fmt.Sprintf("nested deeper than %d", maxNesting)
	case columns > maxColumns:
		return fmt.Sprintf("a table row of more than %d columns", maxColumns)
	case m.nodes > maxNodes:
		return fmt.Sprintf("behind the first %d lines and table cells", maxNodes)
	case m.footnotes > maxFootnotes:
		return fmt.Sprintf("behind the first %d footnotes", maxFootnotes)
	case m.delimiters > maxDelimiters:
		return fmt.Sprintf("more than %d brackets and emphasis marks in one block", maxDelimiters)
	}
	return ""
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
		first := m.lines.LineStart
		for n := first; n <= m.lines.LineEnd; n++ {
			if n == m.lines.LineEnd || r.bytes(first, n) > plainBytes {
				r.plainPassage(first, n)
				first = n + 1
			}
		}
		r.found.Warnings = append(r.found.Warnings,
			fmt.Sprintf("lines %d to %d are kept as plain text: %s", m.lines.LineStart, m.lines.LineEnd, m.reason))
	}
}

func (r *reader) plainPassage(first, last int) {
	passage := quarry.Passage{Text: r.text.Cut(r.span(first, last))}
	passage.Source.Span = r.span(first, last)
	r.found.Passages = append(r.found.Passages, passage)
}
