package markdown

import (
	"slices"

	"github.com/yuin/goldmark/ast"
	xast "github.com/yuin/goldmark/extension/ast"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/doc"
)

// block is a node that is a block, and the lines that it covers. Trailing blank lines are not part
// of it. Where a block ends is told by where the next one begins: that way closing fences,
// underlines of headings and link definitions, which are no nodes, fall to the block above them.
type block struct {
	doc.Place

	node ast.Node
}

// document returns the blocks of the document, from a line on.
func (r *reader) document(root ast.Node, body int) []doc.Block {
	all := r.blocksOf(root, doc.Place{First: body, Last: r.last})
	r.unusedAbove(body, all)
	return r.blocks(all)
}

// blocks returns blocks, and takes what stands right beside a table for its captions too.
func (r *reader) blocks(from []block) []doc.Block {
	all := make([]doc.Block, 0, len(from))
	for i := 0; i < len(from); i++ {
		b := from[i]
		if _, isRaw := b.node.(*ast.HTMLBlock); isRaw {
			for end := r.ends.lineOf(r, b.Place); i+1 < len(from) && from[i+1].First <= end; {
				i++
				b.Last = from[i].Last
			}
		}
		all = append(all, r.block(b)...)
	}
	for i := range all {
		if table := tableOf(all[i]); table != nil {
			table.Captions = append(table.Captions, captions(all, i)...)
		}
	}
	return all
}

func (r *reader) block(b block) []doc.Block {
	switch node := b.node.(type) {
	case *ast.Paragraph, *ast.TextBlock:
		return []doc.Block{&doc.Paragraph{Place: b.Place, Lines: r.lines(node)}}
	case *ast.Heading:
		return []doc.Block{&doc.Heading{Place: b.Place, Text: doc.Joined(r.lines(node), " "), Level: node.Level}}
	case *ast.List:
		list := &doc.List{Place: b.Place, Ordered: node.IsOrdered()}
		for _, item := range r.blocksOf(node, b.Place) {
			list.Items = append(list.Items, r.item(item))
		}
		return []doc.Block{list}
	case *xast.DefinitionList:
		return []doc.Block{r.definitions(b)}
	case *xast.Table:
		return []doc.Block{r.table(node, b.Place)}
	case *ast.FencedCodeBlock:
		return []doc.Block{r.fence(node, b.Place)}
	case *ast.CodeBlock:
		return []doc.Block{r.code("", node.Lines(), b.Place)}
	case *ast.HTMLBlock:
		return []doc.Block{&doc.Raw{Place: b.Place, Blocks: r.raw(b.Place)}}
	case *ast.Blockquote:
		return []doc.Block{&doc.Quote{Place: b.Place, Blocks: r.blocks(r.blocksOf(node, b.Place))}}
	case *xast.Footnote:
		return r.footnote(node, b.Place)
	case *ast.ThematicBreak:
		return []doc.Block{&doc.Structure{Place: b.Place, Rule: "separator"}}
	case *ast.LinkReferenceDefinition:
		return []doc.Block{&doc.Structure{Place: b.Place, Rule: "link definition"}}
	}
	return nil
}

// item returns what an item of a list says itself, and what stands below that.
func (r *reader) item(b block) doc.Item {
	item := doc.Item{Place: b.Place}
	children := r.blocksOf(b.node, b.Place)
	if len(children) > 0 && isText(children[0].node) {
		item.Lines = r.lines(children[0].node)
		children = children[1:]
	}
	item.Blocks = r.blocks(children)
	return item
}

func isText(node ast.Node) bool {
	kind := node.Kind()
	return kind == ast.KindParagraph || kind == ast.KindTextBlock
}

// definitions returns terms with what they mean: terms that stand one below the other
// mean the same.
func (r *reader) definitions(b block) *doc.List {
	list := &doc.List{Place: b.Place, Terms: true}
	for _, child := range r.blocksOf(b.node, b.Place) {
		last := len(list.Items) - 1
		if _, isTerm := child.node.(*xast.DefinitionTerm); isTerm {
			if last < 0 || len(list.Items[last].Blocks) > 0 {
				list.Items = append(list.Items, doc.Item{})
				last++
			}
			list.Items[last].Lines = append(list.Items[last].Lines, r.lines(child.node)...)
		} else if last >= 0 {
			meaning := r.blocks(r.blocksOf(child.node, child.Place))
			for _, b := range meaning[min(1, len(meaning)):] {
				if p, ok := b.(*doc.Paragraph); ok {
					p.Aside = true
				}
			}
			list.Items[last].Blocks = append(list.Items[last].Blocks, meaning...)
		}
	}
	return list
}

// footnote returns a footnote that Markdown knows as such, behind its mark.
func (r *reader) footnote(node *xast.Footnote, at doc.Place) []doc.Block {
	blocks := r.blocks(r.blocksOf(node, at))
	for i, b := range blocks {
		note, ok := b.(*doc.Paragraph)
		if !ok {
			continue
		}
		note.Aside = true
		if i > 0 || len(note.Lines) == 0 {
			continue
		}
		line := &note.Lines[0]
		mark := doc.Text{Text: "[^" + string(node.Ref) + "]:", Span: line.Span}
		note.First = at.First
		marked := doc.Joined([]doc.Text{mark, *line}, " ")
		*line = r.placed(marked, r.text.LineStart(line.Span.LineStart), line.Span.ByteEnd)
	}
	return blocks
}

// tableOf returns a table, or the only one that a piece of HTML is; nil for anything else.
func tableOf(b doc.Block) *doc.Table {
	switch b := b.(type) {
	case *doc.Table:
		return b
	case *doc.Raw:
		if len(b.Blocks) == 1 {
			return tableOf(b.Blocks[0])
		}
	}
	return nil
}

// captions returns the paragraphs of one short line right above and below a table. What
// stands right above another table is that one's.
func captions(blocks []doc.Block, table int) []doc.Text {
	var found []doc.Text
	beside := func(above, below int) bool { return blocks[below].Where().First <= blocks[above].Where().Last+2 }
	if table > 0 && beside(table-1, table) {
		found = append(found, caption(blocks[table-1])...)
	}
	if next := table + 1; next < len(blocks) && beside(table, next) {
		if next+1 == len(blocks) || tableOf(blocks[next+1]) == nil || !beside(next, next+1) {
			found = append(found, caption(blocks[next])...)
		}
	}
	return found
}

// longestCaption is the longest caption, in bytes: what is longer is text.
const longestCaption = 250

func caption(b doc.Block) []doc.Text {
	p, ok := b.(*doc.Paragraph)
	if !ok || p.First != p.Last || len(p.Lines) == 0 || p.Lines[0].Span.ByteEnd-p.Lines[0].Span.ByteStart > longestCaption {
		return nil
	}
	return p.Lines
}

// unusedAbove accounts for definitions that nothing refers to, which are no
// nodes, where no block stands above them.
func (r *reader) unusedAbove(body int, blocks []block) {
	end := r.last
	if len(blocks) > 0 {
		end = blocks[0].First - 1
	}
	for n := body; n <= end; n++ {
		if !r.unread(n) {
			r.found.Marks = append(r.found.Marks, ingest.Structure(n, n, "unused definition"))
		}
	}
}

// blocksOf returns the children of a node with their lines, within some lines, in the
// order in which they stand there: goldmark puts footnotes at the end.
func (r *reader) blocksOf(parent ast.Node, within doc.Place) []block {
	var blocks []block
	add := func(node ast.Node) {
		blocks = append(blocks, block{node: node, Place: doc.Place{First: r.firstLine(node, within.First)}})
	}
	for node := parent.FirstChild(); node != nil; node = node.NextSibling() {
		if notes, ok := node.(*xast.FootnoteList); ok {
			for note := notes.FirstChild(); note != nil; note = note.NextSibling() {
				add(note)
			}
			continue
		}
		if node.Type() != ast.TypeInline { // a link from a footnote back to its mark may stand among blocks
			add(node)
		}
	}
	slices.SortStableFunc(blocks, func(a, b block) int { return a.First - b.First })
	for i := range blocks {
		end := within.Last
		if i+1 < len(blocks) {
			end = blocks[i+1].First - 1
		}
		blocks[i].Last = max(r.trimBlank(blocks[i].First, end), r.lastLine(blocks[i].node))
	}
	return blocks
}

// lastLine returns the last line of a node's own text, 0 where it has none: a
// lazy line may lie behind the place where the next block seems to begin.
func (r *reader) lastLine(node ast.Node) int {
	lines := node.Lines()
	if lines.Len() == 0 {
		return 0
	}
	return r.text.LineOf(max(0, lines.At(lines.Len()-1).Stop-1))
}

// firstLine returns the line that a node begins on, at least a given one.
func (r *reader) firstLine(node ast.Node, least int) int {
	if at := r.start(node); at >= 0 {
		return max(least, r.text.LineOf(at))
	}
	return least
}

// start returns the offset at which a node begins, or -1 where it cannot be told.
func (r *reader) start(node ast.Node) int {
	if header := node.FirstChild(); header != nil && node.Kind() == xast.KindTable { // its position is that of a paragraph that runs into it
		return r.start(header)
	}
	if pos := node.Pos(); pos >= 0 {
		return pos
	}
	if node.Type() == ast.TypeBlock && node.Lines() != nil && node.Lines().Len() > 0 {
		return node.Lines().At(0).Start
	}
	if child := node.FirstChild(); child != nil {
		return r.start(child)
	}
	return -1
}

// trimBlank returns the last line of first..last that is not blank, at least first.
func (r *reader) trimBlank(first, last int) int {
	for last > first && r.unread(last) {
		last--
	}
	return max(first, last)
}
