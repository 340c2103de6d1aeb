package record

import (
	"slices"

	"github.com/quarrykb/quarry/ingest/doc"
)

func (r *Reader) flattened(records []Record) []Record {
	flat := make([]Record, len(records))
	for i, record := range records {
		flat[i] = r.flatten(record)
	}
	return flat
}

// flatten puts the fields of objects within a record beside its own, with the
// path as their name, and a number with its unit as one value. Options stay together.
func (r *Reader) flatten(record Record) Record {
	if !slices.ContainsFunc(record.Fields, func(f doc.Field) bool { return f.Value.Kind == doc.Object }) {
		return record
	}
	flat := record
	flat.Fields = nil
	for _, field := range record.Fields {
		flat.Fields = r.appendFlat(flat.Fields, field)
	}
	return flat
}

func (r *Reader) appendFlat(to []doc.Field, field doc.Field) []doc.Field {
	if field.Value.Kind != doc.Object || r.holdsOptions(field) {
		return append(to, field)
	}
	number, unit := r.measureOf(field.Value)
	if unit >= 0 && number < 0 { // of which numbers there it is the unit is not known
		return append(to, field)
	}
	for i, inner := range field.Value.Fields {
		switch {
		case unit >= 0 && i == number:
			said := inline(inner.Value) + " " + inline(field.Value.Fields[unit].Value)
			to = append(to, doc.Field{Name: field.Name, Key: field.Key, Value: doc.Value{Kind: doc.String, Text: said, Span: inner.Value.Span}})
		case i != unit:
			inner.Name = field.Name + pathMark + inner.Name
			to = r.appendFlat(to, inner)
		}
	}
	return to
}

// holdsOptions reports whether an object is the options of a question. One that is only
// called answers has to count them: a, b, c and on, or 1, 2, 3.
func (r *Reader) holdsOptions(field doc.Field) bool {
	p := r.promised(field.Name)
	if p.role != choicesRole || p.sure > weak {
		return p.role == choicesRole
	}
	for i, one := range field.Value.Fields {
		if at, ok := ordinal(one.Name); !ok || at != i && at != i+1 {
			return false
		}
	}
	return true
}
