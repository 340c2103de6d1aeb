package lexicon

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/quantity"
)

// knownRange is where the values of an attribute have been seen to lie. One of
// its ends may be open.
type knownRange struct {
	Classes []scalar          `yaml:"classes"`
	When    map[string]scalar `yaml:"when"`
	From    scalar            `yaml:"from"`
	To      scalar            `yaml:"to"`
}

// rangesUnder lets a later file's range take the place of the one that speaks
// of the same: of the same classes under the same conditions, in the same unit.
func rangesUnder(standing, later []knownRange) []knownRange {
	all := slices.Clone(standing)
	for _, one := range later {
		if i := slices.IndexFunc(all, one.speaksOfTheSame); i >= 0 {
			all[i] = one
		} else {
			all = append(all, one)
		}
	}
	return all
}

func (k knownRange) speaksOfTheSame(other knownRange) bool {
	_, unit := split(k.To.or(k.From).value)
	_, otherUnit := split(other.To.or(other.From).value)
	sameClasses := slices.Equal(slices.Sorted(slices.Values(values(k.Classes))), slices.Sorted(slices.Values(values(other.Classes))))
	sameText := func(a, b scalar) bool { return a.value == b.value }
	return sameClasses && unit == otherUnit && maps.EqualFunc(k.When, other.When, sameText)
}

// value reads the range in the unit of its upper end, or of its only one.
func (k knownRange) value(a attribute, known spelledUnits) (quarry.KnownRange, error) {
	read := quarry.KnownRange{Classes: each(k.Classes, deviceClass)}
	if len(k.When) > 0 {
		read.When = make(quarry.Conditions, len(k.When))
	}
	for axis, value := range k.When {
		read.When[quarry.Axis(axis)] = value.value
	}
	bounds, err := k.bounds(a, known)
	read.Bounds = bounds
	return read, err
}

func (k knownRange) bounds(a attribute, known spelledUnits) (quarry.Bounds, error) {
	written := k.To.or(k.From)
	if written.value == "" {
		return quarry.Bounds{}, a.ID.at.errorf("attribute %q: a range needs an end, from or to", a.ID.value)
	}
	_, in, fault := a.amount(written, known)
	low, lowFault := a.end(k.From, in, known)
	high, highFault := a.end(k.To, in, known)
	bounds := quarry.Bounds{Min: low, Max: high, Unit: in.Symbol}
	if err := cmp.Or(fault, lowFault, highFault); err != nil {
		return bounds, err
	}
	if bounds.Min != nil && bounds.Max != nil && *bounds.Min > *bounds.Max {
		return bounds, k.From.at.errorf("attribute %q: %q is more than %q", a.ID.value, k.From.value, k.To.value)
	}
	return bounds, nil
}

// end reads one end of a range in a unit; an end that is not given is open.
func (a attribute) end(written scalar, in quantity.Unit, known spelledUnits) (*float64, error) {
	if written.value == "" {
		return nil, nil //nolint:nilnil // an open end is no end
	}
	value, unit, err := a.amount(written, known)
	if err != nil {
		return nil, err
	}
	if unit.Base != in.Base {
		return nil, written.at.errorf("attribute %q: %q cannot be converted to %q", a.ID.value, written.value, in.Symbol)
	}
	value = (value*unit.Factor + unit.Offset - in.Offset) / in.Factor
	return &value, nil
}

// amount reads a number with a unit of the attribute, "3.35 TB/s". A number
// alone has the attribute's unit.
func (a attribute) amount(written scalar, known spelledUnits) (float64, quantity.Unit, error) {
	number, spelling := split(written.value)
	value, err := strconv.ParseFloat(number, 64)
	if err != nil {
		return 0, quantity.Unit{}, written.at.errorf("attribute %q: %q begins with no number", a.ID.value, written.value)
	}
	if spelling == "" {
		spelling = a.Unit.value
	}
	for _, kind := range a.kinds() {
		if unit, ok := known[kind.value][spelling]; ok {
			read, err := unit.unit()
			return value, read, err
		}
	}
	return 0, quantity.Unit{}, written.at.errorf("attribute %q: %q is no unit of it", a.ID.value, spelling)
}

// split parts a number from its unit at the first blank.
func split(amount string) (string, string) {
	number, unit, _ := strings.Cut(amount, " ")
	return number, strings.TrimSpace(unit)
}

// check wants the classes and the conditions of a range to be words that
// devices and numbers may have.
func (k knownRange) check(a attribute, classes []scalar) error {
	for _, class := range k.Classes {
		if err := class.classOf("attribute", a.ID, classes); err != nil {
			return err
		}
	}
	for _, axis := range slices.Sorted(maps.Keys(k.When)) {
		if err := (scalar{value: axis, at: k.When[axis].at}).idOf("condition", '_'); err != nil {
			return err
		}
	}
	return nil
}

// Implausible is how many times what has been seen a number has to be to be noted.
const Implausible = 3

// FarFromKnown reports whether a number lies far below, or far above, where such values of such
// devices have been seen. Of a number without a base unit it says nothing, nor of one that
// is of a part or a group of which nothing is known.
func (l *Lexicon) FarFromKnown(s quarry.Spec) (bool, bool) {
	known, value := l.usual(s), s.Normalized
	above := known.Max != nil && value.Min != nil && *value.Min > Implausible**known.Max
	below := known.Min != nil && value.Max != nil && *value.Max > 0 && *value.Max*Implausible < *known.Min
	return below && !above, above
}

// IsKnown reports whether it is known in which range such values of such devices lie.
func (l *Lexicon) IsKnown(s quarry.Spec) bool { return !l.usual(s).Empty() }

// usual returns the range in which values like a spec's lie, in their base unit: of those
// ranges that its conditions allow the one that asks for the most of them. Those of a whole
// say nothing of its part.
func (l *Lexicon) usual(s quarry.Spec) quarry.Bounds {
	attribute, known := l.Attribute(s.Attribute.ID)
	best, asked, whole := quarry.Bounds{}, -1, l.IsOfWhole(s)
	if !known || s.Normalized.Unit == "" {
		return best
	}
	for _, one := range attribute.Known {
		fits := (whole || one.When[quarry.AxisPer] != "") && (len(one.Classes) == 0 || slices.Contains(one.Classes, s.Device.Class))
		for axis, value := range one.When {
			fits = fits && s.Conditions[axis] == value
		}
		if !fits || len(one.When) <= asked {
			continue
		}
		if bounds := l.Normalize(one.Bounds); bounds.Unit == s.Normalized.Unit {
			best, asked = bounds, len(one.When)
		}
	}
	return best
}
