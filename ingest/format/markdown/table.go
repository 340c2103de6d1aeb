package markdown

import (
	"bytes"
	"strings"

	"github.com/yuin/goldmark/ast"
	xast "github.com/yuin/goldmark/extension/ast"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/doc"
)

// table returns a table of Markdown. A header that says nothing is none.
func (w *treeWriter) table(node *xast.Table, at doc.Place) *doc.Table {
	table := &doc.Table{Place: at, Rows: make([][]doc.Cell, 0, node.ChildCount())}
	for row := node.FirstChild(); row != nil; row = row.NextSibling() {
		cells, says := w.row(row)
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
func (w *treeWriter) row(row ast.Node) ([]doc.Cell, bool) {
	cells, says := make([]doc.Cell, 0, row.ChildCount()), false
	for cell := row.FirstChild(); cell != nil; cell = cell.NextSibling() {
		var one doc.Cell
		if lines := cell.Lines(); lines != nil && lines.Len() > 0 {
			one.Text = w.placed(w.cell(cell), lines.At(0).Start, lines.At(0).Stop)
		}
		says = says || one.Text.Text != ""
		cells = append(cells, one)
	}
	for _, span := range w.surplus(row, len(cells)) {
		cells = append(cells, doc.Cell{Text: w.pieces.Piece(w.text.Cut(span), span.ByteStart, span.ByteEnd)})
	}
	return cells, says
}

// cell returns what a cell shows on one line. Its own lines become parts of that.
func (w *treeWriter) cell(cell ast.Node) doc.Text {
	if text, ok := w.wholeText(cell); ok {
		return doc.Text{Text: strings.TrimSpace(text)}
	}
	var parts []doc.Text
	for _, p := range w.show(cell).pieces() {
		parts = append(parts, p.Text)
	}
	return doc.Joined(parts, cellBreak)
}

// cellBreak parts the lines of a cell.
const cellBreak = "; "

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
