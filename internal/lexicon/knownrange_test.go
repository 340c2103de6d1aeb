package lexicon_test

import (
	"slices"
	"testing"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
)

func rangesOf(t *testing.T, built *lexicon.Lexicon, id quarry.AttributeID) []quarry.KnownRange {
	t.Helper()
	attribute, ok := built.Attribute(id)
	if !ok {
		t.Fatalf("there is no attribute %q", id)
	}
	return attribute.Known
}

// Everybody's first example of a slip lies more than three times outside of
// what is known, and what devices have lies inside.
func TestTheKnownRangesTellOneDeviceFromASystemAndASlip(t *testing.T) {
	t.Parallel()
	built := load(t)
	for name, c := range map[string]struct {
		attribute quarry.AttributeID
		class     quarry.DeviceClass
		precision string
		value     quarry.Bounds
		known     bool
	}{
		"bandwidth of one":         {"memory_bandwidth", quarry.ClassGPU, "", quarry.Single(8, "TB/s"), true},
		"bandwidth of eight":       {"memory_bandwidth", quarry.ClassGPU, "", quarry.Single(64, "TB/s"), false},
		"bandwidth, prefix lost":   {"memory_bandwidth", quarry.ClassGPU, "", quarry.Single(1.555, "GB/s"), false},
		"memory of one":            {"memory_capacity", quarry.ClassGPU, "", quarry.Single(192, "GB"), true},
		"memory of eight":          {"memory_capacity", quarry.ClassGPU, "", quarry.Single(1.44, "TB"), false},
		"FP64 of one":              {"compute_throughput", quarry.ClassGPU, "fp64", quarry.Single(67, "TFLOPS"), true},
		"FP64, prefix slipped":     {"compute_throughput", quarry.ClassGPU, "fp64", quarry.Single(67, "PFLOPS"), false},
		"FP4 of a rack":            {"compute_throughput", quarry.ClassGPU, "fp4", quarry.Single(1.44, "EFLOPS"), false},
		"TDP of one":               {"tdp", quarry.ClassGPU, "", quarry.Single(700, "W"), true},
		"TDP of a server":          {"tdp", quarry.ClassGPU, "", quarry.Single(10.2, "kW"), false},
		"TDP in kilowatts":         {"tdp", quarry.ClassGPU, "", quarry.Single(0.7, "W"), false},
		"transistors":              {"transistors", quarry.ClassGPU, "", quarry.Single(80, "billion"), true},
		"transistors, word lost":   {"transistors", quarry.ClassGPU, "", quarry.Single(80, "1"), false},
		"parameters of a model":    {"parameters", quarry.ClassModel, "", quarry.Single(175, "billion"), true},
		"node in nanometres":       {"process_node", quarry.ClassGPU, "", quarry.Single(4, "nm"), true},
		"node in millimetres":      {"process_node", quarry.ClassGPU, "", quarry.Single(4, "mm"), false},
		"price of a card":          {"price", quarry.ClassGPU, "", quarry.Single(1599, "$"), true},
		"price of a server":        {"price", quarry.ClassGPU, "", quarry.Single(400_000, "$"), false},
		"link in gigabytes":        {"bandwidth", quarry.ClassInterconnect, "", quarry.Single(900, "GB/s"), true},
		"rate of a pin":            {"data_rate", quarry.ClassMemory, "", quarry.Single(6.4, "Gbps"), true},
		"NVLink of one":            {"nvlink_bandwidth", quarry.ClassGPU, "", quarry.Single(900, "GB/s"), true},
		"NVLink of a whole system": {"nvlink_bandwidth", quarry.ClassGPU, "", quarry.Single(14.4, "TB/s"), false},
	} {
		found := false
		for _, known := range rangesOf(t, built, c.attribute) {
			if slices.Contains(known.Classes, c.class) && known.When[quarry.AxisPrecision] == c.precision {
				found = found || within(t, built, known.Bounds, c.value)
			}
		}
		if found != c.known {
			t.Errorf("%s: within three times of what is known: %t, want %t", name, found, c.known)
		}
	}
}

func within(t *testing.T, built *lexicon.Lexicon, known, value quarry.Bounds) bool {
	t.Helper()
	converted, err := built.Convert(value, known.Unit)
	if err != nil {
		return false // of another kind
	}
	const widely = 3
	return (known.Min == nil || *converted.Min >= *known.Min/widely) && (known.Max == nil || *converted.Max <= *known.Max*widely)
}

func TestEveryKnownRangeIsOfTheAttributesOwnUnitsAndClasses(t *testing.T) {
	t.Parallel()
	built := load(t)
	for _, attribute := range built.Attributes() {
		for _, known := range attribute.Known {
			checkRange(t, built, attribute, known)
		}
	}
}

func checkRange(t *testing.T, built *lexicon.Lexicon, of quarry.Attribute, known quarry.KnownRange) {
	t.Helper()
	unit, ok := built.FindUnit(known.Bounds.Unit)
	if !ok || !of.Measures(unit.Kind) || known.Bounds.Empty() {
		t.Errorf("%s: range %+v in %q, want one in a unit of the attribute", of.ID, shown(known.Bounds), known.Bounds.Unit)
	}
	if precision := known.When[quarry.AxisPrecision]; precision != "" && !isFormat(built, precision) {
		t.Errorf("%s: a range for the precision %q, want a format", of.ID, precision)
	}
	if !hasAll(of.Classes, known.Classes) {
		t.Errorf("%s: a range for %v, want some of %v", of.ID, known.Classes, of.Classes)
	}
}

func isFormat(l *lexicon.Lexicon, id string) bool {
	format, _ := l.Device(quarry.DeviceID(id))
	return format.Class == quarry.ClassFormat
}

// hasAll reports whether an attribute of some classes, or of any, is said of all
// of these.
func hasAll(classes, of []quarry.DeviceClass) bool {
	return len(classes) == 0 || !slices.ContainsFunc(of, func(class quarry.DeviceClass) bool {
		return !slices.Contains(classes, class)
	})
}

func TestARangeIsReadInTheUnitOfItsUpperEnd(t *testing.T) {
	t.Parallel()
	built := mustParse(t, `
classes: [kiln]
attributes:
  - id: bore
    name: Bore
    kind: length
    unit: mm
    classes: [kiln]
    ranges:
      - {classes: [kiln], from: 5 mm, to: 2 m}
      - {when: {per: tile}, from: 7}
`)
	known := rangesOf(t, built, "bore")
	if len(known) != 2 || known[0].Bounds.Unit != "m" || *known[0].Bounds.Min != 0.005 || *known[0].Bounds.Max != 2 {
		t.Fatalf("ranges = %+v, want the first from 0.005 m to 2 m", known)
	}
	if open := known[1]; open.Bounds.Max != nil || *open.Bounds.Min != 7 || open.Bounds.Unit != "mm" || open.When[quarry.AxisPer] != "tile" {
		t.Errorf("the second range = %+v, want it open above 7 mm, per tile", open)
	}
	if !slices.Contains(built.DeviceClasses(), "kiln") || !slices.Contains(built.DeviceClasses(), quarry.ClassGPU) {
		t.Errorf("classes = %v, want the file's own among the built-in ones", built.DeviceClasses())
	}
}

func TestALaterRangeOfTheSameTakesThePlaceOfTheEarlier(t *testing.T) {
	t.Parallel()
	before := rangesOf(t, load(t), "tdp")
	after := rangesOf(t, mustParse(t, "attributes:\n  - {id: tdp, ranges: [{classes: [gpu], from: 5 W, to: 9000 W}, {classes: [memory], to: 30 W}]}\n"), "tdp")
	if len(after) != len(before)+1 {
		t.Errorf("%d ranges became %d, want one more", len(before), len(after))
	}
	for _, known := range after {
		if slices.Equal(known.Classes, []quarry.DeviceClass{quarry.ClassGPU}) && *known.Bounds.Max != 9000 {
			t.Errorf("the range of a GPU ends at %v, want the file's 9000", *known.Bounds.Max)
		}
	}
}
