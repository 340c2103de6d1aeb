package markdown

import (
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"

	"github.com/quarrykb/quarry/ingest/doc"
	"github.com/quarrykb/quarry/ingest/format/htmltree"
)

// Limits of a table in HTML, with the cells that span others said again in each
// of them.
const (
	maxRawColumns = 512
	maxRawCells   = 50_000
)

// table returns a table, every cell in all the columns and rows that it spans. Its header
// is the rows of nothing but titles at its top, but for those that title a section of it.
func (p page) table(node *html.Node) *doc.Table {
	table := &doc.Table{}
	above, count := reaching{}, 0
	for one, skip := range htmltree.All(node) {
		switch {
		case htmltree.Is(one, "caption"):
			if cell := p.cell(one); cell.Text.Text != "" {
				table.Captions = append(table.Captions, cell.Text)
			}
			skip()
		case htmltree.Is(one, "tr") && count <= maxRawCells:
			row := p.row(one, above)
			if count += len(row); count <= maxRawCells {
				table.Rows = append(table.Rows, row)
			}
			skip()
		}
	}
	for table.Header < len(table.Rows) && isTitles(table.Rows[table.Header]) {
		table.Header++
	}
	for table.Header > 1 && table.Header < len(table.Rows) && doc.IsSection(table.Rows[table.Header-1]) {
		table.Header--
	}
	return table
}

func isTitles(row []doc.Cell) bool {
	return len(row) > 0 && !slices.ContainsFunc(row, func(cell doc.Cell) bool { return !cell.Title })
}

// row returns a row with the cells that reach into it.
func (p page) row(node *html.Node, above reaching) []doc.Cell {
	var row []doc.Cell
	for child := range node.ChildNodes() {
		if htmltree.Is(child, "td", "th") {
			row = above.put(above.fill(row), p.cell(child), spanned(child, "colspan"), spanned(child, "rowspan"))
		}
	}
	return above.fill(row)
}

// cell returns a cell. What a table within it says is among its words.
func (p page) cell(node *html.Node) doc.Cell {
	var all strings.Builder
	for one := range htmltree.All(node) {
		switch {
		case one.Type == html.TextNode:
			all.WriteString(strings.ReplaceAll(one.Data, "\n", " "))
		case htmltree.Is(one, "sup"):
			all.WriteByte('^')
		case one != node && htmltree.Is(one, "br", "p", "div", "li"):
			all.WriteByte('\n')
		case one != node && htmltree.Is(one, "td", "th"):
			all.WriteByte(' ')
		}
	}
	at, text := p.at(node), cellText(all.String())
	return doc.Cell{Text: p.w.pieces.Piece(text, at.InnerStart, at.InnerEnd), Title: node.Data == "th" || htmltree.Is(node.Parent.Parent, "thead")}
}

// cellText returns what a cell says on one line.
func cellText(said string) string {
	var parts []string
	for line := range strings.SplitSeq(said, "\n") {
		if words := strings.Fields(line); len(words) > 0 {
			parts = append(parts, strings.Join(words, " "))
		}
	}
	return strings.Join(parts, cellBreak)
}

// spanned reads how many columns or rows a cell takes.
func spanned(node *html.Node, key string) int {
	number, err := strconv.Atoi(htmltree.Value(node, key))
	if err != nil || number < 1 {
		return 1
	}
	return min(number, maxRawColumns)
}

// reaching are the cells that reach into the rows below, by their columns.
type reaching map[int]held

// held is a cell that reaches into so many more rows.
type held struct {
	cell doc.Cell
	rows int
}

// fill adds what reaches into the next columns of a row.
func (r reaching) fill(row []doc.Cell) []doc.Cell {
	for len(row) < maxRawColumns {
		one, ok := r[len(row)]
		if !ok {
			break
		}
		if one.rows--; one.rows > 0 {
			r[len(row)] = one
		} else {
			delete(r, len(row))
		}
		row = append(row, one.cell)
	}
	return row
}

// put adds a cell to all the columns that it spans.
func (r reaching) put(row []doc.Cell, cell doc.Cell, columns, rows int) []doc.Cell {
	for range min(columns, maxRawColumns-len(row)) {
		again := cell
		again.Again = true
		if rows > 1 {
			r[len(row)] = held{cell: again, rows: rows - 1}
		}
		row = append(row, cell)
		cell = again
	}
	return row
}
