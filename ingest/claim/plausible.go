package claim

import (
	"fmt"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// implausible is by how much a number has to exceed what has been seen before
// it is noted.
const implausible = 3

// notePlausibility notes a number that lies far outside of the range in which
// the attribute's values of such devices have been seen. The number stays what
// it is: the note says what it may be instead.
func notePlausibility(spec *quarry.Spec, known quarry.Bounds) {
	if known.Empty() {
		return
	}
	what := string(spec.Device.Class)
	switch most, least := known.Max, known.Min; {
	case most != nil && spec.Normalized.Min != nil && *spec.Normalized.Min > implausible**most:
		spec.Notes = append(spec.Notes, fmt.Sprintf(
			"more than %d times the most that one %s is known for"+perhapsSeveral, implausible, what))
	case least != nil && spec.Normalized.Max != nil && *spec.Normalized.Max > 0 && *spec.Normalized.Max*implausible < *least:
		spec.Notes = append(spec.Notes, fmt.Sprintf(
			"less than a third of the least that one %s is known for"+perhapsPart, what))
	}
}

// What a number may be that lies far outside of the range.
const (
	perhapsSeveral = ": perhaps a system of several, perhaps a prefix"
	perhapsPart    = ": perhaps a part of it, perhaps a prefix"
)

// isOutOfRange reports whether a spec is noted to lie far outside of the range.
func isOutOfRange(spec quarry.Spec) bool {
	return slices.ContainsFunc(spec.Notes, func(note string) bool {
		return strings.HasSuffix(note, perhapsSeveral) || strings.HasSuffix(note, perhapsPart)
	})
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

// usual returns the range in which values lie of what is claimed, in their base
// unit: of those ranges that the conditions allow the one that asks for the most
// of them.
func (r *Reader) usual(c *claimed, conditions quarry.Conditions, base string) quarry.Bounds {
	ranges := r.known[c.attribute.ID]
	if of := conditions[quarry.AxisPer]; conditions[axisCount] != "" || of != quarry.Unstated && of != string(c.device.Class) {
		return quarry.Bounds{}
	}
	best, asked := quarry.Bounds{}, -1
	for _, one := range ranges {
		if one.Bounds.Unit == base && len(one.When) > asked && isKnownFor(one, c.device.Class, conditions) {
			best, asked = one.Bounds, len(one.When)
		}
	}
	return best
}

func isKnownFor(known quarry.KnownRange, class quarry.DeviceClass, conditions quarry.Conditions) bool {
	fits := len(known.Classes) == 0 || slices.Contains(known.Classes, class)
	for axis, value := range known.When {
		fits = fits && conditions[axis] == value
	}
	return fits
}
