package quantity

import (
	"github.com/quarrykb/quarry"
)

// ValueIn returns a spec's value in another unit, or KindInvalid where that
// cannot hold it: the bounds and the step are converted, the text stays as it is
// written. A unit that means several things, such as B, is read as the spec
// reads it.
func (l *System) ValueIn(s quarry.Spec, unit string) (quarry.Quantity, error) {
	value := s.Value
	from, known := l.unitOf(s)
	target, ok := l.FindUnit(unit)
	if other, better := l.FindUnitOf(from.Kind, unit); better && target.Base != from.Base {
		target, ok = other, true
	}
	if !ok {
		return value, quarry.Errorf(quarry.KindInvalid, "unit %q is not known", unit)
	}
	if !known || from.Base != target.Base {
		return value, quarry.Errorf(quarry.KindInvalid, "%q cannot be converted to %q", value.Unit, unit)
	}
	if from.Symbol == target.Symbol {
		return value, nil
	}
	there := value
	there.Bounds = inUnit(value.Bounds, &from, &target)
	there.Step = Tidy(value.Step * from.Factor / target.Factor)
	if !there.Finite() {
		return value, tooLarge(value.Unit, unit)
	}
	return there, nil
}

// unitOf returns the unit of a spec's value as the spec reads it.
func (l *System) unitOf(s quarry.Spec) (Unit, bool) {
	unit, known := l.FindUnit(s.Value.Unit)
	if known && unit.Base == s.Normalized.Unit {
		return unit, true
	}
	for _, one := range l.units { // in the lexicon's order
		if one.Base != s.Normalized.Unit {
			continue
		}
		if unit, ok := l.FindUnitOf(one.Kind, s.Value.Unit); ok {
			return unit, true
		}
	}
	return Unit{}, false
}
