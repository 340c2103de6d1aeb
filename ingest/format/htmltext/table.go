package htmltext

import (
	"strconv"
	"strings"

	"golang.org/x/net/html"

	"github.com/quarrykb/quarry/ingest/format/htmltree"
)

// Limits of tables. What a cell that spans others says is said again in each of
// them, so that every row can be read by itself.
const (
	maxColumns  = 200
	maxRows     = 20_000
	maxRepeated = 256 << 10 // bytes of a document that are said again
)

// cell is one field of a table.
type cell struct {
	text   string
	header bool
}

// grid is a table's cells, row by row.
type grid struct {
	rows    [][]cell
	pending map[int]reach // by column: cells that reach into the rows below
	headers int           // rows that say that they are headers
}

// reach is a cell that spans further rows.
type reach struct {
	cell cell
	rows int
}

// table writes a table of data. One that only arranges the page, or that holds
// what no cell of Markdown can, is written cell by cell.
func (r *renderer) table(node *html.Node) {
	r.endBlock()
	r.strays(node)
	if arranges(node) || isVast(node) {
		r.cells(node)
		return
	}
	g := &grid{pending: map[int]reach{}}
	for row := range rowsOf(node) {
		r.row(g, row)
	}
	if caption := htmltree.First(node, "caption"); caption != nil {
		r.around(caption)
	}
	r.writeGrid(g)
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

// cells writes the cells of a table one below the other.
func (r *renderer) cells(node *html.Node) {
	for one, skip := range htmltree.All(node) {
		if !htmltree.Is(one, "td", "th", "caption") {
			continue
		}
		skip()
		if !isGutter(one) && !r.leftOut(one) {
			r.around(one)
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

// isVast reports whether a table has more rows or columns than are written as one.
func isVast(table *html.Node) bool {
	rows := 0
	for row := range rowsOf(table) {
		rows++
		cells := 0
		for child := range row.ChildNodes() {
			if htmltree.Is(child, "td", "th") {
				cells++
			}
		}
		if rows > maxRows || cells > maxColumns {
			return true
		}
	}
	return false
}

// rowsOf yields the rows of a table.
func rowsOf(table *html.Node) func(func(*html.Node) bool) {
	return func(yield func(*html.Node) bool) {
		for one, skip := range htmltree.All(table) {
			if htmltree.Is(one, "tr") {
				skip()
				if !yield(one) {
					return
				}
			}
		}
	}
}

// row reads a row into the grid.
func (r *renderer) row(g *grid, node *html.Node) {
	if r.leftOut(node) {
		return
	}
	var row []cell
	for child := range node.ChildNodes() {
		if !htmltree.Is(child, "td", "th") || r.leftOut(child) {
			continue
		}
		row = r.held(g, row)
		row = r.place(g, row, child, cell{text: r.cellText(child), header: child.Data == "th"})
	}
	row = r.held(g, row)
	if isHeaderRow(node, row) && len(g.rows) == g.headers {
		g.headers++
	}
	g.rows = append(g.rows, row)
}

// place puts a cell into all the columns that it spans, and notes the rows that
// it reaches into.
func (r *renderer) place(g *grid, row []cell, node *html.Node, one cell) []cell {
	columns, rows := span(node, "colspan"), span(node, "rowspan")
	if *r.spent >= maxRepeated {
		columns = 1
	}
	for column := range max(1, min(columns, maxColumns-len(row))) {
		put := one
		if column > 0 {
			put = r.again(one)
		}
		if rows > 1 {
			g.pending[len(row)] = reach{cell: put, rows: rows - 1}
		}
		row = append(row, put)
	}
	return row
}

// held fills the columns that cells from above reach into.
func (r *renderer) held(g *grid, row []cell) []cell {
	for len(row) < maxColumns {
		above, found := g.pending[len(row)]
		if !found || *r.spent >= maxRepeated {
			return row
		}
		if above.rows--; above.rows > 0 {
			g.pending[len(row)] = above
		} else {
			delete(g.pending, len(row))
		}
		row = append(row, r.again(above.cell))
	}
	return row
}

// again returns a cell for another column or row, without its text where too
// much was said again already.
func (r *renderer) again(one cell) cell {
	*r.spent += len(one.text) + 1
	if *r.spent >= maxRepeated {
		one.text = ""
	}
	return one
}

// span reads how many columns or rows a cell takes. Zero is the rest of the
// table, and no table has more than the limit.
func span(node *html.Node, key string) int {
	number, err := strconv.Atoi(htmltree.Value(node, key))
	if err != nil || number < 0 {
		return 1
	}
	if number == 0 || number > maxRows {
		return maxRows
	}
	return number
}

// cellText returns a cell's content as one line.
func (r *renderer) cellText(node *html.Node) string {
	inner := &renderer{options: r.options, spent: r.spent}
	inner.children(node)
	inner.endLine(newLine)
	var text []string
	for line := range strings.SplitSeq(inner.lines.out.String(), "\n") {
		if line = strings.TrimSpace(line); line != "" {
			text = append(text, strings.TrimPrefix(line, `\#`))
		}
	}
	return escapePipes(strings.Join(text, "<br>"))
}

// escapePipes puts a backslash before every pipe that has none.
func escapePipes(text string) string {
	if !strings.Contains(text, "|") {
		return text
	}
	var escaped strings.Builder
	for at := range len(text) {
		if text[at] == '|' && (at == 0 || text[at-1] != '\\') {
			escaped.WriteByte('\\')
		}
		escaped.WriteByte(text[at])
	}
	return escaped.String()
}

// isHeaderRow reports whether all cells of a row are headers, or the row stands
// in the table's head.
func isHeaderRow(node *html.Node, row []cell) bool {
	if htmltree.Is(node.Parent, "thead") {
		return true
	}
	titles := 0
	for _, one := range row {
		if one.header {
			titles++
		} else if one.text != "" {
			return false
		}
	}
	return titles > 0
}
