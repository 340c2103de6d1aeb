package qatable

import (
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
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
	header      []record.Value
}

// tableAt returns the table whose header stands on a line.
func tableAt(lines *ingest.Lines, n int) (table, bool) {
	delimiter := lines.Line(n + 1)
	if !isDelimiter(delimiter) || isDelimiter(lines.Line(n)) || indented(lines.Line(n)) {
		return table{}, false
	}
	header := cells(lines.Text, n)
	columns := strings.Count(strings.Trim(strings.TrimSpace(delimiter), "|"), "|") + 1
	if len(header) != columns || columns < fewestColumns || columns > mostColumns || size(lines.Text, n) > longestHeader {
		return table{}, false
	}
	last := n + 1
	for lines.Free(last+1) && strings.Contains(lines.Line(last+1), "|") && !indented(lines.Line(last+1)) {
		last++
	}
	return table{first: n, last: last, header: header}, last > n+1
}

func size(text *ingest.Text, n int) int { return text.LineEnd(n) - text.LineStart(n) }

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
				row.Fields = append(row.Fields, record.Field{Name: t.name(i), Value: cell})
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
func cells(text *ingest.Text, n int) []record.Value {
	start := text.LineStart(n)
	line := strings.TrimRight(string(text.Bytes[start:text.LineEnd(n)]), " \t\r\n")
	if strings.HasSuffix(line, "|") && !strings.HasSuffix(line, `\|`) {
		line = line[:len(line)-1]
	}
	from := len(line) - len(strings.TrimLeft(line, " \t\ufeff"))
	from += len(line[from:]) - len(strings.TrimPrefix(line[from:], "|"))
	var found []record.Value
	for i := from; i <= len(line) && len(found) <= mostColumns; i++ {
		if i < len(line) && (line[i] != '|' || line[max(i-1, 0)] == '\\') {
			continue
		}
		found = append(found, record.Value{
			Kind: record.Text, Text: cellText(line[from:i]), Span: text.Span(start+from, start+i),
		})
		from = i + 1
	}
	return found
}

// cellText returns what a cell says: pipes without their escape, and line breaks
// where a tag stands for one.
func cellText(cell string) string {
	cell = strings.ReplaceAll(strings.TrimSpace(cell), `\|`, "|")
	if !strings.Contains(cell, "<") {
		return cell
	}
	for _, tag := range []string{"<br>", "<br/>", "<br />", "<BR>"} {
		cell = strings.ReplaceAll(cell, tag, "\n")
	}
	lines := strings.Split(cell, "\n")
	for i := range lines {
		lines[i] = strings.TrimSpace(lines[i])
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}
