package claim

import (
	"cmp"
	"slices"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/quantity"
	"github.com/quarrykb/quarry/internal/text"
)

// settle finds the attribute and the unit of a number. A unit in the cell
// decides; else one that a title states, if the attribute can have it; else the
// attribute's own. What is not known is an attribute of its own, by its label.
func (t *table) settle(q *quarry.Quantity, v *value) (quarry.Attribute, bool) {
	if q.Unit == "" && v.common != nil && v.rest == "" && len(t.units) == 0 && len(v.units()) == 0 && len(v.around) == 0 {
		q.Unit = t.unitOfFirst(v)
	}
	switch {
	case v.device.Class == quarry.ClassUnknown:
		v.attributes = t.certain(v, q)
	case q.Unit == "":
		v.attributes = t.certainBare(v, q)
	}
	if q.Unit != "" {
		return t.settleWith(q, v)
	}
	v.times = v.title.times
	own, around := v.units(), v.unitsAround()
	for _, hint := range slices.Concat(own, around, t.units) {
		if attribute, ok := choose(v.attributes, v.device, hint.unit.Kind); ok {
			q.Unit, v.times = hint.unit.Symbol, cmp.Or(hint.times, v.times)
			return attribute, true
		}
	}
	if attribute, ok := t.settleSpelled(own, q, v); ok {
		return attribute, true
	}
	if sure(own) {
		return t.settleBy(own, q, v)
	}
	if attribute, ok := choose(v.attributes, v.device, ""); ok {
		q.Unit = v.title.unknown
		return attribute, true
	}
	around = append(around, t.inheritedBy(q, v)...)
	if sure(around) {
		return t.settleBy(around, q, v)
	}
	return t.settleUnknown(q, v)
}

// inheritedBy returns the units that the place of the table states for all of its numbers:
// few things that a plural names are counted, and have none.
func (t *table) inheritedBy(q *quarry.Quantity, v *value) []hint {
	if !t.uniform || v.title.counts && isFew(q) {
		return nil
	}
	return t.units
}

// settleUnknown gives a number of an unknown attribute the unit that its title
// states, which is unknown too.
func (t *table) settleUnknown(q *quarry.Quantity, v *value) (quarry.Attribute, bool) {
	if v.saysMore() {
		return quarry.Attribute{}, false
	}
	q.Unit = v.title.unknown
	if len(v.units()) > 0 { // what was no unit is a part of the name
		whole := *v.title
		whole.bare = withoutBrackets(text.Spaced(whole.text))
		v.title = &whole
	}
	return t.discovered(v)
}

// settleSpelled finds the attribute of a number whose title states a unit that
// shares its spelling with one of the attribute's: "Parameters (B)".
func (t *table) settleSpelled(units []hint, q *quarry.Quantity, v *value) (quarry.Attribute, bool) {
	for _, hint := range units {
		for _, attribute := range v.attributes {
			if unit, ok := t.spelledAs(attribute, hint.unit.Symbol); ok && v.mayBeOf(attribute) && !isThing(unit) {
				q.Unit, v.times = unit.Symbol, cmp.Or(hint.times, v.times)
				return attribute, true
			}
		}
	}
	return quarry.Attribute{}, false
}

// saysMore reports whether a cell or its title says more than a number and what
// it counts.
func (v *value) saysMore() bool { return v.rest != "" && !v.counted || len(v.title.formats) > 0 }

// sure reports whether one of some units is stated without doubt.
func sure(units []hint) bool { return slices.ContainsFunc(units, func(h hint) bool { return !h.weak }) }

// settleBy gives a number of an unknown attribute the unit that is stated for it.
func (t *table) settleBy(units []hint, q *quarry.Quantity, v *value) (quarry.Attribute, bool) {
	stated := units[slices.IndexFunc(units, func(h hint) bool { return !h.weak })]
	q.Unit, v.times = stated.unit.Symbol, cmp.Or(stated.times, v.times)
	return t.discovered(v)
}

// settleWith finds the attribute of a number that has a unit. Units of several
// kinds share a spelling: 7 B of parameters are billions and no bytes.
func (t *table) settleWith(q *quarry.Quantity, v *value) (quarry.Attribute, bool) {
	if attribute, ok := choose(v.attributes, v.device, t.reader.kindOf(q.Unit)); ok {
		return attribute, true
	}
	if attribute, ok := t.settleShared(q, v); ok {
		return attribute, true
	}
	if len(v.title.formats) > 0 { // beside a format that is known, another may be misspelt
		if attribute, ok := choose(t.reader.lexicon.FindAttributes(q.Unit), v.device, t.reader.kindOf(q.Unit)); ok {
			return attribute, true
		}
	}
	return t.discovered(v)
}

// mayBeOf reports whether the device may have an attribute: what only formats or links
// have is no other thing's.
func (v *value) mayBeOf(attribute quarry.Attribute) bool {
	return isOf(attribute, "") || slices.Contains(attribute.Classes, v.device.Class)
}

// settleShared finds the attribute of a number whose unit shares its spelling with
// one of the attribute's.
func (t *table) settleShared(q *quarry.Quantity, v *value) (quarry.Attribute, bool) {
	for _, attribute := range v.attributes {
		if unit, ok := t.spelledAs(attribute, q.Unit); ok && v.mayBeOf(attribute) {
			q.Unit = unit.Symbol
			return attribute, true
		}
	}
	return quarry.Attribute{}, false
}

// spelledAs returns the unit of an attribute that a spelling is.
func (t *table) spelledAs(attribute quarry.Attribute, spelled string) (quantity.Unit, bool) {
	for _, kind := range kindsOf(attribute) {
		if unit, ok := t.reader.lexicon.FindUnitOf(kind, spelled); ok {
			return unit, true
		}
	}
	return quantity.Unit{}, false
}

// unitsAround returns the units that further titles state, the nearest first.
func (v *value) unitsAround() []hint {
	var found []hint
	for _, label := range v.around {
		found = append(found, label.units...)
	}
	return found
}

// units returns the units that are stated for a number and no other: by its
// title, or in a cell of their own.
func (v *value) units() []hint {
	if v.unit == nil {
		return slices.Clip(v.title.units)
	}
	return slices.Concat(v.unit.units, v.title.units)
}
