package quarry

// ValueIn returns a spec's value in another unit, or KindInvalid where that
// cannot hold it: the bounds and the step are converted, the text stays as it is
// written. A unit that means several things, such as B, is read as the spec
// reads it.
func (l *Lexicon) ValueIn(s Spec, unit string) (Quantity, error) {
	value := s.Value
	target, known := l.FindUnit(unit)
	if known && value.Unit == target.Symbol && s.Normalized.Unit == target.Base {
		return value, nil
	}
	from, ok := l.unitOf(s)
	if !ok { // of no unit that is known: the error says so
		_, err := l.Convert(value.Bounds, unit)
		return value, err
	}
	bounds, err := l.Convert(value.Bounds, unit)
	if written, same := l.FindUnit(value.Unit); same && written.Base != from.Base {
		bounds, err = l.Convert(s.Normalized, unit)
	}
	if err != nil {
		return value, err
	}
	value.Bounds = bounds
	value.Step = *scale(&s.Value.Step, from.Factor, target.Factor)
	return value, nil
}

// unitOf returns the unit of a spec's value as the spec reads it.
func (l *Lexicon) unitOf(s Spec) (Unit, bool) {
	unit, known := l.FindUnit(s.Value.Unit)
	if known && unit.Base == s.Normalized.Unit {
		return unit, true
	}
	for kind := range l.unitsOfKind {
		if unit, ok := l.FindUnitOf(kind, s.Value.Unit); ok && unit.Base == s.Normalized.Unit {
			return unit, true
		}
	}
	return unit, false
}
