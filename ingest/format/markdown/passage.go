package markdown

import (
	"strings"

	"github.com/yuin/goldmark/ast"
	xast "github.com/yuin/goldmark/extension/ast"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/text"
)

// passageBytes is the length that a passage is cut at, at the next place where
// nothing is torn apart: long enough to ground an answer, short enough for
// several to fit a prompt.
const passageBytes = 1800

// longestHeader is the longest table header that is repeated.
const longestHeader = passageBytes / 2

// longestWhole is the longest block of code, or of anything else that is no
// text in sentences, that is not cut between its lines.
const longestWhole = 8 << 10

// passages cuts a section into passages of whole blocks. A list is cut between
// its items, a table between its rows, whose header is then repeated, and a
// paragraph between its lines, or its sentences where a line is too long.
func (r *reader) passages(s *section) {
	cutter := passageCutter{reader: r, section: s}
	for _, b := range s.blocks {
		for _, part := range r.partsOf(b) {
			cutter.add(part)
		}
	}
	cutter.close()
}

// part is a run of bytes that is never torn, and the table header that it
// needs when it does not stand right below it.
type part struct {
	start, end int
	header     int // first line of its table; 0 outside of tables
}

// partsOf returns a block whole, or in pieces where it is too long for one
// passage.
func (r *reader) partsOf(b block) []part {
	if isBare(b.node) {
		return nil
	}
	if r.bytes(b.first, b.last) <= passageBytes {
		return []part{r.part(b.first, b.last)}
	}
	switch b.node.(type) {
	case *ast.List:
		var parts []part
		for _, item := range r.blocksOf(b.node, b.first, b.last) {
			parts = append(parts, r.part(item.first, item.last))
		}
		return parts
	case *xast.Table:
		return r.rowsOf(b)
	case *ast.Blockquote:
		var parts []part
		for _, inner := range r.blocksOf(b.node, b.first, b.last) {
			parts = append(parts, r.partsOf(inner)...)
		}
		return parts
	case *ast.Paragraph, *ast.TextBlock:
		return r.linesOf(b)
	}
	if r.bytes(b.first, b.last) > longestWhole {
		return r.linesOf(b)
	}
	return []part{r.part(b.first, b.last)}
}

// isBare reports whether a block says nothing by itself: passages are not made
// of it, though one may run over it.
func isBare(node ast.Node) bool {
	switch node := node.(type) {
	case *ast.LinkReferenceDefinition, *ast.ThematicBreak:
		return true
	case *ast.List:
		return isContents(node)
	}
	return false
}

// rowsOf keeps the first row with the header above it.
func (r *reader) rowsOf(b block) []part {
	parts := make([]part, 0, 1+b.last-b.first)
	parts = append(parts, r.part(b.first, min(b.first+2, b.last)))
	header := b.first
	if r.bytes(header, min(header+1, b.last)) > longestHeader {
		header = 0
	}
	for line := b.first + 3; line <= b.last; line++ {
		row := r.part(line, line)
		row.header = header
		parts = append(parts, row)
	}
	return parts
}

// linesOf cuts a block between its lines, and a line that is too long for one
// passage where a sentence ends.
func (r *reader) linesOf(b block) []part {
	var parts []part
	for line := b.first; line <= b.last; line++ {
		whole := r.part(line, line)
		for whole.end-whole.start > passageBytes {
			cut := whole.start + r.cutAt(string(r.text.Bytes[whole.start:whole.start+passageBytes]))
			parts = append(parts, part{start: whole.start, end: cut})
			whole.start = cut
		}
		parts = append(parts, whole)
	}
	return parts
}

// cutAt returns where a text that goes on is cut best: behind the last sentence
// that ends in its second half, else behind the last space there, else behind
// the last whole character.
func (r *reader) cutAt(s string) int {
	sentence, last := 0, 0
	for one := range r.language.Sentences(s) {
		sentence, last = last, one.End
	}
	if sentence >= len(s)/2 {
		return sentence
	}
	if space := strings.LastIndexByte(s, ' '); space >= len(s)/2 {
		return space + 1
	}
	return max(1, len(text.Clip(s, len(s)-1)))
}

func (r *reader) part(first, last int) part {
	return part{start: r.text.LineStart(first), end: r.text.LineEnd(last)}
}

func (r *reader) bytes(first, last int) int { return r.text.LineEnd(last) - r.text.LineStart(first) }

type passageCutter struct {
	*reader

	section *section
	open    part // its end is 0 while there is none
}

func (c *passageCutter) add(p part) {
	if c.open.end > 0 && p.end-c.open.start > passageBytes {
		c.close()
	}
	if c.open.end == 0 {
		c.open = p
		return
	}
	c.open.end = p.end
}

func (c *passageCutter) close() {
	if c.open.end == 0 {
		return
	}
	span := c.text.Span(c.open.start, c.open.end)
	passage := quarry.Passage{Text: c.text.Cut(span)}
	passage.Source.Span = span
	passage.Source.Heading = append(passage.Source.Heading, c.section.path...)
	if c.open.header > 0 {
		header := c.span(c.open.header, c.open.header+1)
		passage.Text = strings.Join([]string{c.text.Cut(header), passage.Text}, "\n")
		passage.Source.Context = []quarry.Context{{Role: quarry.RoleHeader, Span: header}}
	}
	c.found.Passages = append(c.found.Passages, passage)
	c.open = part{}
}
