package condition

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
)

// The kinds of what a second of arithmetic is counted in.
const (
	kindOfFLOPS = "flops"
	kindOfOPS   = "ops"
)

// precisions returns the number formats that a claim is of, the nearest text
// speaking; none where it depends on none, as a clock does, whatever is computed at
// it: "FP32: 67 TFLOPS at 1.98 GHz boost". It is of several where nothing but a
// stroke or a comma stands between them, and it counts arithmetic.
func (a *asked) precisions(said []*statement, named *statement) []quarry.DeviceID {
	if a.Device.Class == quarry.ClassFormat {
		return nil
	}
	onlyNamed := measuresOnly(a.Attribute.Attribute, isOfUse) // "FP16 power"
	if a.isOfMatter() {
		if !a.Attribute.Discovered || a.kind != "data" { // "Weights (FP16)"
			return nil
		}
		onlyNamed = true
	}
	if onlyNamed {
		said = []*statement{named}
	}
	for i, s := range said {
		if formats, joined := s.formatsOf(i > 2); len(formats) > 0 {
			if len(formats) == 1 || joined && a.countsArithmetic() {
				return formats
			}
			return nil
		}
	}
	return nil
}

// countsArithmetic reports whether a number is of arithmetic in a time.
func (a *asked) countsArithmetic() bool {
	such := func(kind quarry.QuantityKind) bool { return kind == kindOfFLOPS || kind == kindOfOPS }
	return such(a.kind) || a.kind == "" && measuresOnly(a.Attribute.Attribute, such)
}

// formatsOf returns the different number formats that a text names, and whether all
// of them stand side by side.
func (s *statement) formatsOf(far bool) ([]quarry.DeviceID, bool) {
	var all, beside []quarry.DeviceID
	longest, last := 0, -1
	for _, one := range s.sayings {
		if one.axis != quarry.AxisPrecision || far && !one.alone {
			continue
		}
		if last >= 0 && strings.Trim(s.text[s.words[last].end:s.words[one.first].start], " /,&") != "" {
			beside = nil
		}
		last = one.last
		all, beside = with(all, one.value), with(beside, one.value)
		longest = max(longest, len(beside))
	}
	return all, longest == len(all)
}

func with(formats []quarry.DeviceID, format string) []quarry.DeviceID {
	if id := quarry.DeviceID(format); !slices.Contains(formats, id) {
		return append(formats, id)
	}
	return formats
}

// isOfMatter reports whether a number does not depend on what is computed. How much
// memory something takes does depend on it, and so does all of a language model's.
func (a *asked) isOfMatter() bool {
	switch attribute := a.Attribute.Attribute; {
	case attribute.ID == "memory_usage" || a.Device.Class == quarry.ClassModel && attribute.Kind == "data":
		return false
	case attribute.Discovered:
		return isOfMatter(a.kind)
	default:
		return measuresOnly(attribute, isOfMatter)
	}
}

// measuresOnly reports whether it is known what an attribute's values measure, and
// all of it is such.
func measuresOnly(attribute quarry.Attribute, such func(quarry.QuantityKind) bool) bool {
	if attribute.Kind != "" {
		return such(attribute.Kind)
	}
	other := func(kind quarry.QuantityKind) bool { return !such(kind) }
	return len(attribute.Kinds) > 0 && !slices.ContainsFunc(attribute.Kinds, other)
}

// isOfMatter reports whether what a kind measures does not depend on what is
// computed.
func isOfMatter(kind quarry.QuantityKind) bool {
	switch kind {
	case "data", "frequency", "transfer_rate", "length", "area", "areal_density", "mass", "volume", "voltage", "temperature", "pressure",
		"rotation", "speed", "torque", "currency":
		return true
	}
	return false
}

// isOfUse reports whether what a kind measures depends on what is computed only
// where its own name says so: "FP16 power".
func isOfUse(kind quarry.QuantityKind) bool {
	return isOfMatter(kind) || isOfData(kind) || kind == "power" || kind == "energy"
}

// isOfData reports whether a kind is of data in a time.
func isOfData(kind quarry.QuantityKind) bool { return kind == "data_rate" || kind == "bit_rate" }

// isReckoned reports whether the most of a kind is mostly a peak that is reckoned on
// paper: rates of all kinds, and the clocks that they come from.
func isReckoned(kind quarry.QuantityKind) bool {
	return kind == kindOfFLOPS || kind == kindOfOPS || kind == "frequency" || strings.HasSuffix(string(kind), "_rate")
}

// isMoney reports whether a kind is one of sums, or of prices for something.
func isMoney(kind quarry.QuantityKind) bool { return strings.HasPrefix(string(kind), "currency") }
