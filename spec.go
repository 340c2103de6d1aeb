package quarry

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

// Spec is one typed value of one attribute of one device, as one document
// states it.
type Spec struct {
	ID         SpecID
	Device     DeviceMention
	Attribute  AttributeMention
	Conditions Conditions
	Value      Quantity
	Normalized Bounds
	Confidence float64 // how likely it is that the source states it so, from 0 to 1
	Grade      Grade
	Topics     []TopicID
	ConflictID ConflictID // "" where no other claim disagrees
	Notes      []string   // what a reader should know of the number: why it may not be what it seems
	Source     Source
	Corrected  []Correction // that stand
	Preferred  bool         // a person has named it the better claim
}

// ClaimKey names what a spec makes a claim of: two specs of one key speak of
// the same attribute of the same device under the same stated conditions, in
// units that can be compared.
type ClaimKey struct {
	Device     DeviceID
	Attribute  AttributeID
	Conditions string // the pairs, one a line
	Unit       string // the base unit, or the unit as written where no base is known
}

// ClaimKey returns what the spec makes a claim of.
func (s Spec) ClaimKey() ClaimKey {
	return ClaimKey{
		Device: s.Device.ID, Attribute: s.Attribute.ID,
		Conditions: strings.Join(s.Conditions.Pairs(), "\n"), Unit: cmp.Or(s.Normalized.Unit, s.Value.Unit),
	}
}

// DeviceMention is a device and the words by which the source names it.
type DeviceMention struct {
	Device

	Written string
}

// AttributeMention is an attribute and the words by which the source names it.
type AttributeMention struct {
	Attribute

	Written string
}

// Conditions is what a number depends on, axis by axis, as the source states
// it. The map is open; the axes below are always there.
type Conditions map[Axis]string

// Axis names one condition.
type Axis string

// The axes that every spec has. Further ones come from the lexicon.
const (
	AxisPrecision Axis = "precision" // fp16, int8 … or none
	AxisSparsity  Axis = "sparsity"  // dense, sparse or unstated
	AxisPer       Axis = "per"       // gpu, sm, link, pin, tile, system or unstated
	AxisBasis     Axis = "basis"     // peak, achievable, estimated or unstated
)

// Axes that a spec has only where its source states them.
const (
	AxisEngine    Axis = "engine"    // by what of a device a throughput is reached: tensor_core, cuda_core
	AxisDirection Axis = "direction" // one or both
	AxisVariant   Axis = "variant"   // what tells two of one name apart where they stand side by side
)

// Values of conditions that stand for the absence of a statement.
const (
	Unstated      = "unstated"
	NoneCondition = "none"
)

// NewConditions returns the conditions of a number about which nothing is said.
func NewConditions() Conditions {
	return Conditions{ //nolint:exhaustive // the others stand only where they are stated
		AxisPrecision: NoneCondition, AxisSparsity: Unstated, AxisPer: Unstated, AxisBasis: Unstated,
	}
}

// Value returns what is stated on an axis: [Unstated] where nothing is, and
// [NoneCondition] of a precision.
func (c Conditions) Value(axis Axis) string {
	value := c[axis]
	if value == "" && axis == AxisPrecision {
		return NoneCondition
	}
	return cmp.Or(value, Unstated)
}

// Pairs returns "axis=value" for every axis, sorted, so that equal conditions
// read alike.
func (c Conditions) Pairs() []string {
	pairs := make([]string, 0, len(c))
	for _, axis := range slices.Sorted(maps.Keys(c)) {
		pairs = append(pairs, string(axis)+"="+c[axis])
	}
	return pairs
}

// States reports whether something is stated on an axis.
func (c Conditions) States(axis Axis) bool {
	value := c.Value(axis)
	return value != Unstated && value != NoneCondition
}

// Contrary returns the axes, sorted, on which both state something, and not the same.
func (c Conditions) Contrary(other Conditions) []Axis {
	var all []Axis
	for axis := range c {
		if c.States(axis) && other.States(axis) && c[axis] != other[axis] {
			all = append(all, axis)
		}
	}
	slices.Sort(all)
	return all
}

// Identity returns what the spec's id is made of.
func (s Spec) Identity() Identity {
	key := []string{string(s.Device.ID), string(s.Attribute.ID)}
	key = append(key, s.Conditions.Pairs()...)
	return Identity{
		Kind: EntrySpec, Collection: s.Source.Collection, Path: s.Source.Path,
		Key: append(key, s.Value.Text),
	}
}

// Claims returns what the source must say for this spec to be verified: all
// that it holds as written. Conditions are read from those same words.
func (s Spec) Claims() []string {
	return []string{s.Device.Written, s.Attribute.Written, s.Value.Text}
}

// Entry returns the view that indexes and hits use.
func (s Spec) Entry() Entry {
	text := s.Attribute.Written + ": " + s.Value.Text
	if precision := s.Conditions[AxisPrecision]; precision != NoneCondition {
		text += " (" + precision + ")"
	}
	return Entry{
		EntryRef: EntryRef{Kind: EntrySpec, ID: EntryID(s.ID)},
		Title:    s.Device.Name + " " + s.Attribute.Name, Text: text,
		Topics: s.Topics, Grade: s.Grade, Value: s.Normalized, Source: s.Source,
	}
}

// AttributeID names an attribute ("memory_bandwidth").
type AttributeID string

// Attribute is something that can be said of a device in numbers.
type Attribute struct {
	ID         AttributeID
	Name       string
	Kind       QuantityKind   // what its values measure; "" where unknown, or where Kinds says more
	Kinds      []QuantityKind // what its values measure, where that is more than one thing
	Unit       string         // the unit of a number that is written without one; "" for none
	Classes    []DeviceClass
	Aliases    []string
	Asked      []string     // words, in this order, of questions that ask for it: "how fast memory"
	Known      []KnownRange // in what range its values have been seen
	Discovered bool         // found in a document, not in the lexicon
}

// KnownRange is where the values of an attribute lie for devices of some
// classes under some conditions. A number far outside of it is kept and noted.
type KnownRange struct {
	Classes []DeviceClass // none: of any
	When    Conditions    // that the number states; none: whatever it states
	Bounds  Bounds        // in any unit of the attribute
}

// Measures reports whether a number of this kind can be a value of the
// attribute. Where nothing is known of its values, any can.
func (a Attribute) Measures(kind QuantityKind) bool {
	if a.Kind != "" {
		return a.Kind == kind
	}
	return len(a.Kinds) == 0 || slices.Contains(a.Kinds, kind)
}

// MeasuresAs reports whether a value of the attribute may be one of another. Where nothing is
// known of the values of either, it may.
func (a Attribute) MeasuresAs(other Attribute) bool {
	kinds := a.Kinds
	if a.Kind != "" {
		kinds = []QuantityKind{a.Kind}
	}
	return len(kinds) == 0 || slices.ContainsFunc(kinds, other.Measures)
}
