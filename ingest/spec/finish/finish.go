// Package finish completes specs whose device, attribute, conditions and value are known:
// what the number comes to in the base unit, and what a reader should know of it. It
// promises that a spec which is finished again says the same.
package finish

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/quantity"
)

// Finisher completes specs. It is an immutable value.
type Finisher struct {
	lexicon *lexicon.Lexicon
	about   lexicon.Words // that say of a quantity that it is about right
}

// New returns a finisher by a lexicon's units, formats and ranges.
func New(lexicon *lexicon.Lexicon) *Finisher {
	return &Finisher{lexicon: lexicon, about: lexicon.Cues()["about_words"]}
}

// Finish says the unit that a spec's number is read in, the number in the base unit, and
// what is to be noted of it. Of the notes that the spec has it believes none, but that its
// unit is not the one which is written, where it may be so: the unit may stand apart from
// the value's text.
func (r *Finisher) Finish(spec *quarry.Spec) {
	noted := spec.Notes
	spec.Notes = nil
	spec.Value.Unit = cmp.Or(spec.Value.Unit, spec.Attribute.Unit)
	if unit, known := r.lexicon.FindUnit(spec.Value.Unit); known {
		r.read(spec, unit, noted)
	}
	if factors := quantity.FactorsOf(spec.Value.Text); len(factors) > 1 {
		spec.Notes = append(spec.Notes, "a product: "+strings.Join(factors, " times "))
	}
	if spec.Value.Qualifier == quarry.Range && r.isAbout(spec.Value.Text) {
		spec.Notes = append(spec.Notes, "an approximate range")
	}
}

// read says what a number in a known unit comes to.
func (r *Finisher) read(spec *quarry.Spec, unit quantity.Unit, noted []string) {
	precision := quarry.DeviceID(spec.Conditions[quarry.AxisPrecision])
	if floating, note := r.asFloating(unit, precision); note != "" {
		unit, spec.Value.Unit = floating, floating.Symbol
		spec.Notes = append(spec.Notes, note)
	} else if len(noted) > 0 {
		if note := r.mayBeNoted(unit, spec.Value.Unit, precision); note != "" && slices.Contains(noted, note) {
			spec.Notes = append(spec.Notes, note)
		}
	}
	if isTolerance(spec.Value.Text) {
		unit.Offset = 0
	}
	spec.Normalized = unit.Normalize(spec.Value.Bounds)
	r.noteRange(spec)
}

// asFloating reads operations of a floating-point format as floating-point operations,
// so that they compare, and says so: "TOPS" of FP16 are TFLOPS. The note is "" where there
// is nothing to read so.
func (r *Finisher) asFloating(counted quantity.Unit, precision quarry.DeviceID) (quantity.Unit, string) {
	format, known := r.lexicon.Device(precision)
	if !known || !isFloating(format) || !strings.HasPrefix(string(counted.Kind), quantity.OPS) {
		return counted, ""
	}
	unit, ok := r.sameSize(strings.Replace(string(counted.Kind), quantity.OPS, quantity.FLOPS, 1), counted)
	if !ok {
		return counted, ""
	}
	return unit, fmt.Sprintf("read as %s, as %s is a floating-point format", unit.Symbol, format.Name)
}

// mayBeNoted returns what would be noted of a unit had its numbers been written as
// operations of any kind; "" where they cannot have been.
func (r *Finisher) mayBeNoted(unit quantity.Unit, written string, precision quarry.DeviceID) string {
	counted, ok := r.sameSize(strings.Replace(string(unit.Kind), quantity.FLOPS, quantity.OPS, 1), unit)
	if !ok {
		return ""
	}
	read, note := r.asFloating(counted, precision)
	if read.Symbol != written {
		return ""
	}
	return note
}

// sameSize returns the unit of a kind that is as large as another kind's.
func (r *Finisher) sameSize(kind string, as quantity.Unit) (quantity.Unit, bool) {
	for _, unit := range r.lexicon.Units() {
		if string(unit.Kind) == kind && unit.Factor == as.Factor {
			return unit, true
		}
	}
	return quantity.Unit{}, false
}

// isFloating reports whether a number format is one of floating point, by what it is
// called: FP16, BF16, TF32, E4M3.
func isFloating(format quarry.Device) bool {
	name := strings.ToLower(strings.Join(append([]string{string(format.ID), format.Name}, format.Aliases...), " "))
	return format.Class == quarry.ClassFormat &&
		(strings.Contains(name, "float") || strings.Contains(name, "fp") || strings.Contains(name, "e8m0"))
}

// isTolerance reports whether a quantity is a difference to both sides and nothing else,
// as accuracies are: "± 1 °C" is ± 1 K.
func isTolerance(text string) bool {
	return strings.HasPrefix(text, "±") || strings.HasPrefix(text, "+/-") || strings.HasPrefix(text, "+/−")
}

// noteRange notes a number that lies far outside of the range in which such values have
// been seen. The number stays what it is: the note says what it may be instead.
func (r *Finisher) noteRange(spec *quarry.Spec) {
	switch below, above := r.lexicon.FarFromKnown(*spec); {
	case above:
		spec.Notes = append(spec.Notes, fmt.Sprintf(
			"more than %d times the most that one %s is known for: perhaps a system of several, perhaps a prefix", lexicon.Implausible, spec.Device.Class))
	case below:
		spec.Notes = append(spec.Notes, fmt.Sprintf(
			"less than a third of the least that one %s is known for: perhaps a part of it, perhaps a prefix", spec.Device.Class))
	}
}

// isAbout reports whether a quantity is written as one that is about right, which the
// qualifier of a range does not say: "~20-30 cycles".
func (r *Finisher) isAbout(written string) bool {
	word, _, _ := strings.Cut(strings.ToLower(written), " ")
	return strings.ContainsAny(written, "~≈∼≃≅") || r.about.Has(strings.TrimRight(word, "."))
}
