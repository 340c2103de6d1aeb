package record

import (
	"slices"
	"strings"
)

// mostOfMeasure is how many fields an object has at most that states a number,
// its unit and how it is meant.
const mostOfMeasure = 6

// unitOf returns the field of an object that states the unit of the numbers
// beside it: {"value": 80, "unit": "GB"}; -1 where it is no such object.
func unitOf(v Value) int {
	if v.Kind != Object || len(v.Fields) < 2 || len(v.Fields) > mostOfMeasure {
		return -1
	}
	unit := slices.IndexFunc(v.Fields, func(f Field) bool { return isUnitName(f.Name) && f.Value.Kind == Text && !f.Value.empty() })
	if unit < 0 || !slices.ContainsFunc(v.Fields, func(f Field) bool { return isFigure(f.Value) }) {
		return -1
	}
	if slices.ContainsFunc(v.Fields, func(f Field) bool { return f.Value.Kind == Object }) {
		return -1
	}
	return unit
}

// plainKind returns the kind of a value, where a number beside its unit is one.
func plainKind(v Value) Kind {
	if unitOf(v) >= 0 {
		return Number
	}
	return v.Kind
}

func isUnitName(name string) bool {
	switch strings.ToLower(name) {
	case "unit", "units", "uom", "unit_of_measure", "unit_of_measurement", "unitofmeasure", "measure_unit", "einheit", "unité", "unite",
		"unidad", "unità", "unita", "unidade":
		return true
	}
	return false
}

// isValueName reports whether a field of a measure is called by nothing but that
// it holds the number.
func isValueName(name string) bool {
	switch strings.ToLower(name) {
	case "value", "val", "amount", "quantity", "qty", "magnitude", "number", "figure", "wert", "valeur", "valor", "valore":
		return true
	}
	return false
}

// isFigure reports whether a value is a number, in quotes or not.
func isFigure(v Value) bool {
	return v.Kind == Number || v.Kind == Text && v.Text != "" && strings.ContainsRune("0123456789.+-~<>≈≤≥±", []rune(v.Text)[0]) &&
		strings.ContainsAny(v.Text, "0123456789")
}

// appendMeasure puts the numbers of an object that states their unit beside the
// fields of the record, each with that unit. The one that is called a value goes
// by the name of the object.
func appendMeasure(to []Field, field Field, unit int) []Field {
	stated := &field.Value.Fields[unit].Value
	for i, inner := range field.Value.Fields {
		if i == unit {
			continue
		}
		if isValueName(inner.Name) {
			inner.Name, inner.Key, inner.from = field.Name, field.Key, &origin{above: field.above()}
		} else {
			inner = within(field, inner)
		}
		if isFigure(inner.Value) {
			inner.from.unit = stated
		}
		to = append(to, inner)
	}
	return to
}

// withUnit returns what a field says on one line, with the unit that is stated
// beside it.
func (f Field) withUnit() string {
	unit := f.unit()
	if unit == nil {
		return inline(f.Value)
	}
	return inline(f.Value) + " " + inline(*unit)
}

// spanOf returns the two ends of a range that a list holds under a key that says
// that it is one: "temp_range_c": [10, 35].
func spanOf(field Field) (string, bool) {
	items := field.Value.Items
	if field.Value.Kind != List || len(items) != 2 || items[0].Kind != Number || items[1].Kind != Number {
		return "", false
	}
	if !has(words(field.Name), "range", "minmax", "bereich", "spanne", "plage", "rango", "intervallo") {
		return "", false
	}
	return items[0].Text + " – " + items[1].Text, true
}
