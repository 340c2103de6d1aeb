package markdown

import (
	"bytes"
	"strings"

	"github.com/yuin/goldmark/ast"
	xast "github.com/yuin/goldmark/extension/ast"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/fact"
)

// table reads a table. Its header and the line below it are structure.
func (w *sectionWalk) table(table *xast.Table, b block, place fact.Place) {
	read := fact.Table{Place: place, Rows: make([][]fact.Cell, 0, table.ChildCount())}
	var room cellRoom
	for line, row := b.first, table.FirstChild(); row != nil; row = row.NextSibling() {
		if _, isHeader := row.(*xast.TableHeader); isHeader {
			read.Titles = [][]fact.Cell{w.cells(row, room.of(row.ChildCount(), 1))}
			w.found.Marks = append(w.found.Marks, ingest.Structure(line, min(line+1, b.last), "table header"))
			continue
		}
		cells := w.cells(row, room.of(row.ChildCount(), table.ChildCount()))
		for _, span := range w.surplus(row, len(cells)) {
			cells = append(cells, fact.Cell{Text: w.text.Cut(span), Span: span})
		}
		read.Rows = append(read.Rows, cells)
	}
	table.RemoveChildren(table) // they are read, and would take up memory
	w.keepRows(read)
}

func isTable(node ast.Node) bool {
	_, ok := node.(*xast.Table)
	return ok
}

// cellRoom is where the cells of some rows stand side by side in memory.
type cellRoom struct{ free []fact.Cell }

// mostTogether is of how many rows the cells stand together.
const mostTogether = 64

// of returns room for the cells of a row, one of so many that are alike.
func (c *cellRoom) of(cells, rows int) []fact.Cell {
	if cap(c.free) < cells {
		c.free = make([]fact.Cell, 0, cells*min(rows, mostTogether))
	}
	own := c.free[:0:cells]
	c.free = c.free[cells:cells]
	return own
}

// cells reads the cells of a row into the room for them.
func (w *sectionWalk) cells(row ast.Node, cells []fact.Cell) []fact.Cell {
	line := 0
	for cell := row.FirstChild(); cell != nil; cell = cell.NextSibling() {
		var c fact.Cell
		if plain, ok := w.wholeText(cell); ok {
			c.Text = strings.TrimSpace(plain)
		} else {
			content := w.renderNodes(childrenOf(cell))
			c.Text, c.Citations = strings.TrimSpace(content.text), content.all()
		}
		if lines := cell.Lines(); lines != nil && lines.Len() > 0 {
			c.Span = w.text.SpanNear(line, lines.At(0).Start, lines.At(0).Stop)
			line = c.Span.LineStart
		}
		cells = append(cells, c)
	}
	return cells
}

// wholeText returns the text of a cell that is one piece of the source as it
// stands there, as most cells are.
func (r *reader) wholeText(cell ast.Node) (string, bool) {
	only, ok := cell.FirstChild().(*ast.Text)
	if !ok || only.NextSibling() != nil || only.SoftLineBreak() || only.HardLineBreak() {
		return "", false
	}
	source := r.source[only.Segment.Start:only.Segment.Stop]
	if !only.IsRaw() && (bytes.IndexByte(source, '\\') >= 0 || bytes.IndexByte(source, '&') >= 0) {
		return "", false
	}
	written := r.text.Cut(quarry.Span{ByteStart: only.Segment.Start, ByteEnd: only.Segment.Stop})
	return written, written == string(source)
}

// surplus returns the cells of a row that stand beyond the table's last column,
// which the Markdown parser drops.
func (r *reader) surplus(row ast.Node, columns int) []quarry.Span {
	pos := row.Pos()
	if pos < 0 || columns == 0 || mostCells(rowText(r.text, pos)) <= columns {
		return nil
	}
	cells := rowCells(r.text, pos)
	return cells[min(columns, len(cells)):]
}

// rowText returns a table's row from the byte where it begins.
func rowText(t *ingest.Text, start int) string {
	line := t.Cut(quarry.Span{ByteStart: start, ByteEnd: t.LineEnd(t.LineOf(start))})
	return strings.TrimRight(line, " \t\r\n")
}

// mostCells returns how many cells a row has if no pipe in it is escaped.
func mostCells(row string) int {
	row = strings.TrimLeft(row, " \t")
	return 1 + strings.Count(strings.TrimSuffix(strings.TrimPrefix(row, "|"), "|"), "|")
}

// rowCells returns the spans of the cells of a table's row, from the byte where
// it begins to its line's end. Cells end where the Markdown parser ends them:
// at every pipe that is not escaped, in code as well.
func rowCells(t *ingest.Text, start int) []quarry.Span {
	var spans []quarry.Span
	content := rowText(t, start)
	content = strings.TrimSuffix(content, "|")
	from := len(content) - len(strings.TrimLeft(content, " \t"))
	from += len(content[from:]) - len(strings.TrimPrefix(content[from:], "|"))
	for i := from; i <= len(content); i++ {
		if i == len(content) || (content[i] == '|' && content[max(i-1, 0)] != '\\') {
			spans = append(spans, t.Span(start+from, start+i))
			from = i + 1
		}
	}
	return spans
}
