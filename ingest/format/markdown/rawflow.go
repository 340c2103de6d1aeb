package markdown

import (
	"bytes"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"github.com/quarrykb/quarry/ingest/doc"
)

// raw returns the blocks of a piece of HTML.
func (w *treeWriter) raw(b block) []doc.Block {
	start, end := w.text.LineStart(b.first), min(w.text.LineEnd(b.last), len(w.source))
	if start >= end {
		return nil
	}
	flow := &rawFlow{w: w}
	read := rawReader{reader: w.reader, at: start, tokens: html.NewTokenizer(bytes.NewReader(w.source[start:end])), flow: flow}
	read.tables()
	return flow.made
}

// tableEnds knows where the next table of HTML ends. Blank lines within one end the
// block of HTML for Markdown, and not the table.
type tableEnds struct {
	at   int
	none bool // there is no further one
}

// lineOf returns the line that ends a table which a block leaves open, 0 where it
// leaves none open or another begins before. Blocks are asked for in their order.
func (e *tableEnds) lineOf(r *reader, b block) int {
	start, end := r.text.LineStart(b.first), min(r.text.LineEnd(b.last), len(r.source))
	if e.none || start >= end {
		return 0
	}
	inside := bytes.ToLower(r.source[start:end])
	if bytes.Count(inside, []byte("<table")) <= bytes.Count(inside, []byte("</table")) {
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

// rawFlow takes what stands outside of the tables of a piece of HTML, and the tables,
// in their order. Nothing is taken where it is nil.
type rawFlow struct {
	w       *treeWriter
	made    []doc.Block
	lists   []*openList
	lines   []doc.Text      // of the text that is open
	said    strings.Builder // of its last line
	start   int             // of that line; its end is 0 where it has not begun
	end     int
	strong  int    // bytes of that line that are bold at its beginning
	bold    bool   // a tag is open that makes the line's beginning bold
	heading int    // the level of the heading that is open
	pre     int    // where text that keeps its lines begins; 0 outside of such
	left    string // the element that is open and left out
}

// openList is a list that is open. Its last item takes text.
type openList struct {
	doc.List

	term bool // the text is a term
}

// mostOpen is how deep lists may be nested.
const mostOpen = maxNesting

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

// cellBreak returns what parts the lines of a cell.
func (f *rawFlow) cellBreak() string {
	if f == nil {
		return " "
	}
	return "\n"
}

// say takes text, as it is written.
func (f *rawFlow) say(raw []byte, start int) {
	switch {
	case f == nil || f.left != "":
		return
	case f.pre > 0:
		f.said.WriteString(html.UnescapeString(string(raw)))
		return
	}
	words := bytes.TrimSpace(raw)
	if len(words) == 0 && f.end == 0 {
		return
	}
	lead := len(raw) - len(bytes.TrimLeft(raw, " \t\r\n"))
	if f.end == 0 {
		f.start = start + lead
	}
	if len(words) > 0 {
		f.end = start + lead + len(words)
	}
	f.said.WriteString(unbroken(html.UnescapeString(string(raw))))
}

func (f *rawFlow) begin(tag html.Token, start, end int) {
	if f == nil || f.left != "" || f.pre > 0 && !isFlow(tag.Data) {
		return
	}
	switch tag.Data {
	case "script", "style", "template", "title":
		f.left = tag.Data
	case "br":
		f.endLine()
	case "b", "strong", "em", "i":
		f.bold = f.bold || f.end == 0
		if f.end == 0 {
			f.start, f.end = start, end
		}
	default:
		if !isFlow(tag.Data) {
			return
		}
		f.flush(start)
		f.open(tag, end)
	}
}

// open begins a list, an item, a heading or text that keeps its lines.
func (f *rawFlow) open(tag html.Token, end int) {
	switch tag.Data {
	case "ul", "ol", "dl", "menu":
		f.openList(tag.Data)
	case "li", "dt":
		f.item(tag.Data)
	case "dd":
		if n := len(f.lists); n > 0 {
			f.lists[n-1].term = false
		}
	case "h1", "h2", "h3", "h4", "h5", "h6":
		f.heading = int(tag.Data[1] - '0')
	case "pre":
		f.pre = end
	}
}

func (f *rawFlow) openList(name string) {
	if len(f.lists) < mostOpen {
		f.lists = append(f.lists, &openList{List: doc.List{Ordered: name == "ol", Terms: name == "dl"}})
	}
}

// item begins an item of the innermost list, or of a new one where that holds none
// such. Terms that stand one below the other share theirs.
func (f *rawFlow) item(name string) {
	term, kind := name == "dt", "ul"
	if term {
		kind = "dl"
	}
	if n := len(f.lists); n == 0 || f.lists[n-1].Terms != term {
		f.openList(kind)
	}
	list := f.lists[len(f.lists)-1]
	list.term = term
	if n := len(list.Items); term && n > 0 && len(list.Items[n-1].Blocks) == 0 {
		return
	}
	list.Items = append(list.Items, doc.Item{})
}

// close ends what a tag ends.
func (f *rawFlow) close(tag html.Token, start, end int) {
	switch {
	case f == nil:
	case f.left != "":
		if f.left == tag.Data {
			f.left = ""
		}
	case f.pre > 0 && !isFlow(tag.Data):
	case isBold(tag.Data):
		if f.end > 0 {
			f.end = end
		}
		if f.bold {
			f.strong, f.bold = len(strings.TrimSpace(f.said.String())), false
		}
	case isFlow(tag.Data):
		f.flush(start)
		f.heading = 0
		if isList(tag.Data) {
			f.endList()
		}
	}
}

func isList(name string) bool { return name == "ul" || name == "ol" || name == "dl" || name == "menu" }

// endLine ends a line of the text that is open.
func (f *rawFlow) endLine() {
	if text := strings.TrimSpace(f.said.String()); text != "" {
		line := f.w.pieces.Piece(text, f.start, f.end)
		if f.bold {
			f.strong = len(text)
		}
		line.Strong = min(f.strong, len(text))
		f.lines = append(f.lines, line)
	}
	f.said.Reset()
	f.end, f.strong, f.bold = 0, 0, false
}

// flush ends the text that is open, before an offset.
func (f *rawFlow) flush(before int) {
	if f == nil {
		return
	}
	if f.pre > 0 {
		f.code(before)
		return
	}
	f.endLine()
	lines := f.lines
	f.lines = nil
	if len(lines) == 0 {
		return
	}
	if f.heading > 0 {
		f.add(&doc.Heading{Text: joinedLines(lines), Level: f.heading})
		return
	}
	if item, isTerm := f.openItem(); item != nil && (isTerm || len(item.Lines) == 0 && len(item.Blocks) == 0) {
		item.Lines = append(item.Lines, lines...)
		return
	}
	f.add(&doc.Paragraph{Lines: lines})
}

// openItem returns the item that takes text, nil outside of lists, and whether the
// text is a term.
func (f *rawFlow) openItem() (*doc.Item, bool) {
	if len(f.lists) == 0 {
		return nil, false
	}
	list := f.lists[len(f.lists)-1]
	if len(list.Items) == 0 {
		return nil, false
	}
	item := &list.Items[len(list.Items)-1]
	if list.Terms && !list.term {
		return nil, false
	}
	return item, list.term
}

// code keeps text as it stands on its lines.
func (f *rawFlow) code(before int) {
	code := &doc.Code{}
	text, line := f.w.text, f.w.text.LineOf(f.pre)
	for i, shown := range strings.Split(strings.TrimRight(f.said.String(), " \t\r\n"), "\n") {
		shown = strings.TrimRight(shown, "\r")
		start, end := f.pre, before
		if i > 0 {
			start = min(text.LineStart(min(line+i, text.Lines())), before)
		}
		end = min(end, start+len(text.Line(text.LineOf(start)))-(start-text.LineStart(text.LineOf(start))))
		if i > 0 || strings.TrimSpace(shown) != "" {
			code.Lines = append(code.Lines, f.w.pieces.Line(shown, start, end))
		}
	}
	f.pre = 0
	f.said.Reset()
	if len(code.Lines) > 0 {
		f.add(code)
	}
}

// add takes a block into the item that is open, or into the document.
func (f *rawFlow) add(block doc.Block) {
	for _, list := range slices.Backward(f.lists) {
		if len(list.Items) > 0 {
			item := &list.Items[len(list.Items)-1]
			item.Blocks = append(item.Blocks, block)
			return
		}
	}
	f.made = append(f.made, block)
}

func (f *rawFlow) endList() {
	n := len(f.lists)
	if n == 0 {
		return
	}
	list := f.lists[n-1]
	f.lists = f.lists[:n-1]
	if len(list.Items) > 0 {
		f.add(&list.List)
	}
}

// cell gives a cell that has ended its place in the document.
func (f *rawFlow) cell(cell *rawCell) {
	if f != nil {
		cell.shown = f.w.pieces.Piece(cell.Text, cell.Span.ByteStart, cell.Span.ByteEnd)
		cell.shown.Strong = min(cell.strong, len(cell.Text))
	}
}

// table takes the table that has ended.
func (f *rawFlow) table(t *rawTable) {
	if f == nil || len(t.rows) == 0 && t.caption.Text == "" {
		return
	}
	table := &doc.Table{Header: t.titles()}
	if t.caption.Text != "" {
		table.Captions = append(table.Captions, t.caption.shown)
	}
	for _, row := range t.laidOut() {
		cells := make([]doc.Cell, len(row))
		for i, cell := range row {
			cells[i] = doc.Cell{Text: cell.shown, Title: cell.titles, Again: cell.again}
		}
		table.Rows = append(table.Rows, cells)
	}
	f.add(table)
}

// finish takes what is open at the end.
func (f *rawFlow) finish(end int) {
	if f == nil {
		return
	}
	f.flush(end)
	for len(f.lists) > 0 {
		f.endList()
	}
}

// isFlow reports whether an element stands by itself, and does not run along in a
// text.
func isFlow(name string) bool {
	switch name {
	case "address", "article", "aside", "blockquote", "body", "center", "dd", "details", "div", "dl", "dt", "fieldset", "figcaption", "figure",
		"footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "li", "main", "menu", "nav", "ol", "p", "pre", "section", "summary", "ul":
		return true
	}
	return false
}
