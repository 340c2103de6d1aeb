package export

import (
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// mostAxes is how many conditions a spec may have.
const mostAxes = 32

// specOf reads a spec. What its words mean is asked of the lexicon again, and
// taken from the file only where the lexicon does not know: the number in the
// value as written and the digit that it is rounded to, its base unit, what is to
// be noted of it, the device and the attribute.
func specOf(r record, from quarry.Source, w words) quarry.Spec {
	conditions := make(quarry.Conditions, len(r.Conditions))
	for axis, state := range r.Conditions {
		conditions[quarry.Axis(axis)] = state
	}
	spec := quarry.Spec{
		ID:     quarry.SpecID(r.ID),
		Device: quarry.DeviceMention{Written: r.Device.Written, Device: deviceOf(r.Device, w.lexicon)},
		Attribute: quarry.AttributeMention{
			Written: r.Attribute.Written, Attribute: attributeOf(r, w.lexicon),
		},
		Conditions: conditions, Value: quantityOf(r.Value, w.lexicon),
		Grade: r.grade(), Topics: r.topics(), Notes: r.Notes, Source: from,
	}
	w.specs.Finish(&spec)
	spec.Confidence = r.confidence() // of the reading, which was another one
	return spec
}

// confidence returns how sure whoever read the spec was; 1 where the file does not
// say.
func (s specFields) confidence() float64 {
	if s.Sure == nil {
		return 1
	}
	return *s.Sure
}

func deviceOf(said device, lexicon *lexicon.Lexicon) quarry.Device {
	id := quarry.DeviceID(said.ID)
	if known, ok := lexicon.Device(id); ok {
		return quarry.Device{ID: id, Name: known.Name, Vendor: known.Vendor, Class: known.Class, Family: known.Family}
	}
	return quarry.Device{
		ID: id, Name: said.Name, Vendor: said.Vendor, Class: quarry.DeviceClass(said.Class),
		Family: quarry.DeviceID(said.Family), Discovered: said.Discovered,
	}
}

func attributeOf(said record, lexicon *lexicon.Lexicon) quarry.Attribute {
	id := quarry.AttributeID(said.Attribute.ID)
	if known, ok := lexicon.Attribute(id); ok {
		return quarry.Attribute{ID: id, Name: known.Name, Kind: known.Kind, Unit: known.Unit}
	}
	return quarry.Attribute{
		ID: id, Name: said.Attribute.Name, Kind: quarry.QuantityKind(said.AttributeKind),
		Unit: said.AttributeUnit, Discovered: said.Attribute.Discovered,
	}
}

func faultOfSpec(r record) string {
	for axis := range quarry.NewConditions() {
		if r.Conditions[string(axis)] == "" {
			return "its conditions do not say " + string(axis)
		}
	}
	switch {
	case r.Device.ID == "" || r.Attribute.ID == "" || r.Value.Text == "":
		return "a spec needs a device, an attribute and a value"
	case !slices.Contains(quarry.Qualifiers(), quarry.Qualifier(r.Value.Qualifier)):
		return "its qualifier is none that there is"
	case slices.ContainsFunc(namesIn(r), func(name string) bool { return len(name) > longestName }):
		return "its device, attribute or conditions have names that are too long"
	case r.confidence() < 0 || r.confidence() > 1:
		return "its confidence is not from 0 to 1"
	case turned(r.Value.bounds) || !r.Value.isRounded() || len(r.Conditions) > mostAxes:
		return "its value cannot be a value"
	case !r.Value.meant().Empty() && !strings.ContainsFunc(r.Value.Text, unicode.IsNumber):
		return "its value is a number, and its text has none"
	}
	return ""
}

// namesIn are the names in a spec that no text holds it to.
func namesIn(r record) []string {
	names := []string{
		r.Device.ID, r.Device.Name, r.Device.Vendor, r.Device.Class, r.Device.Family,
		r.Attribute.ID, r.Attribute.Name, r.AttributeKind, r.AttributeUnit, r.Value.Unit,
	}
	for axis, state := range r.Conditions {
		names = append(names, axis, state)
	}
	return names
}

// isRounded reports whether a number can be rounded to a digit as the file says:
// what the last one counts is no more than the number, and no more than one of
// nought.
func (v value) isRounded() bool {
	most := 0.0
	for _, bound := range []*float64{v.Min, v.Max} {
		if bound != nil {
			most = max(most, math.Abs(*bound))
		}
	}
	if most == 0 {
		most = 1
	}
	return v.Step >= 0 && v.Step <= most
}

// turned reports whether bounds are the wrong way round.
func turned(b bounds) bool { return b.Min != nil && b.Max != nil && *b.Min > *b.Max }
