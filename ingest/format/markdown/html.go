package markdown

import (
	"bytes"
	"strings"

	"golang.org/x/net/html"

	"github.com/quarrykb/quarry/ingest/doc"
	"github.com/quarrykb/quarry/ingest/format/htmltree"
	"github.com/quarrykb/quarry/internal/text"
)

// raw returns the blocks of a piece of HTML.
func (w *treeWriter) raw(at doc.Place) []doc.Block {
	end := min(w.text.LineEnd(at.Last), len(w.source))
	start := min(w.text.LineStart(at.First), end)
	tree, places := htmltree.ParseAt(string(w.source[start:end]))
	return page{w: w, places: places, base: start}.blocks(tree)
}

// page is a piece of HTML.
type page struct {
	w      *treeWriter
	places map[*html.Node]htmltree.Place
	base   int // where it begins in the source
}

// at returns where a node stands in the source.
func (p page) at(node *html.Node) htmltree.Place {
	at := p.places[node]
	return htmltree.Place{Start: p.base + at.Start, InnerStart: p.base + at.InnerStart, InnerEnd: p.base + at.InnerEnd, End: p.base + at.End}
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

	made  []doc.Block
	lines []doc.Text      // of the text that is open
	said  strings.Builder // of its last line
	start int             // of that line; its end is 0 where it has not begun
	end   int
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
		f.children(node)
	default:
		f.endText()
		f.block(node)
	}
}

// say takes text.
func (f *flow) say(node *html.Node) {
	at := f.at(node)
	raw := f.w.source[at.Start:at.End]
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
	}
	f.said.WriteString(node.Data)
}

// endLine ends a line of the text that is open.
func (f *flow) endLine() {
	if said := text.OneLine(f.said.String()); said != "" {
		f.lines = append(f.lines, f.w.pieces.Piece(said, f.start, f.end))
	}
	f.said.Reset()
	f.end = 0
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
	case "ul", "ol", "menu", "dl":
		if list := f.list(node); len(list.Items) > 0 {
			f.made = append(f.made, list)
		}
	case "h1", "h2", "h3", "h4", "h5", "h6":
		for _, b := range f.blocks(node) {
			if p, ok := b.(*doc.Paragraph); ok {
				b = &doc.Heading{Text: doc.Joined(p.Lines, " "), Level: htmltree.Heading(node)}
			}
			f.made = append(f.made, b)
		}
	case "pre":
		if code := f.code(node); len(code.Lines) > 0 {
			f.made = append(f.made, code)
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
	for item := range node.ChildNodes() {
		blocks, last := p.blocks(item), len(list.Items)-1
		switch {
		case htmltree.Is(item, "dt") && (last < 0 || len(list.Items[last].Blocks) > 0), htmltree.Is(item, "li"), last < 0 && len(blocks) > 0:
			list.Items = append(list.Items, doc.Item{})
			last++
		case last < 0:
			continue
		}
		own := &list.Items[last]
		if text, ok := first(blocks); ok && len(own.Blocks) == 0 && htmltree.Is(item, "li", "dt") {
			own.Lines = append(own.Lines, text.Lines...)
			blocks = blocks[1:]
		}
		own.Blocks = append(own.Blocks, blocks...)
	}
	return list
}

// first returns the text that some blocks begin with.
func first(blocks []doc.Block) (*doc.Paragraph, bool) {
	if len(blocks) == 0 {
		return nil, false
	}
	text, ok := blocks[0].(*doc.Paragraph)
	return text, ok
}

// code returns text as it stands on its lines.
func (p page) code(node *html.Node) *doc.Code {
	at, t := p.at(node), p.w.text
	code := &doc.Code{}
	line := t.LineOf(at.InnerStart)
	for i, shown := range strings.Split(strings.TrimRight(textOf(node), " \t\r\n"), "\n") {
		start := at.InnerStart
		if i > 0 {
			start = t.LineStart(min(line+i, t.Lines()))
		}
		start = min(start, at.InnerEnd)
		on := t.LineOf(start)
		end := min(at.InnerEnd, t.LineStart(on)+len(t.Line(on)))
		if shown = strings.TrimRight(shown, "\r"); i > 0 || strings.TrimSpace(shown) != "" {
			code.Lines = append(code.Lines, p.w.pieces.Line(shown, start, end))
		}
	}
	return code
}

// textOf returns all the text in a node as it stands there.
func textOf(node *html.Node) string {
	var all strings.Builder
	for one := range htmltree.All(node) {
		if one.Type == html.TextNode {
			all.WriteString(one.Data)
		}
	}
	return all.String()
}
