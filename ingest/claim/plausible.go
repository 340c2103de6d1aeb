package claim

import (
	"fmt"

	"github.com/quarrykb/quarry"
)

// implausible is by how much a number has to exceed what has been seen before
// it is noted.
const implausible = 3

// notePlausibility notes a number that lies far outside of the range in which
// the attribute's values of such devices have been seen. The number stays what
// it is: the note says what it may be instead.
func (r *Reader) notePlausibility(spec *quarry.Spec) {
	known, ok := r.knownRange(spec)
	if !ok {
		return
	}
	what := string(spec.Device.Class)
	switch most, least := known.Max, known.Min; {
	case most != nil && spec.Normalized.Min != nil && *spec.Normalized.Min > implausible**most:
		spec.Notes = append(spec.Notes, fmt.Sprintf(
			"more than %d times the most that one %s is known for: perhaps a system of several, perhaps a prefix", implausible, what))
	case least != nil && spec.Normalized.Max != nil && *spec.Normalized.Max > 0 && *spec.Normalized.Max*implausible < *least:
		spec.Notes = append(spec.Notes, fmt.Sprintf(
			"less than a third of the least that one %s is known for: perhaps a part of it, perhaps a prefix", what))
	}
}

// knownRanges returns the ranges of the lexicon's attributes in their base units.
func knownRanges(lexicon *quarry.Lexicon) map[quarry.AttributeID][]quarry.KnownRange {
	known := map[quarry.AttributeID][]quarry.KnownRange{}
	for _, attribute := range lexicon.Attributes() {
		for _, one := range attribute.Known {
			one.Bounds = lexicon.Normalize(one.Bounds)
			known[attribute.ID] = append(known[attribute.ID], one)
		}
	}
	return known
}

// knownRange returns the range of what a spec claims, in its base unit: the one
// of those that its conditions allow which asks for the most of them.
func (r *Reader) knownRange(spec *quarry.Spec) (quarry.Bounds, bool) {
	ranges := r.known[spec.Attribute.ID]
	if len(ranges) == 0 {
		return quarry.Bounds{}, false
	}
	if spec.Conditions[axisCount] != "" {
		return quarry.Bounds{}, false
	}
	if of := spec.Conditions[quarry.AxisPer]; of != quarry.Unstated && of != string(spec.Device.Class) {
		return quarry.Bounds{}, false
	}
	best, asked := quarry.Bounds{}, -1
	for i := range ranges {
		one := &ranges[i]
		if one.Bounds.Unit == spec.Normalized.Unit && len(one.When) > asked && isKnownFor(one, spec) {
			best, asked = one.Bounds, len(one.When)
		}
	}
	return best, asked >= 0
}

func isKnownFor(known *quarry.KnownRange, spec *quarry.Spec) bool {
	fits := len(known.Classes) == 0
	for _, class := range known.Classes {
		fits = fits || class == spec.Device.Class
	}
	for axis, value := range known.When {
		fits = fits && spec.Conditions[axis] == value
	}
	return fits
}
