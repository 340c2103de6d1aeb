package htmltree

import (
	"iter"

	"golang.org/x/net/html"
)

// Cell is a place in the grid of a table.
type Cell struct {
	Node  *html.Node
	Again bool // whether the same cell stands to the left of this place or above it
}

// Grid lays tables out: a cell that spans several columns and rows stands in each of them.
type Grid struct {
	Columns int                   // that a row has at most, but for cells that span nothing
	Repeats int                   // places that cells may take again, in all tables together
	Skip    func(*html.Node) bool // which rows and cells are left out
}

// reach is a cell that spans so many more rows.
type reach struct {
	node *html.Node
	rows int
}

// Rows yields the rows of a table with their cells.
func (g *Grid) Rows(table *html.Node) iter.Seq2[*html.Node, []Cell] {
	return func(yield func(*html.Node, []Cell) bool) {
		above := map[int]reach{} // by column
		for one, skip := range All(table) {
			if !Is(one, "tr") {
				continue
			}
			skip()
			if !g.Skip(one) && !yield(one, g.row(one, above)) {
				return
			}
		}
	}
}

func (g *Grid) row(node *html.Node, above map[int]reach) []Cell {
	var row []Cell
	for child := range node.ChildNodes() {
		if Is(child, "td", "th") && !g.Skip(child) {
			row = g.put(g.fill(row, above), child, above)
		}
	}
	return g.fill(row, above)
}

// fill adds the cells from above that reach into the next columns of a row.
func (g *Grid) fill(row []Cell, above map[int]reach) []Cell {
	for {
		one, reaches := above[len(row)]
		if !reaches || !g.mayRepeat(row) {
			return row
		}
		if one.rows--; one.rows > 0 {
			above[len(row)] = one
		} else {
			delete(above, len(row))
		}
		row = append(row, Cell{Node: one.node, Again: true})
	}
}

// put adds a cell to all the columns that it spans.
func (g *Grid) put(row []Cell, node *html.Node, above map[int]reach) []Cell {
	rows := max(1, Number(node, "rowspan", 1))
	for column := range max(1, Number(node, "colspan", 1)) {
		if column > 0 && !g.mayRepeat(row) {
			break
		}
		if rows > 1 {
			above[len(row)] = reach{node, rows - 1}
		}
		row = append(row, Cell{Node: node, Again: column > 0})
	}
	return row
}

// mayRepeat reports whether a row may have one more cell that stands elsewhere, and counts it.
func (g *Grid) mayRepeat(row []Cell) bool {
	if len(row) >= g.Columns || g.Repeats <= 0 {
		return false
	}
	g.Repeats--
	return true
}
