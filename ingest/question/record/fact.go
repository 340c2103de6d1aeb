package record

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/doc"
	"github.com/quarrykb/quarry/ingest/fact"
	"github.com/quarrykb/quarry/ingest/passage"
	"github.com/quarrykb/quarry/ingest/question/phrase"
	"github.com/quarrykb/quarry/internal/quantity"
	"github.com/quarrykb/quarry/internal/text"
)

// state reads a record that asks nothing: its long texts are passages, the rest is a row of a
// table whose header are the names. One that says nothing but its name is a passage too.
func (r *Reader) state(s Schema, record Record, found *ingest.Extraction) {
	before := len(found.Facts) + len(found.Passages)
	r.passages(s, record, found)
	row, header := []fact.Cell{{}}, []fact.Cell{{}}
	source, named := s.source(r, record), r.subject(s, record)
	for i, field := range record.Fields {
		switch {
		case i == named:
			row[0] = fact.Cell{Text: phrase.Short(plain(field.Value)), Span: field.Value.Span}
		case !s.isPassage(field) && s.roleOf(field.Name) != metaRole:
			row = append(row, fact.Cell{Text: inline(field.Value), Span: field.Value.Span})
			header = append(header, fact.Cell{Text: r.label(field.Name), Span: field.Key})
		}
	}
	var place fact.Place
	for _, heading := range record.Headings {
		place.Headings = append(place.Headings, phrase.Short(heading.Text))
	}
	if item, ok := fact.NewHeader(header).Row(place, row); ok {
		one := item.Fact()
		one.Source = source
		found.Facts = append(found.Facts, one)
	}
	switch {
	case len(found.Facts)+len(found.Passages) > before:
	case row[0].Text == "" && size(record.Span) > 0:
		found.Marks = append(found.Marks, ingest.Structure(record.Span.LineStart, record.Span.LineEnd, "empty record"))
	case row[0].Text != "":
		found.Passages = append(found.Passages, quarry.Passage{Text: row[0].Text, Source: source})
	}
}

// subject returns the place of the field that names a record, -1 for none: the field
// that is called a name, or else the first short text that is no quantity. A number
// names nothing but a record of numbers.
func (r *Reader) subject(s Schema, record Record) int {
	at := slices.IndexFunc(record.Fields, func(f doc.Field) bool {
		return s.roleOf(f.Name) == subjectRole && f.Value.IsScalar() && !f.Value.IsEmpty()
	})
	if at >= 0 || s.Asks() {
		return at
	}
	return slices.IndexFunc(record.Fields, func(f doc.Field) bool {
		_, isQuantity := r.lexicon.ReadQuantity(f.Value.Text)
		return f.Value.Kind == doc.String && !f.Value.IsEmpty() && !isQuantity && !s.isPassage(f) && s.roleOf(f.Name) != metaRole
	})
}

// longText is how many characters make a text a passage and no value.
const longText = 240

// isPassage reports whether a field is a text at length.
func (s Schema) isPassage(field doc.Field) bool {
	return isLong(field.Value, s.roleOf(field.Name) == textRole)
}

// isLong reports whether a value is a text at length, or of several words where its name
// says that it is a text.
func isLong(v doc.Value, isText bool) bool {
	return v.Kind == doc.String && (utf8.RuneCountInString(v.Text) >= longText || isText && text.WordCount(v.Text) > 1)
}

// passages keeps the texts at length, beside a question only those that their names call
// texts, each once where records repeat it. The name of the record is their last heading.
func (r *Reader) passages(s Schema, record Record, found *ingest.Extraction) {
	source := s.source(r, record)
	if named := r.subject(s, record); named >= 0 {
		source.Heading = append(source.Heading, phrase.Short(plain(record.Fields[named].Value)))
	}
	for _, field := range record.Fields {
		n := len(found.Passages)
		isKept := n > 0 && strings.HasSuffix(plain(field.Value), found.Passages[n-1].Text)
		if s.isPassage(field) && !isKept && (!s.Asks() || s.roleOf(field.Name) == textRole) {
			keepPassages(field.Value, source, found)
		}
	}
}

// keepPassages keeps a text in pieces. Where their places are known each is its
// own, for a long text is no evidence of a short one.
func keepPassages(v doc.Value, source quarry.Source, found *ingest.Extraction) {
	parts := v.Items
	if len(parts) == 0 {
		for rest := plain(v); rest != ""; {
			head := rest[:passage.First(rest, "\n\n", "\n")]
			parts = append(parts, doc.Value{Text: head, Span: v.Span})
			rest = strings.TrimSpace(rest[len(head):])
		}
	}
	for _, part := range parts {
		one := quarry.Passage{Text: plain(part), Source: source}
		one.Source.Heading = slices.Clone(source.Heading)
		if size(part.Span) > 0 {
			one.Source.Span = part.Span
		}
		found.Passages = append(found.Passages, one)
	}
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
