package claim

import (
	"cmp"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/quantity"
)

// form is what the specs have in common whose numbers are of one unit, one
// attribute, one class of devices and the same conditions: it is found out once,
// however many numbers of a column there are.
type form struct {
	conditions quarry.Conditions
	unit       string        // that the numbers are in
	note       string        // how they are read otherwise than written; "" for nothing
	scale      quantity.Unit // the unit, where the lexicon knows it
	known      bool
	about      lexicon.Words // that say of a quantity that it is about right
	usual      quarry.Bounds // where such values lie, in the base unit; empty if that is unknown
}

// formOf returns the form of a claim's spec.
func (r *Reader) formOf(c *claimed, conditions quarry.Conditions) form {
	f := form{about: r.cues[aboutWords], conditions: conditions, unit: cmp.Or(c.quantity.Unit, c.attribute.Unit)}
	if f.scale, f.known = r.lexicon.FindUnit(f.unit); !f.known {
		return f
	}
	if read, ok := r.asFloating(f.scale, quarry.DeviceID(conditions[quarry.AxisPrecision])); ok {
		f.note, f.unit, f.scale = read.note, read.unit.Symbol, read.unit
	}
	f.usual = r.usual(c, conditions, f.scale.Base)
	return f
}

// fill writes a claim's spec, all of it but the source.
func (f *form) fill(spec *quarry.Spec, c *claimed) {
	spec.Device, spec.Attribute, spec.Conditions, spec.Value = c.device, c.attribute, f.conditions, c.quantity
	spec.Value.Unit, spec.Confidence = f.unit, 1
	if f.note != "" {
		spec.Notes = append(spec.Notes, f.note)
	}
	if f.known {
		scale := f.scale
		if scale.Offset != 0 && isTolerance(c.quantity.Text) {
			scale.Offset = 0
		}
		spec.Normalized = scale.Normalize(spec.Value.Bounds)
	}
	notePlausibility(spec, f.usual)
	noteProduct(spec)
	if spec.Value.Qualifier == quarry.Range && f.isAbout(spec.Value.Text) {
		spec.Notes = append(spec.Notes, "an approximate range")
	}
}

// isAbout reports whether a quantity is written as one that is about right, which the
// qualifier of a range does not say: "~20-30 cycles".
func (f *form) isAbout(written string) bool {
	word, _, _ := strings.Cut(strings.ToLower(written), " ")
	return strings.ContainsAny(written, "~≈∼≃≅") || f.about.Has(strings.TrimRight(word, "."))
}

// isTolerance reports whether a quantity is a difference to both sides and nothing
// else, as accuracies are: "± 1 °C" is ± 1 K.
func isTolerance(text string) bool {
	return strings.HasPrefix(text, "±") || strings.HasPrefix(text, "+/-") || strings.HasPrefix(text, "+/−")
}
