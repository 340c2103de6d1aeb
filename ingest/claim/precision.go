package claim

import (
	"slices"

	"github.com/quarrykb/quarry"
)

// precisionOf returns the number format that a claim is of; "" where it is of
// none, as a clock is, whatever is computed at it: "FP32: 67 TFLOPS at 1.98 GHz
// boost".
func (r *Reader) precisionOf(c claimed) string {
	words := c.attribute.Written
	switch {
	case r.ofMatter(&c.attribute.Attribute, c.quantity.Unit, c.device.Class):
		if c.attribute.Discovered && r.kindOf(c.quantity.Unit) == "data" { // "Weights (FP16)"
			return r.precision(words)
		}
		return ""
	case !measuresOnly(c.attribute.Attribute, isOfUse):
		words += " " + c.words
	}
	if c.precision != "" || c.device.Class == quarry.ClassFormat {
		return c.precision
	}
	return r.precision(words)
}

// ofMatter reports whether a number does not depend on what is computed, by what
// its attribute measures, or its unit if the attribute is not known. How much
// memory something takes does depend on it, and so does all of a language model's.
func (r *Reader) ofMatter(attribute *quarry.Attribute, unit string, class quarry.DeviceClass) bool {
	switch {
	case attribute.ID == "memory_usage" || class == quarry.ClassModel && attribute.Kind == "data":
		return false
	case attribute.Discovered:
		return isOfMatter(r.kindOf(unit))
	}
	return measuresOnly(*attribute, isOfMatter)
}

// measuresOnly reports whether it is known what an attribute's values measure,
// and all of it is such.
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
	switch kind {
	case "power", "energy", "data_rate", "bit_rate":
		return true
	}
	return isOfMatter(kind)
}
