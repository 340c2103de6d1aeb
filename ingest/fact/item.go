package fact

import (
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest/doc"
)

// kind is how a document shows an item.
type kind int

const (
	sentence kind = iota
	row
	joined // what entries of a list say together
	other  // an entry of a list, a keyed line, or what stands in a block of code without a language
)

// Item is something that a document says in one piece: a sentence, an entry of a list, a
// row, a keyed line, a formula. A fact is one that is worth having.
type Item struct {
	Key       string // of a keyed line, a term, or the label of a row
	Value     string // what is said, without the key
	Span      quarry.Span
	Place     Place
	Citations []quarry.Citation

	kind    kind
	context []quarry.Context // that it rests on besides its labels
	shown   doc.Text         // as it is shown, where it is one text
}

// whole is all that an item says.
func (i *Item) whole() string {
	switch {
	case i.Key == "":
		return i.Value
	case i.kind == row:
		return i.Key + " | " + i.Value
	}
	return i.Key + ": " + i.Value
}

// about returns the fact that an item states of a subject. A key that names no part of the
// subject is a part of the statement.
func (i *Item) about(s subject) quarry.Fact {
	statement := i.Value
	if i.Key != "" && s.from != ofKey {
		statement = withoutColon(i.Key) + ": " + statement
	}
	return quarry.Fact{Subject: s.text, Statement: statement, Citations: i.Citations, Source: i.Place.source(i.Span, i.context...)}
}

// Fact returns what an item states of its key, or else of the title that it stands under.
func (i *Item) Fact() quarry.Fact {
	about := subject{text: withoutColon(i.Key), from: ofKey}
	if n := len(i.Place.Headings); about.text == "" && n > 0 {
		about.text = i.Place.Headings[n-1]
	}
	if about.text == "" {
		about.text = firstWords(i.Value)
	}
	return i.about(about)
}

func withoutColon(part string) string { return strings.TrimRight(strings.TrimSpace(part), ":") }

// Cell is one cell with its place in the text; an empty cell has an empty span.
type Cell struct {
	Text      string
	Span      quarry.Span
	Held      bool // it stands in a row above, and reaches into this one
	Citations []quarry.Citation
}

func (c Cell) empty() bool { return strings.TrimSpace(c.Text) == "" }

// Header is the titles of a table's columns.
type Header struct {
	titles []string
	span   quarry.Span // of all titles; empty where rows do not repeat them
}

// longestHeader is the longest header, in bytes, that rows repeat as their context. Rows
// under a longer one state their cells without it.
const longestHeader = 1500

// NewHeader lays rows of titles over each other; a title stands in every column that it
// spans.
func NewHeader(rows ...[]Cell) Header {
	var h Header
	for i, titles := range rows {
		if i == 0 {
			h.span = rowSpan(titles)
			for _, one := range titles {
				h.titles = append(h.titles, strings.TrimSpace(one.Text))
			}
			continue
		}
		for column, next := range titles[:min(len(h.titles), len(titles))] {
			if title := &h.titles[column]; !next.empty() && next.Text != *title {
				*title = strings.TrimSpace(*title + " " + next.Text)
			}
		}
		if span := rowSpan(titles); span.ByteEnd > h.span.ByteEnd {
			h.span.ByteEnd, h.span.LineEnd = span.ByteEnd, span.LineEnd
		}
	}
	if size(h.span) > longestHeader {
		return Header{titles: make([]string, len(h.titles))}
	}
	return h
}

// Row returns what a row says: its first cell is the key, titles and cells of the others are
// what is said. Surplus cells stay in it without a title. It is false for a row that says
// nothing besides its key.
func (h Header) Row(place Place, cells []Cell) (Item, bool) {
	item := Item{kind: row, Place: place, Span: rowSpan(cells)}
	var said strings.Builder
	for i, cell := range cells {
		item.Citations = append(item.Citations, cell.Citations...)
		if i == 0 || cell.empty() {
			continue
		}
		if said.Len() > 0 {
			said.WriteString("; ")
		}
		if i < len(h.titles) && h.titles[i] != "" {
			said.WriteString(h.titles[i] + ": ")
		}
		said.WriteString(cell.Text)
	}
	if said.Len() == 0 {
		return Item{}, false
	}
	item.Key, item.Value = strings.TrimSpace(cells[0].Text), said.String()
	if size(h.span) > 0 {
		item.context = append(item.context, quarry.Context{Role: quarry.RoleHeader, Span: h.span})
	}
	for _, cell := range cells {
		if cell.Held && !cell.empty() {
			item.context = append(item.context, quarry.Context{Role: quarry.RoleRowLabel, Span: cell.Span})
		}
	}
	return item, true
}

// rowSpan covers a row from its first to its last cell that is not empty.
func rowSpan(row []Cell) quarry.Span {
	var span quarry.Span
	for _, cell := range row {
		if cell.empty() || cell.Held {
			continue
		}
		if span.ByteEnd == 0 {
			span = cell.Span
		}
		span.ByteEnd, span.LineEnd = cell.Span.ByteEnd, cell.Span.LineEnd
	}
	return span
}
