package labelled

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry/ingest/doc"
)

// part is a table below one header.
type part struct {
	heads    []doc.Text // by column; empty where none stands over it
	units    []doc.Text // by column, of a row of units
	captions []doc.Text
	rows     [][]doc.Cell
	groups   []doc.Text // by row: the title of the rows that it is one of
}

// parts cuts a table where a row is blank, and takes the rows apart that are titles or
// units.
func (w *walker) parts(t *doc.Table) []*part {
	var all []*part
	now := &part{captions: t.Captions}
	var group doc.Text
	finish := func() {
		if len(now.rows) > 0 {
			all = append(all, now)
		}
		now, group = &part{captions: t.Captions}, doc.Text{}
	}
	widest := width(t.Rows)
	for i, row := range t.Rows {
		alone, filled := lone(row)
		switch {
		case filled == 0:
			finish()
		case i < t.Header:
			now.addHead(row)
		case filled == 1 && widest > 1:
			group = alone
		case len(now.rows) == 0 && len(now.units) == 0 && len(now.heads) > 0 && w.areUnits(row):
			now.units = texts(row)
		case len(now.rows) == 0 && (len(now.heads) == 0 || len(now.heads) == len(row) && isBlank(row[0]) && now.heads[0].Text != "") && w.isHeader(row, t.Rows[i+1:]):
			now.addHead(row)
		default:
			now.rows, now.groups = append(now.rows, row), append(now.groups, group)
		}
	}
	finish()
	return all
}

// lone returns the first text of a row, and how many different ones there are.
func lone(row []doc.Cell) (doc.Text, int) {
	var first doc.Text
	filled := 0
	for _, cell := range row {
		if isBlank(cell) {
			continue
		}
		if filled++; filled == 1 {
			first = cell.Text
		}
	}
	return first, filled
}

func isBlank(cell doc.Cell) bool { return strings.TrimSpace(cell.Text.Text) == "" }

func width(rows [][]doc.Cell) int {
	widest := 0
	for _, row := range rows {
		widest = max(widest, len(row))
	}
	return widest
}

func texts(row []doc.Cell) []doc.Text {
	all := make([]doc.Text, len(row))
	for i, cell := range row {
		all[i] = cell.Text
	}
	return all
}

// addHead puts one more row of titles below those that there are.
func (p *part) addHead(row []doc.Cell) {
	for i, cell := range row {
		if i == len(p.heads) {
			p.heads = append(p.heads, cell.Text)
			continue
		}
		above := &p.heads[i]
		if added := cell.Text.Text; strings.TrimSpace(added) != "" && added != above.Text {
			if above.Text != "" {
				above.Text += " " + added
			} else {
				*above = cell.Text
			}
			above.Span.ByteEnd, above.Span.LineEnd = max(above.Span.ByteEnd, cell.Span.ByteEnd), max(above.Span.LineEnd, cell.Span.LineEnd)
		}
	}
}

// areUnits reports whether a row below the titles has the units of the columns.
func (w *walker) areUnits(row []doc.Cell) bool {
	units, filled := 0, 0
	for _, cell := range row {
		written := strings.TrimSpace(cell.Text.Text)
		if written == "" || w.words.IsEmpty(written) {
			continue
		}
		filled++
		if w.words.isUnit(written) {
			units++
		}
	}
	return units > 0 && 3*units >= 2*filled
}

// isHeader reports whether a row that no format marks is one of titles: it has no number,
// and what stands below has.
func (w *walker) isHeader(row []doc.Cell, below [][]doc.Cell) bool {
	if slices.ContainsFunc(row, func(c doc.Cell) bool { return w.words.isNumber(w.style, c.Text.Text) }) {
		return false
	}
	first := row[0].Text.Text
	if len(row) == 2 && !w.words.IsName(first) && !w.words.IsProperty(first) && !w.words.isFigure(row[1].Text.Text) {
		return false
	}
	numbers := 0
	for _, next := range below[:min(len(below), mostSampled)] {
		for j := 1; j < len(next); j++ {
			if w.words.isNumber(w.style, next[j].Text.Text) {
				numbers++
			}
		}
	}
	return numbers > 0
}

// mostSampled is how many rows of a table are looked at to find out which way it lies.
const mostSampled = 40
