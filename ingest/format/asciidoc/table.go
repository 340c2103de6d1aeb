package asciidoc

import (
	"strconv"
	"strings"

	"github.com/quarrykb/quarry/ingest/format/markup"
)

// cell is one of a table, and the lines that it stands on.
type cell struct {
	first, last int
	text        string
}

// table writes a table over. Cells stand in rows only by their number: that of
// the columns is named, or is that of the cells on the first line.
func table(w *markup.Writer, body markup.Region, style string) {
	var cells []cell
	first, parted := 0, false // a blank line parts the first line of cells from the others
	for n := body.First; n <= body.Last; n++ {
		switch line := w.Source.Line(n); {
		case w.Source.Blank(n):
			parted = parted || (len(cells) > 0 && first == len(cells))
		case strings.HasPrefix(line, "//"):
			w.Drop(n, n, "comment")
		default:
			cells = appendCells(cells, n, line)
		}
		if first == 0 {
			first = len(cells)
		}
	}
	width := columnsOf(style)
	if width == 0 {
		width = first
	}
	width = min(width, markup.MostColumns)
	var rows []markup.Row
	for at := 0; at < len(cells); at += width {
		row := markup.Row{First: cells[at].first, Cells: make([]string, width)}
		for i, one := range cells[at:min(len(cells), at+width)] {
			row.Cells[i], row.Last = one.text, max(row.First, one.last)
		}
		rows = append(rows, row)
	}
	heads := 0
	if strings.Contains(style, "header") || (parted && first == width) {
		heads = 1
	}
	w.Table(body.First-1, rows, heads)
}

// columnsOf returns how many columns the style of a table names, 0 where it
// names none: cols="1,2", cols=3*.
func columnsOf(style string) int {
	_, rest, ok := strings.Cut(style, "cols=")
	if !ok {
		return 0
	}
	closing := ","
	if strings.HasPrefix(rest, `"`) {
		rest, closing = rest[1:], `"`
	}
	rest, _, _ = strings.Cut(rest, closing)
	count := 0
	for part := range strings.SplitSeq(rest, ",") {
		times, _, isTimes := strings.Cut(part, "*")
		number, err := strconv.Atoi(strings.TrimSpace(times))
		if !isTimes || err != nil || number < 1 || number > markup.MostColumns {
			number = 1
		}
		count += number
	}
	return count
}

// appendCells adds the cells that begin on a line; what stands before the first
// of them belongs to the cell above.
func appendCells(cells []cell, n int, line string) []cell {
	parts := strings.Split(line, "|")
	if !isSpecifier(parts[0]) {
		parts = []string{line}
	}
	if len(parts) == 1 {
		if len(cells) == 0 {
			cells = append(cells, cell{first: n})
		}
		above := &cells[len(cells)-1]
		above.text, above.last = strings.TrimSpace(above.text+" "+strings.TrimSpace(line)), n
		return cells
	}
	for i, text := range parts[1:] {
		if at := strings.LastIndexByte(text, ' '); i+2 < len(parts) && at >= 0 && isSpecifier(text[at+1:]) {
			text = text[:at]
		}
		cells = append(cells, cell{first: n, last: n, text: strings.TrimSpace(text)})
	}
	return cells
}

// isSpecifier reports whether what stands before the mark of a cell says how it
// is to be read: "2+", "a", "^.>s".
func isSpecifier(text string) bool {
	text = strings.TrimSpace(text)
	return len(text) <= len("2.3+^.>s") && strings.Trim(text, "0123456789.+*^<>aehlmdsv") == ""
}
