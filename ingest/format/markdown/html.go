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

// raw returns the blocks of a piece of HTML.
func (r *reader) raw(at doc.Place) []doc.Block {
	start, end := r.bytes(at)
	tree, places := htmltree.ParseAt(string(r.source[start:end]), start)
	return page{r, places}.blocks(tree)
}

// page is a piece of HTML.
type page struct {
	r      *reader
	places map[*html.Node]htmltree.Place // of its texts
}

// blocks returns what stands in a node.
func (p page) blocks(node *html.Node) []doc.Block {
	f := flow{page: p}
	f.children(node)
	f.endText()
	return f.made
}

// flow takes text, line by line, and blocks between it.
type flow struct {
	page

	inCell bool // no block stands between lines
	made   []doc.Block
	lines  []doc.Text      // of the text that is open
	said   strings.Builder // of its last line
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
	case f.inCell:
		f.endLine()
		f.children(node)
		f.endLine()
	default:
		f.endText()
		f.block(node)
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

// endText ends the text that is open.
func (f *flow) endText() {
	f.endLine()
	if len(f.lines) > 0 {
		f.made = append(f.made, &doc.Paragraph{Lines: f.lines})
	}
	f.lines = nil
}

func (f *flow) block(node *html.Node) {
	switch node.Data {
	case "h1", "h2", "h3", "h4", "h5", "h6":
		for _, b := range f.blocks(node) {
			if p, ok := b.(*doc.Paragraph); ok {
				b = &doc.Heading{Text: doc.Joined(p.Lines, " "), Level: htmltree.Heading(node)}
			}
			f.made = append(f.made, b)
		}
	case "ul", "ol", "menu", "dl":
		if list := f.list(node); len(list.Items) > 0 {
			f.made = append(f.made, list)
		}
	case "table":
		if table := f.table(node); len(table.Rows)+len(table.Captions) > 0 {
			f.made = append(f.made, table)
		}
	default:
		f.made = append(f.made, f.blocks(node)...)
	}
}

// list returns a list. Terms that stand one below the other share what they mean.
func (p page) list(node *html.Node) *doc.List {
	list := &doc.List{Ordered: node.Data == "ol", Terms: node.Data == "dl"}
	for child, skip := range htmltree.All(node) {
		if !htmltree.Is(child, "li", "dt", "dd") {
			continue
		}
		skip()
		blocks, last := p.blocks(child), len(list.Items)-1
		if last < 0 || child.Data == "li" || child.Data == "dt" && len(list.Items[last].Blocks) > 0 {
			list.Items = append(list.Items, doc.Item{})
			last++
		}
		item := &list.Items[last]
		if len(blocks) > 0 && child.Data != "dd" {
			if said, ok := blocks[0].(*doc.Paragraph); ok {
				item.Lines, blocks = append(item.Lines, said.Lines...), blocks[1:]
			}
		}
		item.Blocks = append(item.Blocks, blocks...)
	}
	return list
}
