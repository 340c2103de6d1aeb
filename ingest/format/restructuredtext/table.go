package restructuredtext

import (
	"strings"

	"github.com/quarrykb/quarry/ingest/format/markup"
)

// columnsOf returns where the columns begin and end that a table's rule draws.
func columnsOf(rule string) [][]int {
	var columns [][]int
	for at := 0; at < len(rule) && len(columns) < markup.MostColumns; at++ {
		if rule[at] != '-' && rule[at] != '=' {
			continue
		}
		start := at
		for at < len(rule) && rule[at] == rule[start] {
			at++
		}
		columns = append(columns, []int{start, at})
	}
	return columns
}

// table writes a table between rules over, and returns the line behind it. In a
// simple table every line begins a row that has something in its first cell.
func table(w *markup.Writer, r markup.Region, n int) int {
	rule := w.Line(r, n)
	isGrid := isGridRule(rule)
	columns, last := columnsOf(rule), tableEnd(w, r, n)
	if last == n || len(columns) == 0 {
		w.Keep(n)
		return n + 1
	}
	var rows []markup.Row
	heads, fresh := 0, true // rows above the rule of the header; the next line begins a row
	for at := n; at <= last; at++ {
		line := w.Line(r, at)
		if isTableRule(line) {
			if heads == 0 && at < last && strings.Contains(line, "=") {
				heads = len(rows)
			}
			fresh = true
			w.Drop(at, at, "table rule")
		} else if !w.Source.Blank(at) {
			cells := cellsOf(line, columns)
			if fresh || (!isGrid && cells[0] != "") {
				rows = append(rows, markup.Row{First: at})
			}
			for i, cell := range cells {
				rows[len(rows)-1].Add(at, i, cell)
			}
			fresh = false
		}
	}
	w.Table(n, rows, heads)
	return last + 1
}

// isTableRule reports whether a line parts rows or spans of a table.
func isTableRule(line string) bool {
	line = strings.TrimSpace(line)
	return isGridRule(line) || (len(line) > 1 && (strings.Trim(line, "= ") == "" || strings.Trim(line, "- ") == ""))
}

// tableEnd returns the last line of a table: its last rule.
func tableEnd(w *markup.Writer, r markup.Region, n int) int {
	isRule, last, isGrid := isSimpleRule, n, isGridRule(w.Line(r, n))
	if isGrid {
		isRule = isGridRule
	}
	for at := n + 1; at <= r.Last; at++ {
		line := w.Line(r, at)
		if isGrid && !strings.HasPrefix(line, "|") && !strings.HasPrefix(line, "+") {
			break
		}
		if isRule(line) {
			if last = at; at == r.Last || w.Source.Blank(at+1) {
				break
			}
		}
	}
	return last
}

// cellsOf cuts a line where columns begin and end. One whose words do not keep to them is one cell.
func cellsOf(line string, columns [][]int) []string {
	runes := []rune(line)
	cells := make([]string, len(columns))
	for i, c := range columns {
		start, end := c[0], min(c[1], len(runes))
		if i == len(columns)-1 && !strings.HasPrefix(line, "|") {
			end = len(runes)
		}
		if start >= end {
			continue
		}
		if partsWord(runes, start) || partsWord(runes, end) {
			cells = make([]string, len(columns))
			cells[0] = strings.TrimSpace(line)
			return cells
		}
		cells[i] = strings.TrimSpace(strings.Trim(string(runes[start:end]), "|"))
	}
	return cells
}

// partsWord reports whether a place lies within a word or a number.
func partsWord(runes []rune, at int) bool {
	return at > 0 && at < len(runes) && runes[at-1] != ' ' && runes[at] != ' ' && runes[at-1] != '|' && runes[at] != '|'
}

// listTable writes a table that is written as a list of lists.
func listTable(w *markup.Writer, body markup.Region) {
	var rows []markup.Row
	for n := body.First; n <= body.Last; n++ {
		said := strings.TrimSpace(w.Source.Line(n))
		cell, opensRow := strings.CutPrefix(said, "* ")
		if opensRow {
			rows, said = append(rows, markup.Row{First: n}), cell
		}
		switch {
		case said == "":
			continue
		case len(rows) == 0:
			w.Keep(n)
			continue
		}
		row := &rows[len(rows)-1]
		column := len(row.Cells)
		if cell, opens := strings.CutPrefix(said, "-"); opens && column < markup.MostColumns {
			row.Add(n, column, cell)
		} else {
			row.Add(n, max(0, column-1), said)
		}
	}
	w.Table(body.First, rows, 1)
}
