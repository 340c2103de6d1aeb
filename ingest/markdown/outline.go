package markdown

import (
	"strings"

	"github.com/yuin/goldmark/ast"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
)

// section is a heading with what stands under it, up to the next heading.
type section struct {
	level   int      // 0 for what stands before the first heading
	title   string   // rendered, without a number's or a question's marks taken away
	path    []string // the titles above it and its own
	heading block
	blocks  []block
	last    int  // its last line
	taken   bool // it belongs to a question
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
	blocks := r.blocksOf(root, body, r.text.Lines())
	current := &section{last: r.text.Lines()}
	r.sections = []*section{current}
	for _, b := range blocks {
		heading, ok := b.node.(*ast.Heading)
		if !ok {
			current.blocks = append(current.blocks, b)
			continue
		}
		current.last = b.first - 1
		current = r.open(heading, b)
		r.sections = append(r.sections, current)
	}
}

// blocksOf returns the children of a node with their lines, within first..last.
func (r *reader) blocksOf(parent ast.Node, first, last int) []block {
	var blocks []block
	for node := parent.FirstChild(); node != nil; node = node.NextSibling() {
		line := first
		if pos := r.start(node); pos >= 0 {
			line = max(first, r.text.LineOf(pos))
		}
		if n := len(blocks); n > 0 {
			blocks[n-1].last = r.trimBlank(blocks[n-1].first, line-1)
		}
		blocks = append(blocks, block{node: node, first: line})
	}
	if n := len(blocks); n > 0 {
		blocks[n-1].last = r.trimBlank(blocks[n-1].first, last)
	}
	return blocks
}

// start returns the offset at which a node begins, or -1 where it cannot be
// told.
func (r *reader) start(node ast.Node) int {
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
	for last > first && r.text.Blank(last) {
		last--
	}
	return max(first, last)
}

// open begins a section at a heading. Its path ends at the nearest heading
// above of a lower level.
func (r *reader) open(heading *ast.Heading, b block) *section {
	s := &section{
		level: heading.Level, title: strings.TrimSpace(r.render(heading).text),
		heading: b, last: r.text.Lines(),
	}
	for len(r.above) > 0 && r.above[len(r.above)-1].level >= s.level {
		r.above = r.above[:len(r.above)-1]
	}
	if n := len(r.above); n > 0 {
		s.path = append(s.path, r.above[n-1].path...)
	}
	s.path = append(s.path, s.title)
	r.above = append(r.above, s)
	r.found.Marks = append(r.found.Marks, ingest.Structure(b.first, b.last, "heading"))
	return s
}

// span returns the span of a run of lines.
func (r *reader) span(first, last int) quarry.Span { return r.text.LineSpan(first, last) }
