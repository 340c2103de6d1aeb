package claim

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/quantity"
)

// Record is one record of a file: named fields with their values.
type Record struct {
	Fields  []Field
	Subject int // the field that most likely names the record; -1 for none
	Place   Place
}

// Field is a named value. A name may be a key: "memory_gb", "boostClockMHz". The
// unit is nil where no place of its own states it.
type Field struct {
	Name, Value Cell
	Unit        *Cell
	Limit       string // of what is measured that the value is: "min", "typ" or "max"; "" where it is no limit

	Plain bool // the value is a number of the file's format: it has a decimal point in every document

	beside *beside // what a record of a long form says of it; nil in others
}

// style returns how the number of a field of a record is written.
func (r *Record) style(field *Field) quantity.NumberStyle {
	if field.Plain {
		return quantity.DecimalPoint
	}
	return r.Place.Numbers
}

// Records reads the specs of records of one kind, for each record its own. A
// record is about the device that one of its fields names: known, or unknown
// where the field's name says that it names something and the record holds
// several numbers that are known to be values.
func (r *Reader) Records(records []Record) [][]quarry.Spec {
	if len(records) > 0 {
		if form, ok := r.longForm(records[0]); ok {
			return r.longRecords(records, form)
		}
	}
	return r.records(records)
}

// records reads the specs of records that say what they are about themselves.
func (r *Reader) records(records []Record) [][]quarry.Spec {
	t := &table{reader: r, labels: newLabels(r), records: records}
	rows := t.recordRows(records)
	for _, same := range twins(rows) {
		for _, i := range same {
			t.findSKU(&rows[i], -1)
		}
	}
	for _, same := range twins(rows) {
		t.tellRecords(records, rows, same)
	}
	ends := make([]int, len(records))
	for i, record := range records {
		begin := len(t.found)
		t.expect(i, len(records))
		t.scopes = nil
		if t.place, t.sources.place, t.speech = record.Place, record.Place, nil; rows[i].named {
			t.recordSpecs(record, rows[i])
		}
		keepApart(t.found[begin:])
		ends[i] = len(t.found)
	}
	found, begin := make([][]quarry.Spec, len(records)), 0
	for i, end := range ends {
		found[i], begin = t.found[begin:end:end], end
	}
	return found
}

// recordRows finds out which device every record is about.
func (t *table) recordRows(records []Record) []namedRow {
	rows := make([]namedRow, len(records))
	unknown := map[string]*siblingRecords{}
	if t.areChoices(records) {
		return rows
	}
	for i, record := range records {
		var at nameAt
		if rows[i], at = t.recordRow(record); at.at >= 0 && !rows[i].named {
			t.meet(record, i, at, unknown)
		}
	}
	for _, one := range unknown {
		if t.discovers = one.show(t.reader); t.discovers {
			for _, i := range one.valuable {
				t.identify(&rows[i])
			}
		}
	}
	return rows
}

// recordRow finds out which known device a record is about, and by what it is
// named.
func (t *table) recordRow(record Record) (namedRow, nameAt) {
	row := namedRow{}
	named := t.nameField(record)
	if named.at < 0 {
		return row, named
	}
	row.at, row.name = named.at, record.Fields[named.at].Value
	for i, field := range record.Fields {
		if i != named.at {
			row.cells = append(row.cells, withUnit(field.Value, t.labels.of(field.Name.Text)))
		}
	}
	t.identify(&row)
	return row, named
}

// nameAt is the field that names a record.
type nameAt struct {
	at   int  // -1 for none
	told bool // its name says that it names something
}

// The weights of what speaks for the field that names a record.
const (
	ofNameKey    = 2.0
	ofDevice     = 1.5
	ofTitledPart = -1.0 // … under a title of names, beside what names the record
	ofPart       = 0.5  // a link or a memory, which is mostly part of something
	ofSubject    = 1.0
	ofAttribute  = -2.0
)

// nameField returns the field that names a record.
func (t *table) nameField(record Record) nameAt {
	best, most := nameAt{at: -1}, 0.0
	for i, field := range record.Fields {
		if best.at < 0 && !field.Value.empty() && t.labels.of(field.Name.Text).isOver(jobTitle) {
			return best // what is done on devices is no device's
		}
		if len(field.Value.Text) > longestName || t.reader.isNothing(field.Value.Text) {
			continue
		}
		score, titled := t.fieldScore(record, i, most)
		if score > most && (titled || score >= ofDevice || i == record.Subject) {
			best, most = nameAt{i, titled || field.Name.empty()}, score
		}
	}
	return best
}

// areChoices reports whether some records ask for devices to do something on, by a key or
// by one above them: what they say of the devices is what is asked for.
func (t *table) areChoices(records []Record) bool {
	is := func(title string, cues ...lexicon.Cue) bool {
		return len(title) <= longestName && t.labels.of(title).isOver(cues...)
	}
	return slices.ContainsFunc(records[:min(len(records), mostSampled)], func(record Record) bool {
		return slices.ContainsFunc(record.Place.Headings, func(title string) bool { return is(title, choiceTitle, jobTitle) }) ||
			slices.ContainsFunc(record.Fields[:min(len(record.Fields), mostLooked)], func(f Field) bool { return is(f.Name.Text, choiceTitle) })
	})
}

// fieldScore tells how much speaks for a field to name its record, as long as it
// may be more than what speaks for another, and whether it is titled as a name.
func (t *table) fieldScore(record Record, i int, most float64) (float64, bool) {
	key := t.labels.of(record.Fields[i].Name.Text)
	if key.carries { // "H100 interface": the key names it already
		return 0, false
	}
	if key.isOver(codeTitle) && isBareCode(record.Fields[i].Value.Text) { // the room H100
		return 0, false
	}
	score, titled := t.keyScore(key)
	if i == record.Subject {
		score += ofSubject
	}
	if key.kind != plainTitle || score+ofDevice <= most {
		return 0, titled
	}
	if titled && isNumeral(record.Fields[i].Value.Text) { // of the things that are called so
		titled, score = false, score-ofNameKey
	}
	parts := ofAttribute
	switch {
	case titled && i != record.Subject && record.Subject >= 0: // "interface" is as often what a thing has
		parts = ofTitledPart
	case i < mostHeaders:
		parts = ofPart
	}
	return score + t.deviceScore(record.Fields[i].Value.Text, parts), titled
}

// isNumeral reports whether a text is nothing but a plain number.
func isNumeral(text string) bool { return strings.Trim(text, "0123456789.,") == "" }

// keyScore tells how much a field's name speaks for holding a name, and whether
// it is the title of one.
func (t *table) keyScore(key *label) (float64, bool) {
	score, titled := 0.0, t.reader.isNameTitle(key.bare)
	if titled {
		score += ofNameKey
	}
	if len(key.attributes) > 0 || key.sure() {
		score += ofAttribute
	}
	return score, titled
}

// deviceScore tells how much a value speaks for being a device's name. Links and
// memories are mostly the value of an attribute, and name only what begins with
// them.
func (t *table) deviceScore(text string, ofPart float64) float64 {
	name := t.labels.name(text)
	switch {
	case !name.names && !isFormat(name) || t.isOfOther(name):
		return 0
	case !isFormat(name) && !isPart(name.device):
		return ofDevice
	}
	return ofPart
}

// tellRecords tells records apart that have the same name, by the field in which
// the most of them differ: the one that tells best of several.
func (t *table) tellRecords(records []Record, rows []namedRow, same []int) {
	found, most, tells := -1, 1, 0
	named := fieldsByName(records, same)
	first := records[same[0]].Fields
	for i, field := range first[:min(len(first), mostTelling)] {
		key := t.labels.of(field.Name.Text)
		if i == rows[same[0]].at || key.kind == indexTitle {
			continue
		}
		different := differences(t.reader, named, func(one *fields) Cell { return one.value(field.Name.Text, i) })
		if different > most || different == most && key.tells() < tells {
			found, most, tells = i, different, key.tells()
		}
	}
	if found < 0 {
		return
	}
	for i, one := range same {
		cell := named[i].value(first[found].Name.Text, found)
		rows[one].variant, rows[one].by = t.labels.of(first[found].Name.Text).telling(cell), cell.Span
		rows[one].context = append(rows[one].context, quarry.Context{Role: quarry.RoleRow, Span: cell.Span})
	}
}

// mostTelling is how many of a record's fields are looked at for the one that
// tells it from others of its name.
const mostTelling = 1000

// differences counts the different values that some rows have in one place; 0
// where one of them has nothing there.
func differences[Row any](r *Reader, same []Row, at func(Row) Cell) int {
	seen := map[string]bool{}
	for _, one := range same {
		cell := at(one)
		if r.isNothing(cell.Text) || len(cell.Text) > longestVariant {
			return 0
		}
		seen[cell.Text] = true
	}
	return len(seen)
}

// fields are those of a record, and where each name stands first.
type fields struct {
	all []Field
	at  map[string]int
}

// fieldsByName returns the fields of some of the records.
func fieldsByName(records []Record, some []int) []*fields {
	named := make([]*fields, len(some))
	for i, record := range some {
		named[i] = &fields{all: records[record].Fields}
	}
	return named
}

// value returns what a record holds under a name, which most have at the same
// place.
func (f *fields) value(name string, likely int) Cell {
	if likely < len(f.all) && f.all[likely].Name.Text == name {
		return f.all[likely].Value
	}
	if f.at == nil {
		f.at = make(map[string]int, len(f.all))
		for i, field := range slices.Backward(f.all) {
			f.at[field.Name.Text] = i
		}
	}
	at, ok := f.at[name]
	if !ok {
		return Cell{}
	}
	return f.all[at].Value
}

// tellField tells a value what places of a field beside its name state.
func (t *table) tellField(v *value, field *Field) {
	if field.Unit != nil {
		v.unit = t.unitLabel(field.Unit.Text)
		v.context = append(v.context, quarry.Context{Role: quarry.RoleRow, Span: field.Unit.Span})
	}
	if field.Limit != "" {
		v.said = stated{axisLimit, field.Limit}
	}
	field.beside.tell(v)
}

// recordSpecs reads the numbers of a record.
func (t *table) recordSpecs(record Record, row namedRow) {
	limits := t.limited(len(record.Fields), func(i int) string { return record.Fields[i].Name.Text })
	for i, field := range record.Fields {
		if i == row.at || field.Value.empty() || field.Name.empty() {
			continue
		}
		key, said, written := t.labels.of(field.Name.Text), stated{}, field.Name.Text
		if one, ok := limits[i]; ok {
			key, said, written = one.label, one.said, one.label.text
		}
		if key.kind != plainTitle || len(field.Name.Text) > longestLabel {
			continue
		}
		v := &value{
			cell: field.Value, device: row.device, title: key, attributes: key.attributes, written: written,
			variant: row.variantOf(field.Value), inRow: true, plain: field.Plain, words: key.text,
			context: append([]quarry.Context{
				{Role: quarry.RoleRowLabel, Span: row.name.Span}, {Role: quarry.RoleHeader, Span: field.Name.Span},
			}, row.context...),
		}
		v.said = said
		t.tellField(v, &field)
		t.place.Numbers = record.style(&field)
		t.read(v)
	}
}
