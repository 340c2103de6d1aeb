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
// path as their name. Options stay together.
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
	if unit := r.unitOf(field.Value); unit >= 0 {
		return r.appendMeasure(to, field, unit)
	}
	for _, inner := range field.Value.Fields {
		to = r.appendFlat(to, within(field, inner))
	}
	return to
}

// within returns a field of an object by its path.
func within(field, inner doc.Field) doc.Field {
	inner.Name = field.Name + pathMark + inner.Name
	return inner
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
