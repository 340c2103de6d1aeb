package judged

import (
	"math"
	"slices"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/quantity"
)

// tolerance is by which part of itself a number may be off: what conversions round.
const tolerance = 0.002

func isNear(is, want float64) bool {
	const nothing = 1e-9
	return math.Abs(is-want) <= max(tolerance*math.Abs(want), nothing)
}

// sameEnds reports whether two lists of ends hold the same numbers. Which side is open is
// left out: "up to 36" is served with both.
func sameEnds(is, want []float64) bool {
	within := func(some, all []float64, near func(one, other float64) bool) bool {
		for _, one := range some {
			if !slices.ContainsFunc(all, func(other float64) bool { return near(one, other) }) {
				return false
			}
		}
		return len(some) > 0
	}
	return within(is, want, isNear) && within(want, is, func(w, i float64) bool { return isNear(i, w) })
}

// wants reports whether ends are those of the number, in one of the ways to read it.
func (s *Spec) wants(is []float64) bool {
	return sameEnds(is, ends(s.Min, s.Max)) || slices.ContainsFunc(s.Accept, func(other []*float64) bool {
		return sameEnds(is, ends(other...))
	})
}

// saysNumber reports whether a served spec has the number, whatever its unit.
func (s *Spec) saysNumber(served *quarry.Spec) bool {
	return s.wants(ends(served.Value.Min, served.Value.Max)) || s.wants(ends(served.Normalized.Min, served.Normalized.Max))
}

// saysValue reports whether a served spec has the number in its unit or in one that
// converts to it. A unit that counts may be left to an attribute that says it.
func (u units) saysValue(gold *Spec, served *quarry.Spec) bool {
	switch {
	case gold.Unit == "":
		return gold.saysNumber(served)
	case served.Value.Unit == "":
		return u.counts(gold.Unit) && gold.namesUnit(served) && gold.wants(ends(served.Value.Min, served.Value.Max))
	}
	theirs := u.meanings(served.Value.Unit)
	for _, own := range u.meanings(gold.Unit) {
		for _, other := range theirs {
			if own.Base == other.Base && gold.wants(inUnit(served.Value.Bounds, other, own)) {
				return true
			}
		}
	}
	return false
}

// inUnit returns the ends of bounds in another unit of the same base.
func inUnit(b quarry.Bounds, from, to quantity.Unit) []float64 {
	there := ends(b.Min, b.Max)
	for i, value := range there {
		there[i] = (value*from.Factor + from.Offset - to.Offset) / to.Factor
	}
	return there
}
