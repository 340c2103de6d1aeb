package quantity

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/quarrykb/quarry"
)

// Unit is one unit of the lexicon: value × Factor + Offset is the value in
// Base.
type Unit struct {
	Symbol  string // as it is shown ("GB/s")
	Kind    quarry.QuantityKind
	Base    string // the kind's base unit ("B/s")
	Factor  float64
	Offset  float64  // in Base: 273.15 of degrees Celsius, 0 of most units
	Aliases []string // other spellings, case significant ("GBps")
	Asked   []string // further ones of who asks for a unit, by which a text means something else ("in")

	Logarithmic bool // whether twice the number is not twice as much, as of decibels
	Before      bool // whether it may stand before its number, as "ISO 400"
}

// The base units of rates of data, which convert into each other: a byte is eight bits.
// Amounts of bits do not, for they may be a width or a number format's.
const (
	bytesPerSecond = "B/s"
	bitsPerSecond  = "bit/s"
	bitsOfByte     = 8
)

// BasedOn returns the unit as it counts in a base unit, where it can be converted to that.
func (u Unit) BasedOn(base string) (Unit, bool) {
	switch {
	case u.Base == base:
		return u, true
	case u.Base == bitsPerSecond && base == bytesPerSecond:
		u.Factor /= bitsOfByte
	case u.Base == bytesPerSecond && base == bitsPerSecond:
		u.Factor *= bitsOfByte
	default:
		return u, false
	}
	u.Base = base
	return u, true
}

// InDimension returns bounds in a base unit as they are held against others.
func InDimension(b quarry.Bounds) quarry.Bounds {
	unit, _ := Unit{Base: b.Unit, Factor: 1}.BasedOn(quarry.Dimension(b.Unit))
	in := func(end *float64) *float64 {
		if end == nil {
			return nil
		}
		value := *end * unit.Factor
		return &value
	}
	return quarry.Bounds{Min: in(b.Min), Max: in(b.Max), Unit: unit.Base}
}

// OtherBase returns the other base unit of a rate of data, "" of anything else.
func OtherBase(base string) string {
	switch base {
	case bitsPerSecond:
		return bytesPerSecond
	case bytesPerSecond:
		return bitsPerSecond
	}
	return ""
}

func (u Unit) spellings() []string { return append([]string{u.Symbol}, u.Aliases...) }

// The kinds of numbers that measure nothing, and the unit of a share.
const (
	Count   quarry.QuantityKind = "count"
	Ratio   quarry.QuantityKind = "ratio"
	Percent                     = "%"
)

// The kinds of what a second of arithmetic is counted in.
const (
	FLOPS = "flops"
	OPS   = "ops"
)

// System is a set of units by what they are called: it reads numbers with their
// units, and converts them. It is an immutable value.
type System struct {
	units   []Unit
	spelled map[string]Unit // by spelling: of units that share one the first, which a text means
	before  map[string]Unit // of those that may stand before their number
	symbols map[string]Unit
	ofKind  map[quarry.QuantityKind]map[string]Unit
	asked   map[string]Unit          // by what only who asks for a unit means by it
	folded  func() map[string][]Unit // by spelling in lower case
	words   wording
}

// New builds the look-ups of units, which read numbers with the words around them. Units of
// different kinds may share a spelling ("B" is a byte, and of a count a billion): the one
// that stands first is what a text means. Two units of one kind that share one are an error.
func New(units []Unit, words Wording) (*System, error) {
	s := &System{
		units: units, words: newWording(words), spelled: map[string]Unit{}, before: map[string]Unit{},
		symbols: map[string]Unit{}, asked: map[string]Unit{}, ofKind: map[quarry.QuantityKind]map[string]Unit{},
		folded: sync.OnceValue(func() map[string][]Unit { return foldedUnits(units) }),
	}
	for _, unit := range units {
		if _, taken := s.symbols[unit.Symbol]; !taken {
			s.symbols[unit.Symbol] = unit
		}
		for _, spelling := range unit.Asked {
			if _, taken := s.asked[spelling]; !taken {
				s.asked[spelling] = unit
			}
		}
		for _, spelling := range unit.spellings() {
			if err := s.addUnit(unit, spelling); err != nil {
				return nil, err
			}
		}
	}
	return s, nil
}

func (s *System) addUnit(unit Unit, spelling string) error {
	ofKind := s.ofKind[unit.Kind]
	if ofKind == nil {
		ofKind = map[string]Unit{}
		s.ofKind[unit.Kind] = ofKind
	}
	if other, taken := ofKind[spelling]; taken && other.Symbol != unit.Symbol {
		return fmt.Errorf("unit %q is claimed by %q and %q", spelling, other.Symbol, unit.Symbol)
	}
	ofKind[spelling] = unit
	if _, taken := s.before[spelling]; !taken && (unit.Before || IsMoney(unit.Kind) && s.isFirst(unit, spelling)) {
		s.before[spelling] = unit
	}
	if _, taken := s.spelled[spelling]; !taken {
		s.spelled[spelling] = unit
	}
	return nil
}

// isFirst reports whether no other unit that was added has this spelling.
func (s *System) isFirst(unit Unit, spelling string) bool {
	first, taken := s.spelled[spelling]
	return !taken || first.Symbol == unit.Symbol
}

// Units returns all units, in the order in which they were given.
func (s *System) Units() []Unit { return s.units }

// FindUnit returns the unit of a symbol or spelling. A symbol is its own unit's,
// also where another unit is spelled the same: "K" is a kelvin, and how some
// write a thousand. Case matters where two units differ in nothing else (Gb/s,
// GB/s).
func (s *System) FindUnit(symbol string) (Unit, bool) {
	if unit, ok := s.symbols[symbol]; ok {
		return unit, true
	}
	unit, ok := s.spelled[symbol]
	return unit, ok
}

// AskedUnit returns how the unit is written that is asked for by a spelling: a spelling that
// texts have stays as it is, and what a text would not mean a unit by is read as its symbol.
func (s *System) AskedUnit(spelling string) string {
	if _, known := s.FindUnit(spelling); known {
		return spelling
	}
	if unit, known := s.asked[spelling]; known {
		return unit.Symbol
	}
	return spelling
}

// FindUnitOf is FindUnit among the units of one kind: "B" is a byte where data
// is measured, and a billion where things are counted.
func (s *System) FindUnitOf(kind quarry.QuantityKind, symbol string) (Unit, bool) {
	unit, ok := s.ofKind[kind][symbol]
	return unit, ok
}

// Convert returns the bounds in another unit of the same kind, or KindInvalid
// where that cannot hold them: they may be too large for a number there.
func (s *System) Convert(b quarry.Bounds, to string) (quarry.Bounds, error) {
	from, known := s.FindUnit(b.Unit)
	target, ok := s.FindUnit(to)
	if !ok {
		return quarry.Bounds{}, quarry.Errorf(quarry.KindInvalid, "unit %q is not known", to)
	}
	if known && from.Base != target.Base && target.Symbol != to {
		if other, ok := s.FindUnitOf(from.Kind, to); ok {
			target = other
		}
	}
	target, ok = target.BasedOn(from.Base)
	if !known || !ok {
		return quarry.Bounds{}, quarry.Errorf(quarry.KindInvalid, "%q cannot be converted to %q", b.Unit, to)
	}
	there := inUnit(b, &from, &target)
	if !there.Finite() {
		return quarry.Bounds{}, tooLarge(b.Unit, to)
	}
	return there, nil
}

func tooLarge(from, to string) error {
	return quarry.Errorf(quarry.KindInvalid, "a value in %q is too large for a number in %q", from, to)
}

// Normalize returns the bounds in their base unit; bounds of an unknown unit
// come back empty, and so do those that are too large for a number there.
func (s *System) Normalize(b quarry.Bounds) quarry.Bounds {
	if unit, ok := s.FindUnit(b.Unit); ok {
		return unit.Normalize(b)
	}
	return quarry.Bounds{}
}

// Normalize returns bounds in the unit, whatever they say of theirs, in the base
// unit; those that are too large for a number there come back empty.
func (u Unit) Normalize(b quarry.Bounds) quarry.Bounds {
	base := inUnit(b, &u, &Unit{Symbol: u.Base, Factor: 1})
	if !base.Finite() {
		return quarry.Bounds{}
	}
	return base
}

// ValueIn returns a spec's value in another unit, or KindInvalid where that
// cannot hold it: the bounds and the step are converted, the text stays as it is
// written. A unit that means several things, such as B, is read as the spec
// reads it.
func (s *System) ValueIn(spec quarry.Spec, unit string) (quarry.Quantity, error) {
	value := spec.Value
	from, known := s.unitOf(spec)
	target, ok := s.FindUnit(unit)
	if other, better := s.FindUnitOf(from.Kind, unit); better && target.Base != from.Base {
		target, ok = other, true
	}
	if !ok {
		return value, quarry.Errorf(quarry.KindInvalid, "unit %q is not known", unit)
	}
	target, ok = target.BasedOn(from.Base)
	if !known || !ok {
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
func (s *System) unitOf(spec quarry.Spec) (Unit, bool) {
	unit, known := s.FindUnit(spec.Value.Unit)
	if known && unit.Base == spec.Normalized.Unit {
		return unit, true
	}
	for _, one := range s.units { // in the lexicon's order
		if one.Base != spec.Normalized.Unit {
			continue
		}
		if unit, ok := s.FindUnitOf(one.Kind, spec.Value.Unit); ok {
			return unit, true
		}
	}
	return Unit{}, false
}

// FindFold returns the units that are spelled so in any case: of "gb" those of bytes and
// of bits.
func (s *System) FindFold(spelling string) []Unit { return s.folded()[strings.ToLower(spelling)] }

// foldedUnits returns units by their spellings in lower case.
func foldedUnits(units []Unit) map[string][]Unit {
	folded := map[string][]Unit{}
	for _, unit := range units {
		for _, spelling := range unit.spellings() {
			key := strings.ToLower(spelling)
			if !slices.ContainsFunc(folded[key], func(u Unit) bool { return u.Symbol == unit.Symbol }) {
				folded[key] = append(folded[key], unit)
			}
		}
	}
	return folded
}
