package qatable

import (
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/doc"
	"github.com/quarrykb/quarry/ingest/question/record"
)

// Limits of a table that is read.
const (
	mostColumns   = 64
	fewestColumns = 2
	longestHeader = 1500 // bytes: every row repeats it
)

// table is a pipe table among the lines of a text.
type table struct {
	first, last int // its header and its last row
	header      []doc.Value
}

// tableAt returns the table whose header stands on a line.
func tableAt(lines *ingest.Lines, n int) (table, bool) {
	delimiter := lines.Line(n + 1)
	if !isDelimiter(delimiter) || isDelimiter(lines.Line(n)) || indented(lines.Line(n)) {
		return table{}, false
	}
	header := cells(lines.Text, n)
	columns := strings.Count(strings.Trim(strings.TrimSpace(delimiter), "|"), "|") + 1
	if len(header) != columns || columns < fewestColumns || columns > mostColumns || len(lines.Line(n)) > longestHeader {
		return table{}, false
	}
	last := n + 1
	for lines.Free(last+1) && strings.Contains(lines.Line(last+1), "|") && !indented(lines.Line(last+1)) {
		last++
	}
	return table{first: n, last: last, header: header}, last > n+1
}

// indented reports whether a line is code by its indent.
func indented(line string) bool {
	return strings.HasPrefix(line, "    ") || strings.HasPrefix(line, "\t")
}

// isDelimiter reports whether a line is the one below a header: "|---|:-:|".
func isDelimiter(line string) bool {
	line = strings.TrimSpace(line)
	return strings.Contains(line, "-") && strings.Contains(line, "|") && strings.Trim(line, "|-: \t") == ""
}

// records returns the rows, named by the header.
func (t table) records(text *ingest.Text) []record.Record {
	header := []quarry.Context{{Role: quarry.RoleHeader, Span: text.LineSpan(t.first, t.first)}}
	all := make([]record.Record, 0, t.last-t.first)
	for n := t.first + 2; n <= t.last; n++ {
		row := record.Record{Span: text.LineSpan(n, n), Context: header}
		for i, cell := range cells(text, n) {
			if i < len(t.header) {
				row.Fields = append(row.Fields, doc.Field{Name: t.name(i), Value: cell})
			}
		}
		all = append(all, row)
	}
	return all
}

// name returns what a column is called, without emphasis. Columns without a
// name, or with that of an earlier one, are told apart by their place.
func (t table) name(i int) string {
	name := strings.Trim(t.header[i].Text, "*_` ")
	for _, earlier := range t.header[:i] {
		if name == "" || strings.EqualFold(strings.Trim(earlier.Text, "*_` "), name) {
			return name + strings.Repeat("\x01", i+1)
		}
	}
	return name
}

// cells returns the cells of a row. They end at every pipe that is not escaped,
// in code as well.
func cells(text *ingest.Text, n int) []doc.Value {
	start := text.LineStart(n)
	line := strings.TrimRight(string(text.Bytes[start:text.LineEnd(n)]), " \t\r\n")
	from := len(line) - len(strings.TrimPrefix(strings.TrimLeft(line, " \t\ufeff"), "|"))
	var found []doc.Value
	for from < len(line) && len(found) <= mostColumns {
		end := from
		for end < len(line) && (line[end] != '|' || line[max(end-1, 0)] == '\\') {
			end++
		}
		found = append(found, doc.Value{Kind: doc.String, Text: cellText(line[from:end]), Span: text.Span(start+from, start+end)})
		from = end + 1
	}
	return found
}

// cellText returns what a cell says: pipes without their escape, and line breaks
// where a tag stands for one.
func cellText(cell string) string {
	said := strings.NewReplacer(`\|`, "|", "<br>", "\n", "<br/>", "\n", "<br />", "\n", "<BR>", "\n").Replace(cell)
	lines := strings.Split(said, "\n")
	for i := range lines {
		lines[i] = strings.TrimSpace(lines[i])
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}
