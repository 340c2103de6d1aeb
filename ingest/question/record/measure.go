package record

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/quantity"
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
	if r.isRange(field) {
		return true
	}
	return isFigure(field.Value) && (r.isValueName(field.Name) || r.isLimit(field.Name) || r.isExtent(field.Name))
}

// isLimit reports whether a number beside its unit is a limit by its name.
func (r *Reader) isLimit(name string) bool {
	name = folded(name)
	return r.cues[limitMin].Has(name) || r.cues[limitTyp].Has(name) || r.cues[limitMax].Has(name)
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
	stated, priced := &field.Value.Fields[unit].Value, r.isPriced(field.Value)
	for i, inner := range field.Value.Fields {
		if i == unit {
			continue
		}
		measures := r.hasUnit(inner) && !priced
		if r.isValueName(inner.Name) {
			inner.Name, inner.Key = field.Name, field.Key
		} else {
			inner = within(field, inner)
		}
		if measures {
			inner.unit = stated
		}
		to = append(to, inner)
	}
	return to
}

// withUnit returns what a field says on one line, with the unit that is stated
// beside it.
func (f Field) withUnit() string {
	if f.unit == nil {
		return inline(f.Value)
	}
	return inline(f.Value) + " " + inline(*f.unit)
}

// isRange reports whether a list holds the two ends of a range, under a key that says so:
// "temp_range_c": [10, 35].
func (r *Reader) isRange(field Field) bool {
	items := field.Value.Items
	return field.Value.Kind == List && len(items) == 2 && items[0].Kind == Number && items[1].Kind == Number &&
		r.cues[rangeWords].HasAny(words(field.Name)...)
}

// Measured returns how many numbers in a tree have a unit, or are of an attribute of a
// device that the lexicon knows; 0 where none of them is of a thing: settings have sizes,
// times and prices too.
func (r *Reader) Measured(root Value) int {
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

// unitOfField returns the unit of a field's number: behind it, beside it or at the end of
// the field's name.
func (r *Reader) unitOfField(field Field) (quantity.Unit, bool) {
	if !isFigure(field.Value) {
		return quantity.Unit{}, false
	}
	if field.unit != nil {
		return r.lexicon.FindUnit(inline(*field.unit))
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
