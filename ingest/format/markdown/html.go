package markdown

import (
	"bytes"
	"strings"

	"golang.org/x/net/html"

	"github.com/quarrykb/quarry/ingest/doc"
	"github.com/quarrykb/quarry/ingest/format/htmltree"
	"github.com/quarrykb/quarry/internal/text"
)

// tableEnds knows where the next table of HTML ends. Blank lines within one end the
// block of HTML for Markdown, and not the table.
type tableEnds struct {
	at   int
	none bool // there is no further one
}

// lineOf returns the line that ends a table which a block leaves open, 0 where it
// leaves none open or another begins before. Blocks are asked for in their order.
func (e *tableEnds) lineOf(r *reader, at doc.Place) int {
	start, end := r.bytes(at)
	inside := bytes.ToLower(r.source[start:end])
	if e.none || bytes.Count(inside, []byte("<table")) <= bytes.Count(inside, []byte("</table")) {
		return 0
	}
	if e.at < end {
		length := bytes.Index(r.source[end:], []byte("</table"))
		e.at, e.none = end+length, length < 0
	}
	if e.none || bytes.Contains(r.source[end:e.at], []byte("<table")) {
		return 0
	}
	return r.text.LineOf(e.at)
}

// bytes returns where some lines begin and end in the source.
func (r *reader) bytes(at doc.Place) (int, int) {
	start, end := r.text.LineStart(at.First), min(r.text.LineEnd(at.Last), len(r.source))
	return min(start, end), end
}

// raw returns the tables of a piece of HTML.
func (r *reader) raw(at doc.Place) []doc.Block {
	start, end := r.bytes(at)
	tree, places := htmltree.ParseAt(string(r.source[start:end]), start)
	var tables []doc.Block
	for node, skip := range htmltree.All(tree) {
		if !htmltree.Is(node, "table", "template") {
			continue
		}
		skip()
		if table := (page{r, places}).table(node); len(table.Rows)+len(table.Captions) > 0 {
			tables = append(tables, table)
		}
	}
	return tables
}

// page is a piece of HTML.
type page struct {
	r      *reader
	places map[*html.Node]htmltree.Place // of its texts
}

// flow takes the text of a cell, line by line.
type flow struct {
	page

	lines  []doc.Text
	said   strings.Builder // of the last line
	strong int             // bytes at the beginning of that line that are bold or emphasised
	start  int             // of that line; its end is 0 where it has not begun
	end    int
}

func (f *flow) children(node *html.Node) {
	for child := range node.ChildNodes() {
		f.node(child)
	}
}

func (f *flow) node(node *html.Node) {
	switch {
	case node.Type == html.TextNode:
		f.say(node)
	case htmltree.Is(node, "br"):
		f.endLine()
	case htmltree.Is(node, "script", "style", "template", "title"):
	case htmltree.IsInline(node):
		begins := f.end == 0
		f.children(node)
		if begins && htmltree.Is(node, "b", "strong", "i", "em") {
			f.strong = len(text.OneLine(f.said.String()))
		}
	default:
		f.endLine()
		f.children(node)
		f.endLine()
	}
}

// say takes text.
func (f *flow) say(node *html.Node) {
	at := f.places[node]
	raw := f.r.source[at.Start:at.End]
	words := bytes.TrimSpace(raw)
	if len(words) == 0 && f.end == 0 {
		return
	}
	lead := len(raw) - len(bytes.TrimLeft(raw, " \t\r\n"))
	if f.end == 0 {
		f.start = at.Start + lead
	}
	if len(words) > 0 {
		f.end = at.Start + lead + len(words)
		if htmltree.Is(node.Parent, "sup") {
			f.said.WriteByte('^')
		}
	}
	f.said.WriteString(node.Data)
}

// endLine ends a line of the text that is open.
func (f *flow) endLine() {
	if said := text.OneLine(f.said.String()); said != "" {
		line := f.r.pieces.Piece(said, f.start, f.end)
		line.Strong = f.strong
		f.lines = append(f.lines, line)
	}
	f.said.Reset()
	f.end, f.strong = 0, 0
}
