package htmltext

import (
	"slices"
	"strings"

	"golang.org/x/net/html"

	"github.com/quarrykb/quarry/ingest/format/htmltree"
)

// Limits of tables. What a cell that spans others says is said again in each of
// them, so that every row can be read by itself.
const (
	maxColumns  = 200
	maxRows     = 20_000
	maxRepeated = 256 << 10 // bytes and cells of a document that are said again
)

// cell is one field of a table.
type cell struct {
	htmltree.Cell

	text string
}

// table writes a table of data. One that only arranges the page, or that holds
// what no cell of Markdown can, is written cell by cell.
func (r *renderer) table(node *html.Node) {
	if arranges(node) {
		r.around(node)
		return
	}
	r.endBlock()
	r.strays(node)
	texts := map[*html.Node]string{}
	var rows [][]cell
	headers, columns := 0, 0
	for tr, places := range r.grid.Rows(node) {
		row := make([]cell, len(places))
		for i, place := range places {
			row[i] = cell{place, r.cellText(texts, place)}
		}
		if headers == len(rows) && isHeaderRow(tr, row) {
			headers++
		}
		rows, columns = append(rows, row), max(columns, len(row))
	}
	if len(rows) > maxRows || columns > maxColumns {
		r.around(node)
		return
	}
	if caption := htmltree.First(node, "caption"); caption != nil {
		r.around(caption)
	}
	r.writeRows(rows, headers, columns)
}

// strays writes what stands in a table and in none of its cells.
func (r *renderer) strays(node *html.Node) {
	for child := range node.ChildNodes() {
		switch {
		case htmltree.Is(child, "td", "th", "caption", "colgroup", "col"):
		case htmltree.Is(child, "thead", "tbody", "tfoot", "tr"):
			r.strays(child)
		default:
			r.node(child)
		}
	}
	r.endBlock()
}

// arranges reports whether a table holds blocks that do not fit into a cell, or
// says itself that it is no table of data.
func arranges(table *html.Node) bool {
	if role := htmltree.Value(table, "role"); role == "presentation" || role == "none" {
		return true
	}
	for child := range table.ChildNodes() {
		if htmltree.First(child, "table", "pre", "h1", "h2", "h3", "h4", "h5", "h6", "details", "dl", "blockquote") != nil {
			return true
		}
	}
	return false
}

// cellText returns what a cell says as one line; "" where too much was said again.
func (r *renderer) cellText(texts map[*html.Node]string, place htmltree.Cell) string {
	if place.Again {
		text := texts[place.Node]
		if r.grid.Repeats -= len(text); r.grid.Repeats <= 0 {
			return ""
		}
		return text
	}
	inner := &renderer{options: r.options, grid: r.grid}
	inner.children(place.Node)
	inner.endLine(newLine)
	var lines []string
	for line := range strings.SplitSeq(inner.lines.out.String(), "\n") {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, strings.TrimPrefix(line, `\#`))
		}
	}
	texts[place.Node] = escapePipes(strings.Join(lines, "<br>"))
	return texts[place.Node]
}

// escapePipes puts a backslash before every pipe that has none.
func escapePipes(text string) string {
	return strings.ReplaceAll(strings.ReplaceAll(text, `\|`, "|"), "|", `\|`)
}

// isHeaderRow reports whether all cells of a row are headers, or the row stands
// in the table's head.
func isHeaderRow(node *html.Node, row []cell) bool {
	isHeader := func(c cell) bool { return c.Node.Data == "th" }
	isData := func(c cell) bool { return !isHeader(c) && c.text != "" }
	return htmltree.Is(node.Parent, "thead") || slices.ContainsFunc(row, isHeader) && !slices.ContainsFunc(row, isData)
}

// writeRows writes the rows as a table of pipes. Its header is what all the rows say that are
// headers, or the first of them where there are no others; it is empty where none is. A header that
// says one thing across the whole table titles the rows below it instead.
func (r *renderer) writeRows(rows [][]cell, headers, columns int) {
	if columns == 0 {
		return
	}
	if headers == len(rows) {
		headers = 1
	}
	var heads, titles [][]cell
	for _, row := range rows[:headers] {
		if isSection(row, columns) {
			titles = append(titles, row)
		} else {
			heads = append(heads, row)
		}
	}
	if len(heads) == 0 {
		heads, titles = titles, nil
	}
	r.lines.want(blankLine)
	r.lines.line(pipes(joined(heads, columns)))
	r.lines.line("|" + strings.Repeat(" --- |", columns))
	for _, row := range slices.Concat(titles, rows[headers:]) {
		if isSection(row, columns) {
			row = row[:1]
		}
		if line := pipes(row); strings.Trim(line, "| ") != "" {
			r.lines.line(line)
		}
	}
	r.lines.want(blankLine)
}

// isSection reports whether a row is one title across the whole table.
func isSection(row []cell, columns int) bool {
	isOther := func(c cell) bool { return c.Node != row[0].Node }
	return len(row) > 1 && len(row) >= columns && row[0].Node.Data == "th" && row[0].text != "" && !slices.ContainsFunc(row, isOther)
}

// joined puts the rows of a header on top of each other: a column's title is
// what all of them say of it.
func joined(rows [][]cell, columns int) []cell {
	header := make([]cell, columns)
	for column := range header {
		var said []string
		for _, row := range rows {
			if column < len(row) && row[column].text != "" {
				said = append(said, row[column].text)
			}
		}
		header[column].text = strings.Join(slices.Compact(said), " ")
	}
	return header
}

// pipes writes a row.
func pipes(row []cell) string {
	var line strings.Builder
	line.WriteByte('|')
	for _, one := range row {
		if one.text != "" {
			one.text += " "
		}
		line.WriteString(" " + one.text + "|")
	}
	return line.String()
}
