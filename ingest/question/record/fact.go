package record

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/doc"
	"github.com/quarrykb/quarry/ingest/fact"
	"github.com/quarrykb/quarry/ingest/question/phrase"
	"github.com/quarrykb/quarry/internal/quantity"
	"github.com/quarrykb/quarry/internal/text"
)

// state reads a record that asks nothing: its long texts are passages, the rest
// is a row of a table whose header are the names.
func (r *Reader) state(s Schema, record Record, found *ingest.Extraction) {
	before := len(found.Facts) + len(found.Passages)
	s.passages(r, record, found)
	row, header := []fact.Cell{{}}, []fact.Cell{{}}
	named := r.subject(s, record)
	for i, field := range record.Fields {
		switch {
		case i == named:
			row[0] = fact.Cell{Text: phrase.Short(plain(field.Value)), Span: field.Value.Span}
		case !s.isPassage(field) && !s.isMeta(field.Name):
			row = append(row, fact.Cell{Text: inline(field.Value), Span: field.Value.Span})
			header = append(header, fact.Cell{Text: r.label(field.Name), Span: field.Key})
		}
	}
	var place fact.Place
	for _, heading := range record.Headings {
		place.Headings = append(place.Headings, phrase.Short(heading.Text))
	}
	table := fact.Table{Titles: [][]fact.Cell{header}, Rows: [][]fact.Cell{row}, Place: place}
	stated, _ := table.Facts()
	for _, one := range stated {
		one.Source = s.source(r, record)
		found.Facts = append(found.Facts, one)
	}
	if len(found.Facts)+len(found.Passages) == before {
		r.bare(s, record, row, found)
	}
}

// bare keeps a record that says nothing but its name or what is said about it.
func (r *Reader) bare(s Schema, record Record, row []fact.Cell, found *ingest.Extraction) {
	texts := make([]string, len(row))
	for i, cell := range row {
		texts[i] = cell.Text
	}
	text := strings.Trim(strings.Join(texts, "; "), "; ")
	if text == "" {
		mark(record, ingest.Structure(record.Span.LineStart, record.Span.LineEnd, "empty record"), found)
		return
	}
	found.Passages = append(found.Passages, quarry.Passage{Text: text, Source: s.source(r, record)})
}

// subject returns the place of the field that names a record, -1 for none: the field
// that is called a name, or else the first short text that is no quantity. A number
// names nothing but a record of numbers.
func (r *Reader) subject(s Schema, record Record) int {
	at := slices.IndexFunc(record.Fields, func(f doc.Field) bool {
		return s.has(subjectRole, f.Name) && f.Value.IsScalar() && !f.Value.IsEmpty()
	})
	if at >= 0 || s.Asks() {
		return at
	}
	return slices.IndexFunc(record.Fields, func(f doc.Field) bool {
		_, quantity := r.lexicon.ReadQuantity(f.Value.Text)
		return f.Value.Kind == doc.String && !f.Value.IsEmpty() && !quantity && !s.isPassage(f) && !s.isMeta(f.Name)
	})
}

// inline returns a value on one line: the parts of a list after each other, the
// fields of an object with their names.
func inline(v doc.Value) string {
	if v.IsScalar() {
		return text.OneLine(plain(v))
	}
	var parts []string
	for _, item := range v.Items {
		parts = append(parts, inline(item))
	}
	for _, field := range v.Fields {
		parts = append(parts, spaced(field.Name)+": "+inline(field.Value))
	}
	return strings.Join(parts, ", ")
}

// label returns a field's name as a header: its words, with the unit at its end
// as units are written.
func (r *Reader) label(name string) string {
	name = spaced(name)
	at := strings.LastIndexByte(name, ' ')
	if at < 0 {
		return name
	}
	last := name[at+1:]
	others := func(u quantity.Unit) bool { return !strings.EqualFold(u.Symbol, last) }
	if units := slices.DeleteFunc(slices.Clone(r.lexicon.FindFold(last)), others); len(units) == 1 {
		return name[:at+1] + units[0].Symbol
	}
	return name
}

// spaced parts the words of a name as its separators do.
func spaced(name string) string {
	return strings.Join(strings.FieldsFunc(name, func(r rune) bool { return r == '_' || r <= ' ' }), " ")
}
