package markdown

import (
	"bytes"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
	xast "github.com/yuin/goldmark/extension/ast"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/doc"
	"github.com/quarrykb/quarry/ingest/format/datatree"
	"github.com/quarrykb/quarry/ingest/question/record"
)

// document returns the blocks of the document as readers of knowledge see them.
func (r *reader) document() []doc.Block {
	w := treeWriter{reader: r, pieces: ingest.NewPieces(r.text)}
	var all []doc.Block
	for _, s := range r.sections {
		if heading, ok := s.heading.node.(*ast.Heading); ok {
			all = append(all, w.heading(heading)...)
		}
		all = append(all, w.blocks(s.blocks)...)
	}
	return r.asRecord(all)
}

// asRecord returns what stands above the keys and values of a text that is YAML
// throughout, and those as a record; or the blocks that there are.
// Without any key below another the lines say as much by themselves, and what was
// taken for questions is in no tree.
func (r *reader) asRecord(blocks []doc.Block) []doc.Block {
	if r.found.Tree.Front != nil || !bytes.HasPrefix(r.text.Bytes, r.source) {
		return blocks
	}
	value, ok := r.settings()
	if !ok {
		return blocks
	}
	above := 0
	for above < len(blocks) && isAbove(blocks[above], value.Span.ByteStart) {
		above++
	}
	if slices.ContainsFunc(blocks[above:], r.isTitle) {
		return blocks
	}
	return append(blocks[:above:above], &doc.Record{Value: record.Doc(r.text, value)})
}

// settings returns the keys and values of a text that is YAML throughout, with keys below
// others, such as settings.
func (r *reader) settings() (record.Value, bool) {
	if !datatree.OpensYAML(r.text) {
		return record.Value{}, false
	}
	value, err := datatree.YAML(r.text)
	return value, err == nil && slices.ContainsFunc(value.Fields, isNested)
}

// isNested reports whether a field holds keys, itself or in a list.
func isNested(f record.Field) bool {
	return len(f.Value.Fields) > 0 || slices.ContainsFunc(f.Value.Items, func(v record.Value) bool { return len(v.Fields) > 0 })
}

// isTitle reports whether a block is a heading that no comment would be.
func (r *reader) isTitle(b doc.Block) bool {
	heading, ok := b.(*doc.Heading)
	return ok && (heading.Level > 1 || r.text.StandsApart(heading.Span.LineEnd))
}

// isAbove reports whether a block is a heading above an offset.
func isAbove(b doc.Block, offset int) bool {
	heading, ok := b.(*doc.Heading)
	return ok && heading.Span.ByteEnd <= offset
}

// treeWriter turns nodes of Markdown into blocks of a document.
type treeWriter struct {
	*reader

	pieces *ingest.Pieces
	ends   tableEnds
}

func (w *treeWriter) blocks(from []block) []doc.Block {
	var all []doc.Block
	for i := 0; i < len(from); i++ {
		above, b := i, from[i]
		if _, isRaw := b.node.(*ast.HTMLBlock); isRaw {
			for end := w.ends.lineOf(w.reader, b); i+1 < len(from) && from[i+1].first <= end; {
				i++
				b.last = from[i].last
			}
		}
		made := w.block(b)
		if len(made) == 1 {
			if table, ok := made[0].(*doc.Table); ok {
				table.Captions = append(table.Captions, w.captions(from, above, i)...)
			}
		}
		all = append(all, made...)
	}
	return all
}

func (w *treeWriter) block(b block) []doc.Block {
	switch node := b.node.(type) {
	case *ast.Paragraph, *ast.TextBlock:
		if lines := w.lines(node); len(lines) > 0 {
			return []doc.Block{&doc.Paragraph{Lines: lines}}
		}
	case *ast.Heading:
		return w.heading(node)
	case *ast.List:
		list := &doc.List{Ordered: node.IsOrdered()}
		for _, item := range w.blocksOf(node, b.first, b.last) {
			list.Items = append(list.Items, w.item(item))
		}
		return []doc.Block{list}
	case *xast.DefinitionList:
		return []doc.Block{w.definitions(b)}
	case *xast.Table:
		return []doc.Block{w.table(node)}
	case *ast.FencedCodeBlock:
		return []doc.Block{w.fence(node)}
	case *ast.CodeBlock:
		return []doc.Block{w.code("", node.Lines())}
	case *ast.HTMLBlock:
		return w.raw(b)
	case *ast.Blockquote:
		return []doc.Block{&doc.Quote{Blocks: w.blocks(w.blocksOf(b.node, b.first, b.last))}}
	case *xast.Footnote:
		return w.footnote(node, b)
	}
	return nil
}

// heading returns a heading, where it says anything.
func (w *treeWriter) heading(node *ast.Heading) []doc.Block {
	lines := w.lines(node)
	if len(lines) == 0 {
		return nil
	}
	return []doc.Block{&doc.Heading{Text: joinedLines(lines), Level: node.Level}}
}

// joinedLines returns lines as one text.
func joinedLines(lines []doc.Text) doc.Text {
	whole := lines[0]
	for _, line := range lines[1:] {
		if whole.Strong == len(whole.Text) && line.Strong > 0 {
			whole.Strong += 1 + line.Strong
		}
		whole.Text += " " + line.Text
		whole.Span.ByteEnd, whole.Span.LineEnd = line.Span.ByteEnd, line.Span.LineEnd
	}
	return whole
}

// item returns what an item of a list says itself, and what stands below that.
func (w *treeWriter) item(b block) doc.Item {
	var item doc.Item
	children := w.blocksOf(b.node, b.first, b.last)
	if len(children) > 0 && isText(children[0].node) {
		item.Lines = w.lines(children[0].node)
		children = children[1:]
	}
	item.Blocks = w.blocks(children)
	return item
}

func isText(node ast.Node) bool {
	kind := node.Kind()
	return kind == ast.KindParagraph || kind == ast.KindTextBlock
}

// definitions returns terms with what they mean: terms that stand one below the other
// mean the same.
func (w *treeWriter) definitions(b block) *doc.List {
	list := &doc.List{Terms: true}
	for _, child := range w.blocksOf(b.node, b.first, b.last) {
		last := len(list.Items) - 1
		if _, isTerm := child.node.(*xast.DefinitionTerm); isTerm {
			if last < 0 || len(list.Items[last].Blocks) > 0 {
				list.Items = append(list.Items, doc.Item{})
				last++
			}
			list.Items[last].Lines = append(list.Items[last].Lines, w.lines(child.node)...)
		} else if last >= 0 {
			list.Items[last].Blocks = append(list.Items[last].Blocks, w.blocks(w.blocksOf(child.node, child.first, child.last))...)
		}
	}
	return list
}

// footnote returns a footnote that Markdown knows as such, behind its mark.
func (w *treeWriter) footnote(node *xast.Footnote, b block) []doc.Block {
	blocks := w.blocks(w.blocksOf(node, b.first, b.last))
	if len(blocks) > 0 {
		if first, ok := blocks[0].(*doc.Paragraph); ok {
			line := &first.Lines[0]
			strong, text := line.Strong, "[^"+string(node.Ref)+"]: "+line.Text
			*line = w.pieces.Piece(text, w.text.LineStart(line.Span.LineStart), line.Span.ByteEnd)
			line.Strong = 0
			if strong == len(text) {
				line.Strong = strong
			}
		}
	}
	return blocks
}

// captions returns the paragraphs of one short line right above and below a table,
// which is all of some blocks' first..last. What stands right above another table is
// that one's.
func (w *treeWriter) captions(blocks []block, first, last int) []doc.Text {
	var found []doc.Text
	if first > 0 && blocks[first-1].last+2 >= blocks[first].first {
		found = append(found, w.caption(blocks[first-1])...)
	}
	if next := last + 1; next < len(blocks) && blocks[next].first <= blocks[last].last+2 {
		if next+1 == len(blocks) || !isTable(blocks[next+1].node) || blocks[next+1].first > blocks[next].last+2 {
			found = append(found, w.caption(blocks[next])...)
		}
	}
	return found
}

// longestCaption is the longest caption, in bytes: what is longer is text.
const longestCaption = 250

func (w *treeWriter) caption(b block) []doc.Text {
	if b.first != b.last || !isText(b.node) || w.bytes(b.first, b.last) > longestCaption {
		return nil
	}
	return w.lines(b.node)
}

// table returns a table of Markdown. A header that says nothing is none.
func (w *treeWriter) table(node *xast.Table) *doc.Table {
	table := &doc.Table{Rows: make([][]doc.Cell, 0, node.ChildCount())}
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
	return table
}

// row returns the cells of a row, and whether any of them says anything.
func (w *treeWriter) row(row ast.Node) ([]doc.Cell, bool) {
	cells, says := make([]doc.Cell, 0, row.ChildCount()), false
	for cell := row.FirstChild(); cell != nil; cell = cell.NextSibling() {
		var one doc.Cell
		text, ok := w.wholeText(cell)
		strong := 0
		if ok {
			text = strings.TrimSpace(text)
		} else if cell.FirstChild() != nil {
			text, strong = w.shownCell(cell)
		}
		if lines := cell.Lines(); lines != nil && lines.Len() > 0 {
			one.Text = w.pieces.Piece(text, lines.At(0).Start, lines.At(0).Stop)
			one.Strong = strong
		}
		says = says || text != ""
		cells = append(cells, one)
	}
	for _, span := range w.surplus(row, len(cells)) {
		cells = append(cells, doc.Cell{Text: w.pieces.Piece(w.text.Cut(span), span.ByteStart, span.ByteEnd)})
	}
	return cells, says
}
