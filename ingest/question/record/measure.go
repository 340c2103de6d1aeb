package record

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest/doc"
	"github.com/quarrykb/quarry/internal/quantity"
)

// measureOf returns the places of the fields of an object that are a number and its unit,
// {"value": 80, "unit": "GB"} or {"amount": 30, "currency": "EUR"}, -1 for what it has not.
func (r *Reader) measureOf(v doc.Value) (int, int) {
	number := slices.IndexFunc(v.Fields, func(f doc.Field) bool {
		return r.cues["value_fields"].Has(folded(f.Name)) && isFigure(f.Value)
	})
	return number, slices.IndexFunc(v.Fields, func(f doc.Field) bool {
		name := folded(f.Name)
		return f.Value.Kind == doc.String && !f.Value.IsEmpty() && (r.cues["unit_fields"].Has(name) || r.cues["currency_fields"].Has(name))
	})
}

// isFigure reports whether a value is a number, in quotes or not.
func isFigure(v doc.Value) bool {
	return v.Kind == doc.Number || v.Kind == doc.String && v.Text != "" && strings.ContainsRune("0123456789.+-~<>≈≤≥±", []rune(v.Text)[0]) &&
		strings.ContainsAny(v.Text, "0123456789")
}

// Measured returns how many numbers in a tree have a unit, behind them or at the end of
// their names; 0 where no unit is one of things: settings have sizes, times and prices too.
func (r *Reader) Measured(root doc.Value) int {
	numbers, ofThings := 0, false
	for _, field := range r.flatten(Record{Fields: root.Fields}).Fields {
		name := r.label(field.Name)
		unit := name[strings.LastIndexByte(name, ' ')+1:]
		if read, ok := r.lexicon.ReadQuantity(field.Value.Text); ok && read.Unit != "" {
			unit = read.Unit
		}
		if found, known := r.lexicon.FindUnit(unit); known && isFigure(field.Value) {
			numbers++
			ofThings = ofThings || isOfThings(found.Kind)
		}
	}
	if !ofThings {
		return 0
	}
	return numbers
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
