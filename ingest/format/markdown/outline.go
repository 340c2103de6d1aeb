package markdown

import (
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
	xast "github.com/yuin/goldmark/extension/ast"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/question/phrase"
)

// section is a heading with what stands under it, up to the next heading.
type section struct {
	level   int      // 0 for what stands before the first heading
	title   string   // rendered, without a number's or a question's marks taken away
	path    []string // the titles above it and its own, cut where they are too long to be titles
	heading block
	blocks  []block
}

// block is a top-level block and the lines that it covers. Trailing blank
// lines are not part of it.
type block struct {
	node        ast.Node
	first, last int
}

// outline cuts the document into sections. Where a block ends is told by where
// the next one begins: that way closing fences, underlines of headings and
// link definitions, which are no nodes, fall to the block above them.
func (r *reader) outline(root ast.Node, body int) {
	blocks := r.blocksOf(root, body, r.last)
	r.unusedAbove(body, blocks)
	current := &section{}
	r.sections = []*section{current}
	for _, b := range blocks {
		heading, ok := b.node.(*ast.Heading)
		if !ok {
			current.blocks = append(current.blocks, b)
			continue
		}
		current = r.open(heading, b)
		r.sections = append(r.sections, current)
	}
}

// unusedAbove accounts for definitions that nothing refers to, which are no
// nodes, where no block stands above them.
func (r *reader) unusedAbove(body int, blocks []block) {
	end := r.last
	if len(blocks) > 0 {
		end = blocks[0].first - 1
	}
	for n := body; n <= end; n++ {
		if !r.unread(n) {
			r.found.Marks = append(r.found.Marks, ingest.Structure(n, n, "unused definition"))
		}
	}
}

// blocksOf returns the children of a node with their lines, within first..last,
// in the order in which they stand there: goldmark puts footnotes at the end.
func (r *reader) blocksOf(parent ast.Node, first, last int) []block {
	var blocks []block
	for node := parent.FirstChild(); node != nil; node = node.NextSibling() {
		if notes, ok := node.(*xast.FootnoteList); ok {
			for note := notes.FirstChild(); note != nil; note = note.NextSibling() {
				blocks = append(blocks, block{node: note, first: r.firstLine(note, first)})
			}
			continue
		}
		if node.Type() != ast.TypeInline { // a link from a footnote back to its mark may stand among blocks
			blocks = append(blocks, block{node: node, first: r.firstLine(node, first)})
		}
	}
	slices.SortStableFunc(blocks, func(a, b block) int { return a.first - b.first })
	for i := range blocks {
		end := last
		if i+1 < len(blocks) {
			end = blocks[i+1].first - 1
		}
		blocks[i].last = max(r.trimBlank(blocks[i].first, end), r.lastLine(blocks[i].node))
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

// start returns the offset at which a node begins, or -1 where it cannot be
// told.
func (r *reader) start(node ast.Node) int {
	if header := node.FirstChild(); header != nil && isTable(node) { // its position is that of a paragraph that runs into it
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

// trimBlank returns the last line of first..last that is not blank, at least
// first.
func (r *reader) trimBlank(first, last int) int {
	for last > first && r.unread(last) {
		last--
	}
	return max(first, last)
}

// open begins a section at a heading. Its path ends at the nearest heading
// above of a lower level.
func (r *reader) open(heading *ast.Heading, b block) *section {
	s := &section{level: heading.Level, title: strings.TrimSpace(r.render(heading).text), heading: b}
	for len(r.above) > 0 && r.above[len(r.above)-1].level >= s.level {
		r.above = r.above[:len(r.above)-1]
	}
	if n := len(r.above); n > 0 {
		s.path = append(s.path, r.above[n-1].path...)
	}
	s.path = append(s.path, phrase.Short(s.title))
	r.above = append(r.above, s)
	r.found.Marks = append(r.found.Marks, ingest.Structure(b.first, b.last, "heading"))
	return s
}

// span returns the span of a run of lines.
func (r *reader) span(first, last int) quarry.Span { return r.text.LineSpan(first, last) }
