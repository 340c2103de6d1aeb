package restructuredtext

import (
	"strings"

	"github.com/quarrykb/quarry/ingest/question/phrase"
)

// column is where one of a table's stands, in characters.
type column struct{ start, end int }

// mostColumns is how many columns a table has at most.
const mostColumns = 256

// columnsOf returns the columns that a table's first rule draws.
func columnsOf(rule string) []column {
	runes := []rune(strings.TrimRight(rule, " "))
	var columns []column
	for at := 0; at < len(runes) && len(columns) < mostColumns; at++ {
		if runes[at] != '-' && runes[at] != '=' {
			continue
		}
		start := at
		for at < len(runes) && runes[at] == runes[start] {
			at++
		}
		columns = append(columns, column{start, at})
	}
	return columns
}

// row is one of a table: its lines and what stands in its cells.
type row struct {
	first, last int
	cells       []string
}

// table writes a table of any kind over, and returns the line behind it.
func (w *rewriter) table(r region, n int) int {
	rule := w.line(r, n)
	last := w.tableEnd(r, n, isGridRule(rule))
	t := grid{columns: columnsOf(rule), isGrid: isGridRule(rule), fresh: true}
	if last == n || len(t.columns) == 0 {
		w.out.Keep(n)
		return n + 1
	}
	for at := n; at <= last; at++ {
		line := w.line(r, at)
		switch {
		case isGridRule(line) || isSimpleRule(line) || isTableRule(line):
			if t.heads == 0 && at < last && strings.Contains(line, "=") {
				t.heads = len(t.rows)
			}
			t.fresh = true
			w.out.Drop(at, at, "table rule")
		case strings.TrimSpace(line) != "":
			t.add(at, cellsOf(line, t.columns))
		}
	}
	w.rows(n, t.rows, t.heads)
	return last + 1
}

// grid is a table that is being read.
type grid struct {
	columns []column
	isGrid  bool
	rows    []row
	heads   int  // rows above the rule of the header
	fresh   bool // the next line begins a row
}

// add puts a line's cells into the table. In a simple table every line begins a
// row that has something in its first cell.
func (t *grid) add(line int, cells []string) {
	if t.fresh || len(t.rows) == 0 || (!t.isGrid && cells[0] != "") {
		t.rows, t.fresh = append(t.rows, row{first: line, last: line, cells: cells}), false
		return
	}
	t.rows[len(t.rows)-1].add(line, cells)
}

// isTableRule reports whether a line parts rows or spans of a simple table.
func isTableRule(line string) bool {
	line = strings.TrimSpace(line)
	return len(line) > 1 && (strings.Trim(line, "= ") == "" || strings.Trim(line, "- ") == "")
}

// tableEnd returns the last line of a table: its last rule.
func (w *rewriter) tableEnd(r region, n int, isGrid bool) int {
	last := n
	for at := n + 1; at <= r.last; at++ {
		line := w.line(r, at)
		switch {
		case isGrid && w.text.Blank(at):
			return last
		case isGrid && isGridRule(line):
			last = at
		case !isGrid && isSimpleRule(line):
			last = at
			if at == r.last || w.text.Blank(at+1) {
				return last
			}
		case isGrid && !strings.HasPrefix(line, "|") && !strings.HasPrefix(line, "+"):
			return last
		}
	}
	return last
}

// cellsOf cuts a line where the columns are. One whose words do not keep to them
// is one cell.
func cellsOf(line string, columns []column) []string {
	runes := []rune(line)
	cells := make([]string, len(columns))
	for i, c := range columns {
		end := min(c.end, len(runes))
		if i == len(columns)-1 && !strings.HasPrefix(line, "|") {
			end = len(runes)
		}
		if c.start >= end {
			continue
		}
		if partsWord(runes, c.start) || partsWord(runes, end) {
			cells = make([]string, len(columns))
			cells[0] = strings.TrimSpace(line)
			return cells
		}
		cells[i] = strings.TrimSpace(strings.Trim(string(runes[c.start:end]), "|"))
	}
	return cells
}

// partsWord reports whether a place lies within a word or a number.
func partsWord(runes []rune, at int) bool {
	return at > 0 && at < len(runes) && runes[at-1] != ' ' && runes[at] != ' ' && runes[at-1] != '|' && runes[at] != '|'
}

// add puts a further line into the cells of a row.
func (r *row) add(line int, cells []string) {
	r.last = line
	for i, cell := range cells {
		r.cells[i] = strings.TrimSpace(r.cells[i] + " " + cell)
	}
}

// rows writes rows as those of a table of Markdown, whose first is the header.
func (w *rewriter) rows(before int, rows []row, heads int) {
	if len(rows) == 0 {
		return
	}
	w.out.Insert(before, "")
	if heads == 0 {
		w.out.Insert(before, "|"+strings.Repeat("   |", len(rows[0].cells)))
		w.out.Insert(before, "|"+strings.Repeat("---|", len(rows[0].cells)))
	}
	for i, one := range rows {
		var said strings.Builder
		said.WriteString("|")
		for _, cell := range one.cells {
			said.WriteString(" " + strings.ReplaceAll(inline(cell), "|", `\|`) + " |")
		}
		w.out.Write(one.first, one.last, said.String())
		if i == 0 && heads > 0 {
			w.out.Insert(one.last+1, "|"+strings.Repeat("---|", len(one.cells)))
		}
	}
	w.out.Insert(rows[len(rows)-1].last+1, "")
}

// listTable writes a table that is written as a list of lists.
func (w *rewriter) listTable(body region) {
	var rows []row
	for n := body.first; n <= body.last; n++ {
		line := w.line(body, n)
		bare := strings.TrimSpace(line)
		cell, opensRow := strings.CutPrefix(bare, "* -")
		if !opensRow {
			cell = strings.TrimPrefix(bare, "- ")
		}
		cell = strings.TrimSpace(cell)
		switch {
		case bare == "":
		case opensRow:
			rows = append(rows, row{first: n, last: n, cells: []string{cell}})
		case len(rows) == 0:
			w.out.Keep(n)
		case phrase.IsBullet(bare) && len(rows[len(rows)-1].cells) < mostColumns:
			rows[len(rows)-1].cells = append(rows[len(rows)-1].cells, cell)
			rows[len(rows)-1].last = n
		default:
			cells := rows[len(rows)-1].cells
			cells[len(cells)-1] += " " + bare
			rows[len(rows)-1].last = n
		}
	}
	w.rows(body.first, rows, 1)
}
