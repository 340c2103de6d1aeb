package labelled

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/quarrykb/quarry/ingest/doc"
)

// piece is a run of a line without two spaces in it.
type piece struct {
	text     string
	from, to int // in characters from the left of the document
}

// pieces cuts a line where two spaces stand, at tabs and at upright strokes.
func pieces(line doc.Text) []piece {
	var all []piece
	column, start, spaces := line.Column, -1, 0
	startColumn, endColumn, end := 0, 0, 0
	flush := func() {
		if start >= 0 {
			all = append(all, piece{strings.TrimSpace(line.Text[start:end]), startColumn, endColumn})
		}
		start, spaces = -1, 0
	}
	for i, r := range line.Text {
		switch r {
		case '\t', '|', '│', '║':
			flush()
		case ' ':
			if spaces++; spaces > 1 {
				flush()
			}
		default:
			if start < 0 {
				start, startColumn = i, column
			}
			spaces, end, endColumn = 0, i+utf8.RuneLen(r), column+1
		}
		column++
	}
	flush()
	return all
}

// layout is where the columns of a text in columns stand, and the titles over them.
type layout struct {
	columns []piece
	head    []doc.Cell
}

// withoutTables reads what stands in columns as tables and returns the lines that do not.
func (w *walker) withoutTables(lines, path []doc.Text) []doc.Text {
	if w.separated(lines, path) {
		return nil
	}
	var rest []doc.Text
	for i := 0; i < len(lines); {
		end := i
		for end < len(lines) && isRow(lines[end]) {
			end++
		}
		if end == i || !w.aligned(lines[i:end], path) {
			end = max(end, i+1)
			rest = append(rest, lines[i:end]...)
		}
		i = end
	}
	return rest
}

// fewestRows is how many lines are a text in columns at least.
const fewestRows = 2

// isRow reports whether a line may be a row: it has several pieces, or is a rule. "2  Motor
// data" is a title.
func isRow(line doc.Text) bool {
	all := pieces(line)
	numbered := len(all) == 2 && strings.Trim(all[0].text, "0123456789.") == "" && !HasDigit(all[1].text)
	return len(all) > 1 && !numbered || isRule(line.Text) || strings.HasPrefix(strings.TrimSpace(line.Text), "│")
}

func isRule(line string) bool {
	return len(line) > 2 && strings.Trim(line, "-=+_─═ |:│├┤┼┌┐└┘┬┴╒╕╞╡╘╛╪╤╧╔╗╚╝║╠╣╟╢") == ""
}

// aligned reads lines in columns as a table, if they are one.
func (w *walker) aligned(lines, path []doc.Text) bool {
	var rows [][]piece
	var of []doc.Text
	for _, line := range lines {
		if !isRule(line.Text) {
			rows, of = append(rows, pieces(line)), append(of, line)
		}
	}
	if slices.ContainsFunc(rows, func(row []piece) bool { return len(row) > mostColumns }) {
		return false
	}
	columns := gutters(rows)
	if len(rows) == 1 && w.areNames(columns) { // over texts in columns that follow
		w.columns = &layout{columns, cellsOf(rows[0], columns, of[0])}
	}
	if len(rows) < fewestRows || len(columns) < 2 || len(columns) > mostColumns {
		return false
	}
	t := &doc.Table{}
	for i, row := range rows {
		t.Rows = append(t.Rows, cellsOf(row, columns, of[i]))
	}
	switch before, first := w.columns, t.Rows[0][0].Text.Text; {
	case before != nil && first != "" && !w.words.IsName(first) && !w.words.IsProperty(first) && before.over(columns) != nil:
		t.Rows, t.Header = append([][]doc.Cell{before.over(columns)}, t.Rows...), 1
	case w.isHeader(t.Rows[0], t.Rows[1:]):
		t.Header = 1
		w.columns = &layout{columns, t.Rows[0]}
	case len(columns) == 2:
		return false
	}
	w.table(t, path)
	return true
}

const mostColumns = 24

// gutters returns the columns of rows: what the pieces of all of them cover together.
func gutters(rows [][]piece) []piece {
	var columns []piece
	for _, row := range rows {
		for _, p := range row {
			columns = merged(columns, p)
		}
	}
	return columns
}

func merged(columns []piece, p piece) []piece {
	var kept []piece
	at := 0
	for _, c := range columns {
		switch {
		case c.to <= p.from:
			kept = append(kept, c)
			at = len(kept)
		case c.from >= p.to:
			kept = append(kept, c)
		default:
			p.from, p.to = min(p.from, c.from), max(p.to, c.to)
		}
	}
	kept = append(kept, piece{})
	copy(kept[at+1:], kept[at:])
	kept[at] = p
	return kept
}

func cellsOf(row, columns []piece, line doc.Text) []doc.Cell {
	cells := make([]doc.Cell, len(columns))
	for _, p := range row {
		for i, c := range columns {
			if p.from >= c.from && p.to <= c.to {
				one := line
				one.Text, one.Strong = p.text, 0
				cells[i].Text = one
			}
		}
	}
	return cells
}

// areNames reports whether most pieces of a line are names of things.
func (w *walker) areNames(all []piece) bool {
	named := 0
	for _, p := range all {
		if w.words.looksNamed(p.text) >= 1 {
			named++
		}
	}
	return named > 1 && 2*named > len(all)
}

// over returns the titles as they stand over columns; nil unless each stands over one, and
// all columns but the labels and the units have one.
func (l *layout) over(columns []piece) []doc.Cell {
	head, found := make([]doc.Cell, len(columns)), 0
	for i, c := range columns {
		for j, title := range l.columns {
			if title.from < c.to && c.from < title.to {
				if head[i].Text.Text != "" {
					return nil
				}
				head[i] = l.head[j]
				found++
			}
		}
	}
	if found < len(l.columns) || len(columns)-found > 2 {
		return nil
	}
	return head
}

// separated reads lines whose cells a mark parts as a table, if most have the same number
// of marks.
func (w *walker) separated(lines, path []doc.Text) bool {
	if len(lines) < fewestRows+1 {
		return false
	}
	for _, mark := range []string{";", "\t"} {
		counts, most := map[int]int{}, 0
		for _, line := range lines {
			if n := strings.Count(line.Text, mark); n > 1 {
				counts[n]++
				most = max(most, counts[n])
			}
		}
		if 2*most < len(lines) {
			continue
		}
		t := &doc.Table{}
		for _, line := range lines {
			var row []doc.Cell
			for part := range strings.SplitSeq(line.Text, mark) {
				one := line
				one.Text, one.Strong = strings.TrimSpace(part), 0
				row = append(row, doc.Cell{Text: one})
			}
			t.Rows = append(t.Rows, row)
		}
		w.table(t, path)
		return true
	}
	return false
}
