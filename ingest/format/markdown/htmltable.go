package markdown

import (
	"slices"

	"golang.org/x/net/html"

	"github.com/quarrykb/quarry/ingest/doc"
	"github.com/quarrykb/quarry/ingest/format/htmltree"
)

// Limits of a table in HTML, with the cells that span others said again in each of them.
const (
	maxRawColumns = 512
	maxRawCells   = 50_000
)

// table returns a table, every cell in all the columns and rows that it spans. Its header
// is the rows of nothing but titles at its top, but for those that title a section of it.
func (p page) table(node *html.Node) *doc.Table {
	table := &doc.Table{}
	if caption := htmltree.First(node, "caption"); caption != nil {
		if cell := p.cell(caption); cell.Text.Text != "" {
			table.Captions = append(table.Captions, cell.Text)
		}
	}
	grid := htmltree.Grid{Columns: maxRawColumns, Repeats: maxRawCells, Skip: func(*html.Node) bool { return false }}
	cells, count := map[*html.Node]doc.Cell{}, 0
	for _, places := range grid.Rows(node) {
		if count += len(places); count > maxRawCells {
			break
		}
		row := make([]doc.Cell, len(places))
		for i, place := range places {
			if !place.Again {
				cells[place.Node] = p.cell(place.Node)
			}
			row[i] = cells[place.Node]
			row[i].Again = place.Again
		}
		table.Rows = append(table.Rows, row)
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

// cell returns a cell. What a table within it says is among its words.
func (p page) cell(node *html.Node) doc.Cell {
	f := flow{page: p}
	f.children(node)
	f.endLine()
	return doc.Cell{Text: doc.Joined(f.lines, cellBreak), Title: node.Data == "th" || htmltree.Is(node.Parent.Parent, "thead")}
}
