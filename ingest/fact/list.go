package fact

import (
	"fmt"
	"slices"
	"strings"

	"github.com/quarrykb/quarry/ingest/doc"
)

// list reads every item; a list of links into the document itself is its table of
// contents.
func (w walk) list(list *doc.List, place Place) {
	switch {
	case list.IsContents():
		w.mark(list.Place, "table of contents")
	case list.Terms:
		for _, item := range list.Items {
			w.terms(item, place)
		}
	default:
		g := w.group(place)
		for _, item := range list.Items {
			p := &part{}
			g.parts, w.groups = append(g.parts, p), &p.below
			w.item(item, place, p)
		}
	}
}

// group begins a group in a place.
func (w walk) group(place Place) *group {
	g := &group{place: place}
	*w.groups = append(*w.groups, g)
	return g
}

// item reads one item: what it says itself, then what stands below it, with its own words
// as the label.
func (w walk) item(item doc.Item, place Place, to *part) {
	if len(item.Lines) == 0 {
		w.below(item.Blocks, place)
		return
	}
	own := doc.Joined(item.Lines, " ").Marked()
	key, value := splitTerm(own)
	span, lines := w.over(item.Lines)
	if names := len(item.Blocks) > 0 && (value == "" || isEmphasised(own)); names {
		w.mark(lines, "label")
	}
	to.text, to.span, to.citations = own.Text, span, citations(own)
	to.of = w.keep(place, Item{kind: other, Key: key, Value: value, Span: span, Citations: to.citations, shown: own})
	if key == "" {
		key = strings.TrimRight(value, ":")
	}
	w.below(item.Blocks, place.Under(Label{Text: key, Span: span}))
}

// terms reads terms, then what they mean. Terms that stand one below the other all mean
// what paragraphs say; a list or a table is read below the last of them.
func (w walk) terms(item doc.Item, place Place) {
	lowest := place
	under, keys := make([]Place, len(item.Lines)), make([]string, len(item.Lines))
	for i, term := range item.Lines {
		span, lines := w.over([]doc.Text{term})
		w.mark(lines, "term")
		under[i] = place.Under(Label{Text: term.Marked().Text, Span: span})
		lowest = under[i]
		if size(span) <= longestLabel {
			keys[i] = term.Marked().Text
		}
	}
	for _, b := range item.Blocks {
		p, ok := b.(*doc.Paragraph)
		if !ok || len(p.Lines) == 0 || p.Aside {
			w.below([]doc.Block{b}, lowest)
			continue
		}
		for i, term := range under {
			w.meaning(p.Lines, keys[i], term)
		}
	}
}

// meaning reads a paragraph that says what a term means, all of it or line by line. What
// stands under terms has them for its key.
func (w walk) meaning(lines []doc.Text, key string, term Place) {
	if title, items, ok := w.keyedItems(lines); ok {
		w.keepGroup(term.Under(title), items)
		return
	}
	whole := doc.Joined(lines, " ").Marked()
	span, _ := w.over(lines)
	w.keep(term, Item{kind: other, Key: key, Value: whole.Text, Span: span, Citations: citations(whole), shown: whole})
}

// fewestKeyed is how many "Key: value" lines a title has to have below it.
const fewestKeyed = 2

// keyedItems returns the lines of a paragraph and the title above them, where every other
// line is "Key: value".
func (w walk) keyedItems(lines []doc.Text) (Label, []Item, bool) {
	var title Label
	items := make([]Item, 0, len(lines))
	for i, line := range lines {
		line = line.Marked()
		key, value := splitKey(line)
		switch {
		case key != "" && value != "":
			items = append(items, Item{kind: other, Key: key, Value: value, Span: line.Span, Citations: citations(line), shown: line})
		case i == 0 && len(lines) > fewestKeyed && (w.NamesDevice(line.Text) || w.isTitleOver(line, lines[1:])):
			title = Label{Text: strings.TrimSpace(strings.TrimRight(line.Text, ": ")), Span: line.Span}
		default:
			return title, nil, false
		}
	}
	return title, items, true
}

// isTitleOver reports whether a line may be a title, which is a name, and every line below it has a
// key.
func (w walk) isTitleOver(line doc.Text, below []doc.Text) bool {
	return MayBeTitle(line.Text) && w.nouns.IsName(w.nouns.Cut(line.Text, w.language)) && !slices.ContainsFunc(below, func(line doc.Text) bool {
		key, _ := splitKey(line.Marked())
		return key == ""
	})
}

// Limits of a key that no emphasis marks: "Bus width: 6,144 bit" has one, "Note that this
// holds: …" has none.
const (
	keyWords = 6
	keyBytes = 60
)

// splitKey returns the key and the value of a line. A key ends at a colon and is bold, or
// short.
func splitKey(line doc.Text) (string, string) {
	colon := keyColon(line.Text)
	if colon <= 0 {
		return "", line.Text
	}
	return keyAndValue(line, line.Text[:colon], line.Text[colon+1:])
}

// splitTerm returns the key and the value of a line, where a dash may part them too.
func splitTerm(line doc.Text) (string, string) {
	const dash = " – "
	key, value := splitKey(line)
	if at := strings.Index(strings.ReplaceAll(line.Text, " — ", dash), dash); at >= 0 && key == "" {
		return keyAndValue(line, line.Text[:at], line.Text[at+len(dash):])
	}
	return key, value
}

// keyAndValue parts a line where a mark stands, if what stands before that may be a key.
func keyAndValue(line doc.Text, key, value string) (string, string) {
	key, value = strings.TrimSpace(key), strings.TrimSpace(value)
	if len(key) > line.Strong+len(":") && (len(key) > keyBytes || len(strings.Fields(key)) > keyWords) {
		return "", line.Text
	}
	return strings.TrimRight(key, " :"), value
}

// keyColon returns the first colon that ends a word, outside of code, brackets and quotes,
// or -1.
func keyColon(text string) int {
	depth, quoted := 0, false
	for i := range len(text) {
		switch c := text[i]; {
		case c == '`' || c == '"':
			quoted = !quoted
		case c == '(' || c == '[':
			depth++
		case c == ')' || c == ']':
			depth--
		case c == ':' && depth <= 0 && !quoted && (i+1 == len(text) || text[i+1] == ' '):
			return i
		}
	}
	return -1
}

// table reads the rows of a table of a document. Its titles are structure.
func (w walk) table(table *doc.Table, place Place) {
	if table.First > 0 {
		w.mark(doc.Place{First: table.First, Last: min(table.First+1, table.Last)}, "table header")
	}
	for _, cell := range slices.Concat(table.Rows[:table.Header]...) {
		if table.First == 0 && cell.Span.ByteStart < cell.Span.ByteEnd {
			w.mark(doc.Place{First: cell.Span.LineStart, Last: cell.Span.LineEnd}, "table header")
		}
	}
	titles, rows := cellsOf(table.Rows[:table.Header]), cellsOf(table.Rows[table.Header:])
	if table.Header > 1 && doc.IsSection(table.Rows[0]) && !doc.IsSection(table.Rows[1]) {
		if slices.ContainsFunc(table.Rows[1:], doc.IsSection) {
			rows = slices.Concat(titles[:1], rows)
		}
		titles = titles[1:]
	}
	if len(titles) == 0 && len(rows) > 0 {
		titles = [][]Cell{make([]Cell, len(rows[0]))}
	}
	header := NewHeader(titles...)
	for _, cells := range rows {
		if item, ok := header.Row(place, cells); ok {
			w.keep(place, item)
		}
		if columns := len(header.titles); len(cells) > columns {
			w.to.found.Warnings = append(w.to.found.Warnings, fmt.Sprintf("line %d: a row of %d cells under %d headers", rowSpan(cells).LineStart, len(cells), columns))
		}
	}
}

// cellsOf returns the cells of rows. A title across the whole table stands in its first
// column alone.
func cellsOf(rows [][]doc.Cell) [][]Cell {
	all := make([][]Cell, len(rows))
	for i, row := range rows {
		all[i] = make([]Cell, len(row))
		for column, cell := range row {
			if column == 0 || !doc.IsSection(row) {
				all[i][column] = Cell{Text: cell.Marked().Text, Span: cell.Span, Held: cell.Again, Citations: citations(cell.Text)}
			}
		}
	}
	return all
}
