package claim

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/text"
)

// longForm says which fields of a record that states one thing's value of one
// attribute hold what: of device, metric, value and unit. A field is known by its
// title, wherever it stands.
type longForm struct {
	name, attribute, unit string   // titles; the unit's is "" where none states it
	values                []string // of one value, or of its limits
	dated                 bool     // the values are of moments
}

// ofPlaceAbove stands for the title of the field that names the thing where none
// does, but what the records stand under.
const ofPlaceAbove = "\x00"

// longForm returns the form of records that are like the first one, if it is such
// a form.
func (r *Reader) longForm(first Record) (longForm, bool) {
	form, limits := longForm{}, []string(nil)
	for _, field := range first.Fields[:min(len(first.Fields), mostLooked)] {
		title := field.Name.Text
		switch {
		case field.Name.empty():
		case r.kindOfTitle(title) == unitTitle:
			form.unit = title
		case r.statedBy(title).axis == axisLimit:
			limits = append(limits, title)
		case form.attribute == "" && r.isProperty(title) && isWording(field.Value.Text):
			form.attribute = title
		case len(form.values) == 0 && r.isFigureOrMeasurement(title):
			form.values = []string{title}
		case r.isOccasion(title) || r.kindOfTitle(title) == noteTitle && r.has(title, timeWord):
			form.dated = true
		}
	}
	if len(form.values) == 0 && len(limits) > 1 {
		form.values = limits
	}
	r.nameLongForm(first, &form)
	return form, form.name != "" && form.attribute != "" && len(form.values) > 0
}

// nameLongForm finds out what names the thing, and the attribute where no title
// says that it does.
func (r *Reader) nameLongForm(first Record, form *longForm) {
	form.name = r.namedInLongForm(first, *form)
	if form.attribute == "" && len(form.values) > 0 {
		form.attribute = r.plainNameBeside(first, form)
	}
	if form.name == "" && form.unit != "" && r.thingAbove(first.Place) != "" {
		form.name = ofPlaceAbove
	}
}

// namedInLongForm returns the title of the field that names the thing: a title of
// names, rather of one sort than of any, or one over a known device.
func (r *Reader) namedInLongForm(first Record, form longForm) string {
	found, most := "", 0
	for _, field := range first.Fields[:min(len(first.Fields), mostLooked)] {
		title := field.Name.Text
		if field.Value.empty() || title == form.attribute || title == form.unit || slices.Contains(form.values, title) {
			continue
		}
		if score := r.namesInLongForm(field); score > most {
			found, most = title, score
		}
	}
	return found
}

// namesInLongForm tells how much speaks for a field to name the thing.
func (r *Reader) namesInLongForm(field Field) int {
	score := 0
	switch {
	case r.isPlainName(field.Name.Text):
		score = 1
	case r.isNameTitle(field.Name.Text):
		score = 2
	}
	if device, ok := r.nameIn(field.Value.Text); ok && !isPart(device) {
		score += 2
	}
	return score
}

// plainNameBeside returns the title of the field that names what is measured where
// another one, or the place of the records, names the thing: of "device, name,
// value, unit" the name.
func (r *Reader) plainNameBeside(first Record, form *longForm) string {
	for _, field := range first.Fields {
		title := field.Name.Text
		if !r.isPlainName(title) || !isWording(field.Value.Text) {
			continue
		}
		if title == form.name && form.unit != "" && r.thingAbove(first.Place) != "" {
			form.name = ofPlaceAbove
		}
		if title != form.name {
			return title
		}
	}
	return ""
}

// thingAbove returns the heading that may name what records are about: the last
// one that says more than that they follow.
func (r *Reader) thingAbove(place Place) string {
	for _, heading := range slices.Backward(place.Headings) {
		if !r.isSheetTitle(heading) && !r.isProperty(heading) {
			return heading
		}
	}
	return ""
}

// isFigureOrMeasurement reports whether a title stands over the values of what
// stands beside them. Ratings are given by people.
func (r *Reader) isFigureOrMeasurement(title string) bool {
	slug := text.SlugWith(title, ' ')
	return r.cues[figureTitles].Has(slug) || r.cues[measurementTitles].Has(slug)
}

// isWording reports whether a text may say what is measured.
func isWording(text string) bool {
	return len(text) <= longestName && strings.TrimSpace(text) != "" && !isNumeral(text)
}

// longGrid reads a table whose rows state one value of one thing each; false where
// it is no such table.
func (t *table) longGrid() bool {
	if len(t.heads) < 3 || !slices.ContainsFunc(t.heads, func(h head) bool { return h.text != "" && t.reader.isProperty(h.text) }) {
		return false
	}
	records := make([]Record, 0, len(t.rows))
	var above []Cell
	for i, row := range t.rows {
		if _, isGroup := groupOf(row); isGroup {
			return false
		}
		above = filledIn(row, above)
		records = append(records, t.longRecord(above))
		if form, ok := t.reader.longForm(records[0]); i == 0 && (!ok || form.name == ofPlaceAbove) {
			return false // a table without names is one of its place
		}
	}
	for _, specs := range t.reader.Records(records) {
		t.found = append(t.found, specs...)
	}
	return true
}

// filledIn returns a row in which what is left empty at its beginning is as in the
// row above.
func filledIn(row, above []Cell) []Cell {
	for i := range row {
		if !row[i].empty() || i >= len(above) {
			return slices.Concat(above[:min(i, len(above))], row[i:])
		}
	}
	return row
}

// longRecord returns a row as a record.
func (t *table) longRecord(row []Cell) Record {
	record := Record{Subject: -1, Place: t.place}
	for i, h := range t.heads[:min(len(row), len(t.heads))] {
		if !row[i].empty() && len(h.cells) > 0 {
			record.Fields = append(record.Fields, Field{Name: Cell{Text: h.text, Span: h.cells[0].Span}, Value: row[i]})
		}
	}
	return record
}

// longRecords reads records of a long form: those of one thing are one record, with
// an attribute for each of them.
func (r *Reader) longRecords(records []Record, form longForm) [][]quarry.Spec {
	things, from := r.gather(records, form)
	found := make([][]quarry.Spec, len(records))
	for _, specs := range r.records(things) {
		for _, spec := range specs {
			at := from[spec.Source.ByteStart]
			found[at] = append(found[at], spec)
		}
	}
	return found
}

// gather puts the values of each thing together. The second result tells of which
// record each value is, by the place where it begins.
func (r *Reader) gather(records []Record, form longForm) ([]Record, map[int]int) {
	var things []Record
	at, from := map[string]int{}, map[int]int{}
	for i, record := range records {
		name, attribute, ok := r.wordingOf(form, record)
		id, known := r.thingID(name.Value.Text)
		if !ok || form.dated && !known {
			continue
		}
		if _, met := at[id]; !met {
			at[id] = len(things)
			things = append(things, Record{Fields: []Field{*name}, Place: record.Place})
		}
		thing := &things[at[id]]
		for _, value := range form.valuesOf(record) {
			thing.Fields = append(thing.Fields, r.longField(record, form, name, attribute, value))
			from[value.Value.Span.ByteStart] = i
		}
	}
	for i := range things {
		r.tellFieldsApart(things[i].Fields[1:])
	}
	return things, from
}

// valuesOf returns the fields of a record that hold values.
func (f longForm) valuesOf(record Record) []Field {
	var values []Field
	for _, field := range record.Fields {
		if slices.Contains(f.values, field.Name.Text) && !field.Value.empty() {
			values = append(values, field)
		}
	}
	return values
}

// wordingOf returns the fields of a record that name the thing and the attribute.
func (r *Reader) wordingOf(f longForm, record Record) (*Field, *Field, bool) {
	name, attribute := &Field{Value: Cell{Text: r.thingAbove(record.Place)}}, &Field{}
	for i := range record.Fields {
		switch field := &record.Fields[i]; field.Name.Text {
		case f.name:
			name = field
		case f.attribute:
			attribute = field
		}
	}
	return name, attribute, isLabel(name.Value) && isLabel(attribute.Value)
}

// thingID returns what tells a thing from others: its id where it is known.
func (r *Reader) thingID(name string) (string, bool) {
	if device, ok := r.nameIn(name); ok {
		return string(device.ID), true
	}
	return " " + text.Slug(name), false
}

// longField returns the value of a record as one under the name of its attribute,
// with what the other fields say of it.
func (r *Reader) longField(record Record, form longForm, name, attribute *Field, value Field) Field {
	one := Field{Name: attribute.Value, Value: value.Value, Plain: value.Plain, beside: &beside{name: name.Value.Span}}
	one.Unit, one.Limit = value.Unit, value.Limit
	if len(form.values) > 1 {
		one.Limit = r.statedBy(value.Name.Text).value
	}
	for i := range record.Fields {
		field, title := &record.Fields[i], record.Fields[i].Name.Text
		switch {
		case field.Value.empty() || title == form.name || title == form.attribute || slices.Contains(form.values, title):
		case title == form.unit:
			one.Unit = &field.Value
		case len(field.Value.Text) <= longestVariant:
			one.beside.meet(r, field)
		}
	}
	return one
}

// beside is what the record of a long form says of its value.
type beside struct {
	name    quarry.Span // of the thing
	words   string      // that state conditions
	others  []*Field    // that state none
	said    stated      // what tells the value from others of its attribute
	context []quarry.Context
}

// meet looks at one more field.
func (b *beside) meet(r *Reader, field *Field) {
	text := field.Value.Text
	if _, format := r.lexicon.FindDevice(text); !r.onlySays(text) && (!format || !isFormat(r.label(text))) {
		b.others = append(b.others, field)
		return
	}
	b.words += " " + text
	b.context = append(b.context, quarry.Context{Role: quarry.RoleRow, Span: field.Value.Span})
}

// tellFieldsApart tells values of one attribute apart by the first field beside
// them in which they differ.
func (r *Reader) tellFieldsApart(fields []Field) {
	same := map[string][]*beside{}
	for i := range fields {
		if fields[i].Limit == "" {
			key := fields[i].Name.Text + fields[i].beside.words
			same[key] = append(same[key], fields[i].beside)
		}
	}
	for _, some := range same {
		r.tellBeside(some)
	}
}

// tellBeside finds the field that tells values of one attribute apart.
func (r *Reader) tellBeside(some []*beside) {
	for i := range some[0].others {
		at := func(b *beside) Cell {
			if i >= len(b.others) {
				return Cell{}
			}
			return b.others[i].Value
		}
		if differences(r, some, at) > 1 {
			tellBy(some, at)
			return
		}
	}
}

// tellBy lets a field tell values apart: the year in which they held, or else as a
// variant.
func tellBy(some []*beside, at func(*beside) Cell) {
	axis := axisAsOf
	if slices.ContainsFunc(some, func(b *beside) bool { return !isYear(at(b).Text) }) {
		axis = quarry.AxisVariant
	}
	for _, b := range some {
		b.said = stated{axis, strings.TrimSpace(at(b).Text)}
		b.context = append(b.context, quarry.Context{Role: quarry.RoleRow, Span: at(b).Span})
	}
}

// tell adds to a value what its record says of it, if it is of a long form.
func (b *beside) tell(v *value) {
	if b == nil {
		return
	}
	v.words += b.words
	v.context = append(v.context, b.context...)
	v.context[0].Span = b.name
	if v.said.axis == "" {
		v.said = b.said
	}
}
