package htmltext

import (
	"slices"
	"strings"
)

// writeGrid writes the rows as a table of pipes. It has a header of its own, of
// all the rows that say they are headers; where none does, the first row is it
// if it looks like one, and otherwise the header is empty.
func (r *renderer) writeGrid(g *grid) {
	columns := 0
	for _, row := range g.rows {
		columns = max(columns, len(row))
	}
	if columns == 0 {
		return
	}
	g.lowerTitles(columns)
	header, body := g.split(columns)
	r.lines.want(blankLine)
	r.lines.line(pipes(header, columns))
	r.lines.line("|" + strings.Repeat(" --- |", columns))
	for _, row := range body {
		if isSection(row, columns) {
			row = row[:1]
		}
		if line := pipes(row, len(row)); strings.Trim(line, "| ") != "" {
			r.lines.line(line)
		}
	}
	r.lines.want(blankLine)
}

// lowerTitles puts the rows of a header that say one thing across the whole table below
// it: they title the rows there.
func (g *grid) lowerTitles(columns int) {
	var heads, titles [][]cell
	for _, row := range g.rows[:g.headers] {
		if isSection(row, columns) {
			titles = append(titles, row)
		} else {
			heads = append(heads, row)
		}
	}
	if len(heads) > 0 && g.headers < len(g.rows) {
		g.rows = slices.Concat(heads, titles, g.rows[g.headers:])
		g.headers = len(heads)
	}
}

// isSection reports whether a row is one title across the whole table.
func isSection(row []cell, columns int) bool {
	if len(row) < max(columns, 2) || row[0].text == "" {
		return false
	}
	return !slices.ContainsFunc(row, func(c cell) bool { return !c.header || c.text != row[0].text })
}

func (g *grid) split(columns int) ([]cell, [][]cell) {
	switch {
	case g.headers == len(g.rows) && g.headers > 1:
		return g.rows[0], g.rows[1:]
	case g.headers > 0:
		return joined(g.rows[:g.headers], columns), g.rows[g.headers:]
	case g.looksTitled():
		return g.rows[0], g.rows[1:]
	}
	return nil, g.rows
}

// joined puts the rows of a header on top of each other: a column's title is
// what all of them say of it.
func joined(rows [][]cell, columns int) []cell {
	header := make([]cell, columns)
	for column := range columns {
		var said []string
		for _, row := range rows {
			if column >= len(row) || row[column].text == "" {
				continue
			}
			if len(said) == 0 || said[len(said)-1] != row[column].text {
				said = append(said, row[column].text)
			}
		}
		header[column].text = strings.Join(said, " ")
	}
	return header
}

// looksTitled reports whether the first row titles the others: it holds no number, while
// the row below does.
func (g *grid) looksTitled() bool {
	return len(g.rows) > 2 && !holdsDigit(g.rows[0]) && holdsDigit(g.rows[1])
}

func holdsDigit(row []cell) bool {
	return slices.ContainsFunc(row, func(one cell) bool { return !one.header && strings.ContainsAny(one.text, "0123456789") })
}

// pipes writes a row, filled up with empty cells.
func pipes(row []cell, columns int) string {
	var line strings.Builder
	line.WriteByte('|')
	for column := range columns {
		line.WriteByte(' ')
		if column < len(row) && row[column].text != "" {
			line.WriteString(row[column].text)
			line.WriteByte(' ')
		}
		line.WriteByte('|')
	}
	return line.String()
}
