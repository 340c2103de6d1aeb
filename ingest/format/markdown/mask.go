package markdown

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/doc"
	"github.com/quarrykb/quarry/ingest/passage"
)

// Limits of what the Markdown parser is shown. It makes a tree, of about a kilobyte for each block
// and each cell; for every line it notes each block that the line lies in; and some of what it
// collects it looks through again and again.
const (
	maxNodes        = 100_000 // of a document
	maxCells        = 50_000  // of a table
	maxNotes        = 500_000
	maxColumns      = 512
	maxNesting      = 64
	maxFootnotes    = 2000 // of a document
	maxEscapedPipes = 2000 // of a document
	maxDefinitions  = 2000 // of links, in a row
)

// masked is a run of lines that is kept as plain text, and why.
type masked struct {
	lines  quarry.LineRange
	reason string
}

func (m masked) warning() string {
	if m.lines.LineStart == m.lines.LineEnd {
		return fmt.Sprintf("line %d is kept as plain text: %s", m.lines.LineStart, m.reason)
	}
	return fmt.Sprintf("lines %d to %d are kept as plain text: %s", m.lines.LineStart, m.lines.LineEnd, m.reason)
}

// masker is the state of a walk over the lines.
type masker struct {
	found       []masked
	width       int // the most columns of a line since the last blank one
	cells       int // since the last blank line
	definitions int // since the last blank line
	nodes       int
	notes       int
	footnotes   int
	escaped     int
}

// mask blanks every line that is over a limit out of the source. It returns
// what it blanked, neighbours together, and the last line that is parsed: what
// stands behind the limit of a whole document is not parsed at all.
func mask(t *ingest.Text, source []byte) ([]masked, int) {
	var m masker
	for n := 1; n <= t.Lines(); n++ {
		line := t.Line(n)
		depth, indent := containers(line)
		m.count(line, depth, indent)
		if m.nodes > maxNodes || m.notes > maxNotes {
			m.add(n, t.Lines(), fmt.Sprintf("behind the first %d blocks and table cells", min(m.nodes, maxNodes)))
			return m.found, n - 1
		}
		if reason := m.over(line, depth, indent); reason != "" {
			blank(source, t.LineStart(n), t.LineEnd(n))
			m.add(n, n, reason)
		}
	}
	return m.found, t.Lines()
}

// count adds what a line may make. A short row is filled up to the width of its
// table, and what is nested by indentation has two columns a level.
func (m *masker) count(line string, depth, indent int) {
	if strings.TrimSpace(line) == "" {
		m.width, m.cells, m.definitions = 0, 0, 0
	}
	m.width = max(m.width, min(strings.Count(line, "|"), maxColumns))
	m.nodes += 1 + depth
	if m.cells += m.width; m.cells <= maxCells {
		m.nodes += m.width
	}
	m.notes += 1 + depth + indent/2
	m.definitions += strings.Count(line, "]:")
	m.footnotes += strings.Count(line, "[^")
	m.escaped += strings.Count(line, `\|`)
}

// over returns the limit that a line goes over, or "".
func (m *masker) over(line string, depth, indent int) string {
	switch {
	case depth+indent/8 > maxNesting:
		return fmt.Sprintf("nested deeper than %d", maxNesting)
	case strings.Count(line, "|") > maxColumns:
		return fmt.Sprintf("a table row of more than %d columns", maxColumns)
	case m.cells > maxCells:
		return fmt.Sprintf("behind the first %d cells of a table", maxCells)
	case m.definitions > maxDefinitions && strings.Contains(line, "]:"):
		return fmt.Sprintf("more than %d link definitions in a row", maxDefinitions)
	case m.footnotes > maxFootnotes && strings.Contains(line, "[^"):
		return fmt.Sprintf("behind the first %d footnotes", maxFootnotes)
	case m.escaped > maxEscapedPipes && strings.Contains(line, `\|`):
		return fmt.Sprintf("behind the first %d escaped pipes", maxEscapedPipes)
	}
	return ""
}

func (m *masker) add(first, last int, reason string) {
	if n := len(m.found); n > 0 && m.found[n-1].reason == reason && m.found[n-1].lines.LineEnd == first-1 {
		m.found[n-1].lines.LineEnd = last
		return
	}
	m.found = append(m.found, masked{quarry.LineRange{LineStart: first, LineEnd: last}, reason})
}

// containers counts the marks of quotes, list items and definitions before a
// line's own text, and the columns of white space between them.
func containers(line string) (int, int) {
	depth, indent := 0, 0
	for i := 0; i < len(line); {
		switch line[i] {
		case ' ':
			indent++
			i++
		case '\t':
			indent += 4
			i++
		default:
			mark := markLength(line[i:])
			if mark == 0 {
				return depth, indent
			}
			depth++
			i += mark
		}
	}
	return depth, indent
}

// markLength returns the length of the mark that opens a container here, 0 where none does.
func markLength(line string) int {
	digits := len(line) - len(strings.TrimLeft(line, "0123456789"))
	switch {
	case line[0] == '>':
		return 1
	case digits > 0 && digits < len(line) && (line[digits] == '.' || line[digits] == ')') && spaceAt(line, digits+1):
		return digits + 1
	case strings.IndexByte("-*+:", line[0]) >= 0 && spaceAt(line, 1):
		return 1
	}
	return 0
}

func spaceAt(line string, at int) bool { return at >= len(line) || line[at] == ' ' || line[at] == '\t' }

// unread reports whether a line is empty to the parser.
func (r *reader) unread(n int) bool {
	return n > r.last || len(bytes.TrimSpace(r.source[r.text.LineStart(n):min(len(r.source), r.text.LineEnd(n))])) == 0
}

// keepMasked turns the masked lines that are in no entry of another kind into
// passages of plain text, with a warning.
func (r *reader) keepMasked(all []masked, cutter *passage.Cutter, sections []doc.Section) {
	if len(all) == 0 {
		return
	}
	taken := r.inEntries()
	for _, m := range all {
		titles := doc.Above(sections, m.lines.LineStart, 0)
		r.found.Passages = append(r.found.Passages, cutter.Plain(m.lines.LineStart, m.lines.LineEnd, taken, titles)...)
		r.found.Warnings = append(r.found.Warnings, m.warning())
	}
}

// inEntries tells, by line, what a question or a passage has already.
func (r *reader) inEntries() []bool {
	taken := make([]bool, r.text.Lines()+1)
	take := func(s quarry.Span) {
		for n := s.LineStart; n <= s.LineEnd; n++ {
			taken[n] = true
		}
	}
	for i := range r.found.Questions {
		take(r.found.Questions[i].Source.Span)
	}
	for i := range r.found.Passages {
		take(r.found.Passages[i].Source.Span)
	}
	return taken
}
