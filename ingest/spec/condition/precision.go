package condition

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/quantity"
)

// precisions returns the number formats that a claim is of, the nearest text
// speaking; none where it depends on none, as a clock does, whatever is computed at
// it: "FP32: 67 TFLOPS at 1.98 GHz boost". It is of several where nothing but a
// stroke or a comma stands between them.
func (a *asked) precisions(said []*statement) []string {
	if a.Device.Class == quarry.ClassFormat || a.isOfMatter() {
		return nil
	}
	for i, s := range said {
		if formats, joined := s.formats(i >= a.near); len(formats) == 1 || joined {
			return formats
		} else if len(formats) > 0 {
			return nil
		}
	}
	return nil
}

// formats returns the number formats that a text names, and whether they stand side
// by side.
func (s *statement) formats(far bool) ([]string, bool) {
	var all []string
	joined, last := true, -1
	for _, one := range s.sayings {
		if one.axis != quarry.AxisPrecision || far && !one.alone {
			continue
		}
		beside := last < 0 || strings.Trim(s.text[s.words[last].end:s.words[one.first].start], " /,&") == ""
		joined, last = joined && beside, one.last
		if !slices.Contains(all, one.value) {
			all = append(all, one.value)
		}
	}
	return all, joined && len(all) > 0
}

// isOfMatter reports whether a number does not depend on what is computed. How much
// memory something takes does.
func (a *asked) isOfMatter() bool {
	return a.Attribute.ID != "memory_usage" && isOfMatter(a.Attribute.Kind)
}

// isOfMatter reports whether what a kind measures does not depend on what is
// computed.
func isOfMatter(kind quarry.QuantityKind) bool {
	switch kind {
	case "data", "frequency", "transfer_rate", "length", "area", "areal_density", "mass", "volume", "voltage", "temperature", "pressure",
		"rotation", "speed", "torque", "currency", quantity.Count:
		return true
	}
	return false
}
