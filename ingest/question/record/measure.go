package record

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest/doc"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/quantity"
)

// unitOf returns the field of an object that states the unit of the numbers
// beside it: {"value": 80, "unit": "GB"}, {"amount": 30, "currency": "EUR"}; -1
// where it is no such object. One of the numbers has to be called as what has the
// unit.
func (r *Reader) unitOf(v doc.Value) int {
	if !slices.ContainsFunc(v.Fields, r.hasUnit) {
		return -1
	}
	return slices.IndexFunc(v.Fields, func(f doc.Field) bool {
		name := folded(f.Name)
		return f.Value.Kind == doc.String && !f.Value.IsEmpty() && (r.cues["unit_fields"].Has(name) || r.cues["currency_fields"].Has(name))
	})
}

// hasUnit reports whether a field beside a unit holds what the unit is of, and not
// the year, the page or the tolerance of it.
func (r *Reader) hasUnit(field doc.Field) bool {
	name, parts := folded(field.Name), field.Value.Parts()
	named := r.cues["range_words"].HasAny(words(field.Name)...)
	for _, cue := range []lexicon.Cue{"value_fields", "limit_min", "limit_typ", "limit_max", "extent_fields"} {
		named = named || r.cues[cue].Has(name)
	}
	return named && len(parts) > 0 && !slices.ContainsFunc(parts, func(v doc.Value) bool { return !isFigure(v) })
}

// isFigure reports whether a value is a number, in quotes or not.
func isFigure(v doc.Value) bool {
	return v.Kind == doc.Number || v.Kind == doc.String && v.Text != "" && strings.ContainsRune("0123456789.+-~<>≈≤≥±", []rune(v.Text)[0]) &&
		strings.ContainsAny(v.Text, "0123456789")
}

// appendMeasure puts the numbers of an object that states their unit beside the
// fields of the record, each with that unit. The one that is called a value goes
// by the name of the object. Other numbers there are no measures.
func (r *Reader) appendMeasure(to []doc.Field, field doc.Field, unit int) []doc.Field {
	for i, inner := range field.Value.Fields {
		if i == unit {
			continue
		}
		one := within(field, inner)
		if r.cues["value_fields"].Has(folded(inner.Name)) {
			one.Name, one.Key = field.Name, field.Key
		}
		if r.hasUnit(inner) {
			one.Value = doc.Value{Kind: doc.String, Text: inline(inner.Value) + " " + inline(field.Value.Fields[unit].Value), Span: inner.Value.Span}
		}
		to = append(to, one)
	}
	return to
}

// Measured returns how many numbers in a tree have a unit, or are of an attribute of a
// device that the lexicon knows; 0 where none of them is of a thing: settings have sizes,
// times and prices too.
func (r *Reader) Measured(root doc.Value) int {
	numbers, ofThings := 0, false
	for _, field := range r.flatten(Record{Fields: root.Fields}).Fields {
		path := strings.Split(field.Name, pathMark)
		unit, united := r.unitOfField(field)
		named := isFigure(field.Value) && slices.ContainsFunc(path, r.isDevice)
		if united || named && len(r.lexicon.FindAttributes(spaced(path[len(path)-1]))) > 0 {
			numbers++
		}
		ofThings = ofThings || named || united && isOfThings(unit.Kind)
	}
	if !ofThings {
		return 0
	}
	return numbers
}

func (r *Reader) isDevice(name string) bool {
	_, known := r.lexicon.FindDevice(name)
	return known
}

// unitOfField returns the unit of a field's number: behind it, or at the end of the
// field's name.
func (r *Reader) unitOfField(field doc.Field) (quantity.Unit, bool) {
	if !isFigure(field.Value) {
		return quantity.Unit{}, false
	}
	if read, ok := r.lexicon.ReadQuantity(field.Value.Text); ok && read.Unit != "" {
		return r.lexicon.FindUnit(read.Unit)
	}
	name := r.label(field.Name)
	return r.lexicon.FindUnit(name[strings.LastIndexByte(name, ' ')+1:])
}

// isOfThings reports whether what a kind measures is mostly that of a thing, and not of
// what happens, costs or is computed.
func isOfThings(kind quarry.QuantityKind) bool {
	switch kind {
	case "", "count", quantity.Ratio, "time", "cycles", "data", "bits", "flops", "ops", "operations", "level", "pixels":
		return false
	}
	return !strings.HasSuffix(string(kind), "_rate") && !quantity.IsMoney(kind)
}
