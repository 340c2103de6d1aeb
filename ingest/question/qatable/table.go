package qatable

import (
	"cmp"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/doc"
	"github.com/quarrykb/quarry/ingest/question/record"
	"github.com/quarrykb/quarry/internal/text"
)

// Limits of a table that is read.
const (
	mostColumns   = 64
	fewestColumns = 2
	longestHeader = 1500 // bytes: every row repeats it
	codeIndent    = 4    // a line that is indented so is code
)

// table is a pipe table among the lines of a text.
type table struct {
	first, last int // its header and its last row
	rows        []record.Record
}

// tableAt returns the table whose header stands on a line. One that leads to places of
// the same text is of contents: what it asks is asked once more there.
func (f *Finder) tableAt(lines *ingest.Lines, n int) (table, bool) {
	if !isDelimiter(lines.Line(n+1)) || text.Indent(lines.Line(n)) >= codeIndent || len(lines.Line(n)) > longestHeader {
		return table{}, false
	}
	header := f.cells(lines.Text, n)
	if len(header) != len(f.cells(lines.Text, n+1)) || len(header) < fewestColumns || len(header) > mostColumns {
		return table{}, false
	}
	found := table{first: n, last: n + 1}
	context := []quarry.Context{{Role: quarry.RoleHeader, Span: lines.LineSpan(n, n)}}
	for n = n + 2; lines.Free(n) && strings.Contains(lines.Line(n), "|") && text.Indent(lines.Line(n)) < codeIndent; n++ {
		row := record.Record{Span: lines.LineSpan(n, n), Context: context}
		for i, cell := range f.cells(lines.Text, n) {
			if i < len(header) {
				row.Fields = append(row.Fields, doc.Field{Name: nameOf(header, i), Value: cell})
			}
		}
		found.rows, found.last = append(found.rows, row), n
	}
	return found, len(found.rows) > 0 && !strings.Contains(lines.Line(found.last), "](#")
}

// isDelimiter reports whether a line is the one below a header: "|---|:-:|".
func isDelimiter(line string) bool {
	line = strings.TrimSpace(line)
	return strings.Contains(line, "-") && strings.Contains(line, "|") && strings.Trim(line, "|-: \t") == ""
}

// nameOf returns what a column is called, without emphasis. One without a name
// is told by its place.
func nameOf(header []doc.Value, i int) string {
	return cmp.Or(strings.Trim(header[i].Text, "*_` "), strings.Repeat("\x01", i+1))
}

// cells returns the cells of a row. They end at every pipe that is not escaped,
// in code as well. A line break stands where a tag stands for one.
func (f *Finder) cells(lines *ingest.Text, n int) []doc.Value {
	start := lines.LineStart(n)
	line := strings.TrimRight(string(lines.Bytes[start:lines.LineEnd(n)]), " \t\r\n")
	from := len(line) - len(strings.TrimPrefix(strings.TrimLeft(line, " \t\ufeff"), "|"))
	var found []doc.Value
	for from < len(line) && len(found) <= mostColumns {
		end := from
		for end < len(line) && (line[end] != '|' || line[max(end-1, 0)] == '\\') {
			end++
		}
		said := strings.ReplaceAll(f.breaks.ReplaceAllString(line[from:end], "\n"), `\|`, "|")
		found = append(found, doc.Value{Kind: doc.String, Text: strings.TrimSpace(said), Span: lines.Span(start+from, start+end)})
		from = end + 1
	}
	return found
}
