package markdown

import (
	"bytes"
	"strings"

	"golang.org/x/net/html"

	"github.com/quarrykb/quarry/ingest/doc"
	"github.com/quarrykb/quarry/ingest/format/htmltree"
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
func (w *treeWriter) raw(at doc.Place) []doc.Block {
	start, end := w.bytes(at)
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

	made   []doc.Block
	lines  []doc.Text      // of the text that is open
	said   strings.Builder // of its last line
	start  int             // of that line; its end is 0 where it has not begun
	end    int
	strong int // bytes of that line that are bold at its beginning
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
	case isBold(node.Data):
		f.bold(node)
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
	f.said.WriteString(unbroken(node.Data))
}

// unbroken returns text of HTML with spaces for its line breaks.
func unbroken(text string) string {
	if !strings.Contains(text, "\n") {
		return text
	}
	lines := strings.Split(text, "\n")
	for i := range lines {
		if i > 0 {
			lines[i] = strings.TrimLeft(lines[i], " \t\r")
		}
		if i+1 < len(lines) {
			lines[i] = strings.TrimRight(lines[i], " \t\r")
		}
	}
	return strings.Join(lines, " ")
}

// bold takes text that is bold or emphasised.
func (f *flow) bold(node *html.Node) {
	at, begins := f.at(node), f.end == 0
	if begins {
		f.start, f.end = at.Start, at.InnerStart
	}
	f.children(node)
	if f.end > 0 {
		f.end = max(f.end, at.End)
	}
	if begins {
		f.strong = len(strings.TrimSpace(f.said.String()))
	}
}

// endLine ends a line of the text that is open.
func (f *flow) endLine() {
	if text := strings.TrimSpace(f.said.String()); text != "" {
		line := f.w.pieces.Piece(text, f.start, f.end)
		line.Strong = min(f.strong, len(text))
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
