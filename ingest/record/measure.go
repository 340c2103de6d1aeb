package record

import (
	"slices"
	"strings"
)

// mostOfMeasure is how many fields an object has at most that states a number,
// its unit and how it is meant.
const mostOfMeasure = 6

// unitOf returns the field of an object that states the unit of the numbers
// beside it: {"value": 80, "unit": "GB"}, {"amount": 30, "currency": "EUR"}; -1
// where it is no such object. One of the numbers has to be called as what has the
// unit.
func (r *Reader) unitOf(v Value) int {
	if v.Kind != Object || len(v.Fields) < 2 || len(v.Fields) > mostOfMeasure {
		return -1
	}
	unit := slices.IndexFunc(v.Fields, func(f Field) bool {
		return (r.isUnitName(f.Name) || r.isCurrencyName(f.Name)) && f.Value.Kind == Text && !f.Value.empty()
	})
	if unit < 0 || !slices.ContainsFunc(v.Fields, r.hasUnit) {
		return -1
	}
	if slices.ContainsFunc(v.Fields, func(f Field) bool { return f.Value.Kind == Object }) {
		return -1
	}
	return unit
}

// hasUnit reports whether a field beside a unit holds what the unit is of, and not
// the year, the page or the tolerance of it.
func (r *Reader) hasUnit(field Field) bool {
	if _, ranges := r.spanOf(field); ranges {
		return true
	}
	return isFigure(field.Value) && (r.isValueName(field.Name) || r.limitOf(field.Name) != "" || r.isExtent(field.Name))
}

// limitOf returns which limit a number beside its unit is by its name, "" for none.
func (r *Reader) limitOf(name string) string {
	switch name = folded(name); {
	case r.cues[limitMin].Has(name):
		return "min"
	case r.cues[limitTyp].Has(name):
		return "typ"
	case r.cues[limitMax].Has(name):
		return "max"
	}
	return ""
}

// isExtent reports whether a number beside a unit is called by what it is the
// extent of.
func (r *Reader) isExtent(name string) bool { return r.cues[extentFields].Has(folded(name)) }

// isCurrencyName reports whether a field of an object names the currency of the
// sum beside it.
func (r *Reader) isCurrencyName(name string) bool { return r.cues[currencyFields].Has(folded(name)) }

// isPriced reports whether an object says what the sum in it is for: a price of
// an hour is no sum.
func (r *Reader) isPriced(v Value) bool {
	named := func(called func(string) bool) bool {
		return slices.ContainsFunc(v.Fields, func(f Field) bool { return called(f.Name) })
	}
	return named(r.isCurrencyName) && (named(r.isUnitName) || named(func(name string) bool {
		return r.cues[periodWords].HasAny(words(name)...)
	}))
}

// plainKind returns the kind of a value, where a number beside its unit is one.
func (r *Reader) plainKind(v Value) Kind {
	if r.unitOf(v) >= 0 {
		return Number
	}
	return v.Kind
}

func (r *Reader) isUnitName(name string) bool { return r.cues[unitFields].Has(folded(name)) }

// isValueName reports whether a field of a measure is called by nothing but that
// it holds the number.
func (r *Reader) isValueName(name string) bool { return r.cues[valueFields].Has(folded(name)) }

// isFigure reports whether a value is a number, in quotes or not.
func isFigure(v Value) bool {
	return v.Kind == Number || v.Kind == Text && v.Text != "" && strings.ContainsRune("0123456789.+-~<>≈≤≥±", []rune(v.Text)[0]) &&
		strings.ContainsAny(v.Text, "0123456789")
}

// appendMeasure puts the numbers of an object that states their unit beside the
// fields of the record, each with that unit. The one that is called a value goes
// by the name of the object. Other numbers there are no measures.
func (r *Reader) appendMeasure(to []Field, field Field, unit int) []Field {
	stated, limited, priced := &field.Value.Fields[unit].Value, r.isLimited(field.Value), r.isPriced(field.Value)
	for i, inner := range field.Value.Fields {
		if i == unit {
			continue
		}
		measures, name := r.hasUnit(inner) && !priced, inner.Name
		if r.isValueName(name) {
			inner.Name, inner.Key, inner.from = field.Name, field.Key, &origin{above: field.above()}
		} else {
			inner = within(field, inner)
		}
		switch {
		case measures:
			inner.from.unit = stated
			if limited {
				inner.from.limit = r.limitOf(name)
			}
		case isFigure(inner.Value):
			inner.from.beside = true
		}
		to = append(to, inner)
	}
	return to
}

// isLimited reports whether an object holds several numbers, some of which are the
// limits of what it measures.
func (r *Reader) isLimited(v Value) bool {
	measures := 0
	for _, field := range v.Fields {
		if r.hasUnit(field) && !r.isExtent(field.Name) {
			measures++
		}
	}
	return measures > 1
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
func (r *Reader) spanOf(field Field) (string, bool) {
	items := field.Value.Items
	if field.Value.Kind != List || len(items) != 2 || items[0].Kind != Number || items[1].Kind != Number {
		return "", false
	}
	if !r.cues[rangeWords].HasAny(words(field.Name)...) {
		return "", false
	}
	return items[0].Text + " – " + items[1].Text, true
}
