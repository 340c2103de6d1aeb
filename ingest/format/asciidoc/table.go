package asciidoc

import (
	"strconv"
	"strings"
)

// cell is one of a table, and the lines that it stands on.
type cell struct {
	first, last int
	text        string
}

// mostColumns is how many columns a table has at most.
const mostColumns = 256

// table writes a table over, and returns the line behind it.
func (w *rewriter) table(n int) int {
	last := w.closing(n, "|===")
	if last == n {
		w.writeCaption()
		w.out.Keep(n)
		return n + 1
	}
	style := w.style
	w.style = ""
	w.writeCaption()
	cells, first, parted := w.cells(n+1, last-1)
	width := columnsOf(style)
	if width == 0 {
		width = first
	}
	heads := 0
	if strings.Contains(style, "header") || (parted && first == width) {
		heads = 1
	}
	w.out.Drop(n, n, "table")
	w.out.Drop(last, last, "table")
	w.rows(n, cells, min(width, mostColumns), heads)
	return last + 1
}

// cells returns the cells on some lines, how many of them the first line has,
// and whether a blank line parts those from the others.
func (w *rewriter) cells(from, to int) ([]cell, int, bool) {
	var cells []cell
	first, parted := 0, false
	for at := from; at <= to; at++ {
		line := w.text.Line(at)
		switch {
		case w.text.Blank(at):
			parted = parted || (len(cells) > 0 && first == len(cells))
			continue
		case strings.HasPrefix(line, "//"):
			w.out.Drop(at, at, "comment")
			continue
		}
		cells = appendCells(cells, at, line)
		if first == 0 {
			first = len(cells)
		}
	}
	return cells, first, parted
}

// columnsOf returns how many columns the style of a table names, 0 where it
// names none.
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
		if number, err := strconv.Atoi(strings.TrimSpace(times)); isTimes && err == nil && number > 0 && number < mostColumns {
			count += number
			continue
		}
		count++
	}
	return count
}

// appendCells adds the cells that begin on a line; what stands before the first
// of them belongs to the cell above.
func appendCells(cells []cell, n int, line string) []cell {
	before, rest, found := strings.Cut(line, "|")
	if !found || !isSpecifier(before) {
		rest, found = line, false
	}
	if !found {
		if len(cells) == 0 {
			cells = append(cells, cell{first: n})
		}
		above := &cells[len(cells)-1]
		above.text, above.last = strings.TrimSpace(above.text+" "+strings.TrimSpace(line)), n
		return cells
	}
	for found {
		var text string
		text, rest, found = strings.Cut(rest, "|")
		if at := strings.LastIndexByte(text, ' '); found && at >= 0 && isSpecifier(text[at+1:]) {
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

// rows writes the cells as a table of Markdown.
func (w *rewriter) rows(before int, cells []cell, width, heads int) {
	if len(cells) == 0 || width == 0 {
		return
	}
	rule := "|" + strings.Repeat("---|", width)
	w.out.Insert(before, "")
	if heads == 0 {
		w.out.Insert(before, "|"+strings.Repeat("   |", width))
		w.out.Insert(before, rule)
	}
	for at := 0; at < len(cells); at += width {
		row := cells[at:min(len(cells), at+width)]
		var said strings.Builder
		said.WriteString("|")
		for _, one := range row {
			said.WriteString(" " + inline(one.text) + " |")
		}
		first, last := row[0].first, row[len(row)-1].last
		w.out.Write(first, max(first, last), said.String())
		if at == 0 && heads > 0 {
			w.out.Insert(last+1, rule)
		}
	}
	w.out.Insert(cells[len(cells)-1].last+1, "")
}
