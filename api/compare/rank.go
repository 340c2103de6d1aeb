package compare

import (
	"cmp"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// Best returns of claims about one attribute of a device and its SKUs the one that is told
// first, and false where there is none. Of two claims that one is better which, in this
// order,
//
//  1. a person has preferred;
//  2. is of the whole and not of a part or a group, and lies where such values have been seen;
//  3. is not stated to count on sparsity;
//  4. is of the device that is asked for, rather than of a SKU;
//  5. more documents agree with: say the same value, under conditions that do not differ;
//  6. is exact, and is no estimate;
//  7. has more conditions stated;
//  8. stands in a table or behind a label, and not in a sentence;
//  9. is the newer one; what does not say of when it is counts as the oldest;
//  10. is more surely what its source states;
//  11. is of the SKU that reaches the greatest value.
//
// Of equals it is the first by path, line and id. It chooses what is told first and hides none.
func Best(l *lexicon.Lexicon, of quarry.DeviceID, claims []quarry.Spec) (quarry.Spec, bool) {
	if len(claims) == 0 {
		return quarry.Spec{}, false
	}
	return ranked(l, of, claims)[0], true
}

// ranked returns claims about one attribute of a device, the best one first.
func ranked(l *lexicon.Lexicon, of quarry.DeviceID, claims []quarry.Spec) []quarry.Spec {
	all, reach := make([]weighed, len(claims)), map[quarry.DeviceID]float64{}
	for _, claim := range claims {
		if value := cmp.Or(claim.Normalized.Max, claim.Value.Max); value != nil {
			reach[claim.Device.ID] = max(reach[claim.Device.ID], *value)
		}
	}
	for i, claim := range claims {
		all[i] = weigh(l, of, claim, claims[:min(len(claims), mostWitnesses)])
		all[i].reach = reach[claim.Device.ID]
	}
	slices.SortStableFunc(all, weighed.compare)
	best := make([]quarry.Spec, len(all))
	for i, one := range all {
		best[i] = one.claim
	}
	return best
}

// Bests returns the best claims of some: one of each attribute and precision of every device
// that is asked for, whose SKUs are asked for with it.
func Bests(l *lexicon.Lexicon, devices []quarry.DeviceID, claims []quarry.Spec) map[quarry.SpecID]bool {
	type subject struct {
		device    quarry.DeviceID
		attribute quarry.AttributeID
		precision string
	}
	about := map[subject][]quarry.Spec{}
	for _, claim := range claims {
		device := claim.Device.ID
		if slices.Contains(devices, claim.Device.Family) {
			device = claim.Device.Family
		}
		of := subject{device, claim.Attribute.ID, claim.Conditions.Value(quarry.AxisPrecision)}
		about[of] = append(about[of], claim)
	}
	bests := make(map[quarry.SpecID]bool, len(about))
	for of, some := range about {
		if best, found := Best(l, of.device, some); found {
			bests[best.ID] = true
		}
	}
	return bests
}

// mostWitnesses is how many claims, the first ones, are asked whether they agree.
const mostWitnesses = 200

// weighed is a claim with what it ranks by, the most important first: the more, the better.
type weighed struct {
	claim  quarry.Spec
	merits [8]int
	date   string  // "" where it is not known
	reach  float64 // the greatest value of its device
}

func weigh(l *lexicon.Lexicon, of quarry.DeviceID, s quarry.Spec, among []quarry.Spec) weighed {
	is := func(merit bool) int {
		if merit {
			return 1
		}
		return 0
	}
	stated := 0
	for axis := range s.Conditions {
		stated += is(s.Conditions.States(axis))
	}
	exact := s.Value.Qualifier == quarry.Exact && s.Conditions[quarry.AxisBasis] != "estimated"
	return weighed{claim: s, date: dateOf(s), merits: [...]int{
		is(s.Preferred), is(isOfWhole(l, s)), is(s.Conditions[quarry.AxisSparsity] != "sparse"), is(s.Device.ID == of),
		agreement(s, among), is(exact), stated, is(isTold(s)),
	}}
}

// isOfWhole reports whether a number may be that of the whole device: nobody says that it
// is of a part, and it is none that only a part or a group can have.
func isOfWhole(l *lexicon.Lexicon, s quarry.Spec) bool {
	below, above := l.FarFromKnown(s)
	return !below && !above && l.IsOfWhole(s)
}

// compare goes below 0 where the claim is the better one.
func (w weighed) compare(other weighed) int {
	a, b := w.claim, other.claim
	return cmp.Or(slices.Compare(other.merits[:], w.merits[:]), cmp.Compare(other.date, w.date),
		cmp.Compare(b.Confidence, a.Confidence), cmp.Compare(other.reach, w.reach), cmp.Compare(a.Source.Path, b.Source.Path),
		cmp.Compare(a.Source.LineStart, b.Source.LineStart), cmp.Compare(a.ID, b.ID))
}

// isTold reports whether something tells what a number is: the titles of a table or a label.
func isTold(s quarry.Spec) bool {
	return slices.ContainsFunc(s.Source.Context, func(c quarry.Context) bool {
		return c.Role == quarry.RoleHeader || c.Role == quarry.RoleRowLabel
	})
}

// agreement counts the documents, of several copies one, that state the value of a claim
// under conditions that do not differ from its own.
func agreement(claim quarry.Spec, among []quarry.Spec) int {
	documents := map[string]bool{}
	value := possible(claim)
	for i := range among {
		other := &among[i]
		if dimensionOf(*other) == dimensionOf(claim) && other.Device.ID == claim.Device.ID &&
			len(claim.Conditions.Contrary(other.Conditions)) == 0 && possible(*other).Meets(value) {
			documents[other.Source.SHA256] = true
		}
	}
	return len(documents)
}

// possible returns what a value may stand for, however it was rounded, in the unit by which
// it is compared.
func possible(s quarry.Spec) quarry.Bounds {
	rounded := s.Value.Rounded()
	scaled := func(rounded, written, base *float64) *float64 {
		if rounded == nil || written == nil || base == nil || *written == 0 {
			return base
		}
		value := *rounded * (*base / *written)
		return &value
	}
	if s.Normalized.Unit == "" {
		return rounded
	}
	return quarry.Bounds{
		Min:  scaled(rounded.Min, s.Value.Min, s.Normalized.Min),
		Max:  scaled(rounded.Max, s.Value.Max, s.Normalized.Max),
		Unit: s.Normalized.Unit,
	}
}

// dateOf returns of when a claim is, as it says itself or its document does: the year, and
// what of the day is written in numbers behind it, "2024-05-31".
func dateOf(s quarry.Spec) string {
	const asOf quarry.Axis = "as_of"
	for _, said := range []string{s.Conditions[asOf], s.Source.Date} {
		for _, one := range strings.FieldsFunc(said, func(r rune) bool { return r != '-' && (r < '0' || r > '9') }) {
			year, _, _ := strings.Cut(one, "-")
			if len(year) == len("2024") && (strings.HasPrefix(year, "19") || strings.HasPrefix(year, "20")) {
				return one
			}
		}
	}
	return ""
}
