package asciidoc

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/quarrykb/quarry/ingest/format/markup"
)

// table writes a table over. Cells stand in rows only by their number: that of
// the columns is named, or is that of the cells on the first line.
func table(w *markup.Writer, body markup.Region, style string) {
	var rows []markup.Row
	width, heads := columnsOf(style), strings.Count(style, "header")
	for n := body.First; n <= body.Last; n++ {
		switch line := w.Source.Line(n); {
		case w.Source.Blank(n): // it parts titles on a line of their own from the rows
			if len(rows) == 1 && rows[0].First == rows[0].Last && len(rows[0].Cells) == width {
				heads = 1
			}
		case strings.HasPrefix(line, "//"):
			w.Drop(n, n, "comment")
		default:
			rows = appendCells(rows, cmp.Or(width, markup.MostColumns), n, line)
			width = cmp.Or(width, len(rows[0].Cells))
		}
	}
	w.Table(body.First-1, rows, min(heads, 1))
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
	return min(count, markup.MostColumns)
}

// appendCells adds the cells that begin on a line; what stands before the first
// of them belongs to the cell above.
func appendCells(rows []markup.Row, width, n int, line string) []markup.Row {
	parts := strings.Split(line, "|")
	if len(parts) == 1 || !isSpecifier(parts[0]) {
		if last := len(rows) - 1; last >= 0 {
			rows[last].Add(n, len(rows[last].Cells)-1, line)
			return rows
		}
		parts = []string{"", line}
	}
	for i, text := range parts[1:] {
		if at := strings.LastIndexByte(text, ' '); i+2 < len(parts) && at >= 0 && isSpecifier(text[at+1:]) {
			text = text[:at]
		}
		if last := len(rows) - 1; last < 0 || len(rows[last].Cells) == width {
			rows = append(rows, markup.Row{First: n})
		}
		row := &rows[len(rows)-1]
		row.Add(n, len(row.Cells), text)
	}
	return rows
}

// isSpecifier reports whether what stands before the mark of a cell says how it
// is to be read: "2+", "a", "^.>s".
func isSpecifier(text string) bool {
	text = strings.TrimSpace(text)
	return len(text) <= len("2.3+^.>s") && strings.Trim(text, "0123456789.+*^<>aehlmdsv") == ""
}
