package claim

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
)

// Restore says anew what a spec comes to that was read before: the unit that its
// number is read in, the number in the base unit, and what is to be noted of it.
// Of the notes that it has it believes none, but that its unit is not the one
// which is written, where it may be so: the unit may stand apart from the value's
// text.
func (r *Reader) Restore(spec *quarry.Spec) {
	c := claimed{device: spec.Device, attribute: spec.Attribute, quantity: spec.Value}
	f := r.formOf(&c, spec.Conditions)
	if note := r.noteOn(f); f.note == "" && slices.Contains(spec.Notes, note) {
		f.note = note
	}
	spec.Notes = nil
	f.fill(spec, &c)
}

// noteOn returns what would be noted had the numbers of a form been written as
// operations of any kind; "" where they cannot have been.
func (r *Reader) noteOn(f form) string {
	kind := quarry.QuantityKind(strings.Replace(string(f.scale.Kind), kindOfFLOPS, kindOfOPS, 1))
	counted, ok := r.sameSize(kind, f.scale)
	read, readOK := r.asFloating(counted, quarry.DeviceID(f.conditions[quarry.AxisPrecision]))
	if !ok || !readOK || read.unit.Symbol != f.unit {
		return ""
	}
	return read.note
}
