package condition

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/quantity"
)

// Finish completes a spec whose value, attribute and conditions are known: its
// normalised bounds, and the notes that a reader should know. Operations of a
// floating-point format are read as FLOPS, so that they compare; the value's text
// stays as it is written.
func (r *Reader) Finish(spec *quarry.Spec) {
	value := &spec.Value
	value.Unit = cmp.Or(value.Unit, spec.Attribute.Unit)
	if unit, known := r.lexicon.FindUnit(value.Unit); known {
		unit = r.asFloating(spec, unit)
		if isTolerance(value.Text) {
			unit.Offset = 0
		}
		spec.Normalized = unit.Normalize(value.Bounds)
		notePlausibility(spec, r.usual(spec, unit.Base))
	}
	if factors := quantity.FactorsOf(value.Text); len(factors) > 1 && !isCount(factors[0], value) {
		spec.Notes = append(spec.Notes, "a product: "+strings.Join(factors, " times "))
	}
	if value.Qualifier == quarry.Range && r.isAbout(value.Text) {
		spec.Notes = append(spec.Notes, "an approximate range")
	}
}

// asFloating gives operations of a floating-point format the unit of as many
// floating-point operations, and notes it.
func (r *Reader) asFloating(spec *quarry.Spec, counted quantity.Unit) quantity.Unit {
	precision := quarry.DeviceID(spec.Conditions[quarry.AxisPrecision])
	if !strings.HasPrefix(string(counted.Kind), kindOfOPS) || !r.floating[precision] {
		return counted
	}
	kind := quarry.QuantityKind(strings.Replace(string(counted.Kind), kindOfOPS, kindOfFLOPS, 1))
	units := r.lexicon.Units()
	at := slices.IndexFunc(units, func(u quantity.Unit) bool { return u.Kind == kind && u.Factor == counted.Factor })
	if at < 0 {
		return counted
	}
	format, _ := r.lexicon.Device(precision)
	spec.Value.Unit = units[at].Symbol
	spec.Notes = append(spec.Notes, fmt.Sprintf("read as %s, as %s is a floating-point format", units[at].Symbol, format.Name))
	return units[at]
}

// floating returns the number formats that are of floating point, by what they are
// called: FP16, BF16, TF32, E4M3.
func floating(lexicon *lexicon.Lexicon) map[quarry.DeviceID]bool {
	all := map[quarry.DeviceID]bool{}
	for _, format := range lexicon.Devices() {
		if format.Class == quarry.ClassFormat {
			name := strings.ToLower(strings.Join(append([]string{string(format.ID), format.Name}, format.Aliases...), " "))
			all[format.ID] = strings.Contains(name, "float") || strings.Contains(name, "fp") || strings.Contains(name, "e8m0")
		}
	}
	return all
}

// isTolerance reports whether a quantity is a difference to both sides and nothing
// else, as accuracies are: "± 1 °C" is ± 1 K.
func isTolerance(written string) bool {
	return strings.HasPrefix(written, "±") || strings.HasPrefix(written, "+/-") || strings.HasPrefix(written, "+/−")
}

// isAbout reports whether a quantity is written as one that is about right, which the
// qualifier of a range does not say: "~20-30 cycles".
func (r *Reader) isAbout(written string) bool {
	word, _, _ := strings.Cut(strings.ToLower(written), " ")
	return strings.ContainsAny(written, "~≈∼≃≅") || r.cues["about_words"].Has(strings.TrimRight(word, "."))
}

// isCount reports whether a value is a factor of its own text.
func isCount(factor string, value *quarry.Quantity) bool {
	count, err := strconv.ParseFloat(strings.ReplaceAll(factor, ",", ""), 64)
	return err == nil && value.Min != nil && value.Max != nil && *value.Min == count && *value.Max == count
}

// implausible is by how much a number has to exceed what has been seen before it is
// noted.
const implausible = 3

// notePlausibility notes a number far outside of the range in which the attribute's
// values of such devices have been seen. The number stays what it is: the note says
// what it may be instead.
func notePlausibility(spec *quarry.Spec, known quarry.Bounds) {
	low, high := spec.Normalized.Min, spec.Normalized.Max
	switch {
	case known.Max != nil && low != nil && *low > implausible**known.Max:
		spec.Notes = append(spec.Notes, fmt.Sprintf(
			"more than %d times the most that one %s is known for: perhaps a system of several, perhaps a prefix", implausible, spec.Device.Class))
	case known.Min != nil && high != nil && *high > 0 && *high*implausible < *known.Min:
		spec.Notes = append(spec.Notes, fmt.Sprintf(
			"less than a third of the least that one %s is known for: perhaps a part of it, perhaps a prefix", spec.Device.Class))
	}
}

// knownRanges returns the ranges of the lexicon's attributes in their base units.
func knownRanges(lexicon *lexicon.Lexicon) map[quarry.AttributeID][]quarry.KnownRange {
	known := map[quarry.AttributeID][]quarry.KnownRange{}
	for _, attribute := range lexicon.Attributes() {
		for _, one := range attribute.Known {
			one.Bounds = lexicon.Normalize(one.Bounds)
			known[attribute.ID] = append(known[attribute.ID], one)
		}
	}
	return known
}

// usual returns the range in which such values lie, in their base unit: of those
// ranges that the conditions allow the one that asks for the most of them. Of
// several devices, and of a part of one, none is known.
func (r *Reader) usual(spec *quarry.Spec, base string) quarry.Bounds {
	of := spec.Conditions.Value(quarry.AxisPer)
	if spec.Conditions[axisCount] != "" || of != quarry.Unstated && of != string(spec.Device.Class) {
		return quarry.Bounds{}
	}
	best, asked := quarry.Bounds{}, -1
	for _, one := range r.known[spec.Attribute.ID] {
		if one.Bounds.Unit == base && len(one.When) > asked && isKnownFor(one, spec) {
			best, asked = one.Bounds, len(one.When)
		}
	}
	return best
}

func isKnownFor(known quarry.KnownRange, spec *quarry.Spec) bool {
	fits := len(known.Classes) == 0 || slices.Contains(known.Classes, spec.Device.Class)
	for axis, value := range known.When {
		fits = fits && spec.Conditions[axis] == value
	}
	return fits
}
