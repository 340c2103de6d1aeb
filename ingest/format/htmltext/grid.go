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
	for _, title := range g.liftTitles(columns) {
		r.lines.want(blankLine)
		r.lines.line(title)
	}
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

// liftTitles takes the rows off the header that say one thing across the whole
// table: those at its end title the rows below it. Of those at its beginning the
// last does the same, where such rows stand further down as well; what else is
// lifted titles the table and is returned.
func (g *grid) liftTitles(columns int) []string {
	for g.headers > 1 && g.headers < len(g.rows) && isSection(g.rows[g.headers-1], columns) {
		g.headers--
	}
	lifted := 0
	for lifted+1 < g.headers && isSection(g.rows[lifted], columns) {
		lifted++
	}
	if lifted == 0 || g.headers == len(g.rows) {
		return nil
	}
	titles, heads, body := g.rows[:lifted], g.rows[lifted:g.headers], g.rows[g.headers:]
	g.headers -= lifted
	isLower := func(row []cell) bool { return isSection(row, columns) }
	if slices.ContainsFunc(body, isLower) {
		last := len(titles) - 1
		body = slices.Concat(titles[last:], body)
		titles = titles[:last]
	}
	g.rows = slices.Concat(heads, body)
	said := make([]string, len(titles))
	for i, title := range titles {
		said[i] = title[0].text
	}
	return said
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

// looksTitled reports whether the first row titles the others: it is short
// throughout, asks nothing and holds no number, while a row below does, or it
// is all in bold.
func (g *grid) looksTitled() bool {
	if len(g.rows) < 2 {
		return false
	}
	bold := true
	for _, one := range g.rows[0] {
		if one.text == "" {
			continue
		}
		if len(one.text) > longestCell || asks(one.text) {
			return false
		}
		bold = bold && strings.HasPrefix(one.text, "**") && strings.HasSuffix(one.text, "**")
	}
	return bold || !holdsDigit(g.rows[0]) && holdsDigit(g.rows[1]) && len(g.rows) > 2
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
