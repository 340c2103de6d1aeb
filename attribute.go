package quarry

import "slices"

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
