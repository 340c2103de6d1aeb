package markdown

import (
	"strings"

	"github.com/yuin/goldmark/ast"
	xast "github.com/yuin/goldmark/extension/ast"

	"github.com/quarrykb/quarry"
)

// passageBytes is the length that a passage is cut at, at the next place where
// nothing is torn apart: long enough to ground an answer, short enough for
// several to fit a prompt.
const passageBytes = 1800

// longestHeader is the longest table header that is repeated.
const longestHeader = passageBytes / 2

// passages cuts a section into passages of whole blocks. A list is cut between
// its items and a table between its rows, whose header is then repeated.
func (r *reader) passages(s *section) {
	cutter := passageCutter{reader: r, section: s}
	for _, b := range s.blocks {
		for _, part := range r.partsOf(b) {
			cutter.add(part)
		}
	}
	cutter.close()
}

// part is a run of lines that is never torn, and the table header that it
// needs when it does not stand right below it.
type part struct {
	first, last int
	header      int // first line of its table; 0 outside of tables
}

// partsOf returns a block whole, or its items or rows where it is too long for
// one passage.
func (r *reader) partsOf(b block) []part {
	if r.bytes(b.first, b.last) <= passageBytes {
		return []part{{first: b.first, last: b.last}}
	}
	switch b.node.(type) {
	case *ast.List:
		var parts []part
		for _, item := range r.blocksOf(b.node, b.first, b.last) {
			parts = append(parts, part{first: item.first, last: item.last})
		}
		return parts
	case *xast.Table:
		parts := []part{{first: b.first, last: min(b.first+2, b.last)}}
		header := b.first
		if r.bytes(header, min(header+1, b.last)) > longestHeader {
			header = 0
		}
		for line := b.first + 3; line <= b.last; line++ {
			parts = append(parts, part{first: line, last: line, header: header})
		}
		return parts
	}
	return []part{{first: b.first, last: b.last}}
}

func (r *reader) bytes(first, last int) int { return r.text.LineEnd(last) - r.text.LineStart(first) }

type passageCutter struct {
	*reader

	section *section
	open    part
}

func (c *passageCutter) add(p part) {
	if c.open.first > 0 && c.bytes(c.open.first, p.last) > passageBytes {
		c.close()
	}
	if c.open.first == 0 {
		c.open = p
		return
	}
	c.open.last = p.last
}

func (c *passageCutter) close() {
	if c.open.first == 0 {
		return
	}
	span := c.span(c.open.first, c.open.last)
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
