package markdown

import (
	"strings"

	"github.com/yuin/goldmark/ast"
	xast "github.com/yuin/goldmark/extension/ast"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest/doc"
)

// table returns a table of Markdown. A header that says nothing is none.
func (r *reader) table(node *xast.Table, at doc.Place) *doc.Table {
	table := &doc.Table{Place: at, Rows: make([][]doc.Cell, 0, node.ChildCount())}
	for row := node.FirstChild(); row != nil; row = row.NextSibling() {
		cells, says := r.row(row)
		if _, isHeader := row.(*xast.TableHeader); isHeader {
			if !says {
				continue
			}
			table.Header = 1
		}
		table.Rows = append(table.Rows, cells)
	}
	node.RemoveChildren(node) // they are read, and would take up memory
	return table
}

// row returns the cells of a row, and whether any of them says anything.
func (r *reader) row(row ast.Node) ([]doc.Cell, bool) {
	cells, says := make([]doc.Cell, 0, row.ChildCount()), false
	for cell := row.FirstChild(); cell != nil; cell = cell.NextSibling() {
		var one doc.Cell
		if lines := cell.Lines(); lines != nil && lines.Len() > 0 {
			one.Text = r.placed(r.cell(cell), lines.At(0).Start, lines.At(0).Stop)
		}
		says = says || one.Text.Text != ""
		cells = append(cells, one)
	}
	for _, span := range r.surplus(row, len(cells)) {
		cells = append(cells, doc.Cell{Text: r.pieces.Piece(r.text.Cut(span), span.ByteStart, span.ByteEnd)})
	}
	return cells, says
}

// cell returns what a cell shows on one line. Its own lines become parts of that.
func (r *reader) cell(cell ast.Node) doc.Text {
	var parts []doc.Text
	for _, p := range r.show(cell).pieces() {
		parts = append(parts, p.Text)
	}
	return doc.Joined(parts, cellBreak)
}

// cellBreak parts the lines of a cell.
const cellBreak = "; "

// surplus returns the cells of a row that stand beyond the table's last column, which the Markdown
// parser drops. Cells end where it ends them: at every pipe that is not escaped, in code as well.
func (r *reader) surplus(row ast.Node, columns int) []quarry.Span {
	start := row.Pos()
	if start < 0 || columns == 0 {
		return nil
	}
	written := r.text.Cut(r.text.Span(start, r.text.LineEnd(r.text.LineOf(start))))
	var spans []quarry.Span
	from := len(written) - len(strings.TrimPrefix(written, "|"))
	for at := from; at <= len(written); at++ {
		if at < len(written) && (written[at] != '|' || written[max(at-1, 0)] == '\\') {
			continue
		}
		if from < len(written) {
			spans = append(spans, r.text.Span(start+from, start+at))
		}
		from = at + 1
	}
	return spans[min(columns, len(spans)):]
}
