package record

import "github.com/quarrykb/quarry/ingest/doc"

// flatten puts the fields of objects beside the others, with the path as their name, and a number
// with its unit as one value. Options stay together.
func (r *Reader) flatten(fields []doc.Field) []doc.Field {
	flat := make([]doc.Field, 0, len(fields))
	for _, field := range fields {
		flat = r.appendFlat(flat, field)
	}
	return flat
}

func (r *Reader) appendFlat(to []doc.Field, field doc.Field) []doc.Field {
	if field.Value.Kind != doc.Object || r.promised(field.Name) == (promise{choicesRole, strong}) {
		return append(to, field)
	}
	if said, ok := r.measure(field.Value); ok {
		field.Value = said
		return append(to, field)
	}
	for _, inner := range field.Value.Fields {
		inner.Name = field.Name + pathMark + inner.Name
		to = r.appendFlat(to, inner)
	}
	return to
}

// measure returns what an object with a unit says in one text: "80 GB" of {"value": 80,
// "unit": "GB"}, and all of it where it is not known of which number the unit is.
func (r *Reader) measure(v doc.Value) (doc.Value, bool) {
	var number, unit doc.Value
	for _, field := range v.Fields {
		switch name := folded(field.Name); {
		case r.cues["value_fields"].Has(name):
			number = field.Value
		case r.cues["unit_fields"].Has(name), r.cues["currency_fields"].Has(name):
			unit = field.Value
		}
	}
	said := doc.Value{Kind: doc.String, Text: inline(v), Span: v.Span}
	if len(v.Fields) == 2 && !number.IsEmpty() {
		said.Text, said.Span = inline(number)+" "+inline(unit), number.Span
	}
	return said, unit.Kind == doc.String && !unit.IsEmpty()
}
