package search

import (
	"slices"

	"github.com/quarrykb/quarry"
)

// CheckFilter refuses a filter by what no engine knows of an entry
// (quarry.KindInvalid), rather than to leave it out.
func CheckFilter(f quarry.Filter) error {
	name := unknownField(f)
	if name == "" {
		return nil
	}
	return quarry.Errorf(quarry.KindInvalid, "a search cannot be filtered by %s", name).
		OnField(name, "is not a filter of searches")
}

// unknownField returns the name of a set filter that entries are not indexed by.
func unknownField(f quarry.Filter) string {
	switch {
	case len(f.AnswerStates) > 0:
		return "answer_state"
	case len(f.Subjects) > 0:
		return "subject"
	case len(f.Devices) > 0:
		return "device"
	case len(f.Attributes) > 0:
		return "attribute"
	case len(f.Conditions) > 0:
		return "conditions"
	case f.Value != quarry.Bounds{}:
		return "value"
	case f.Conflict != quarry.Either:
		return "conflict"
	}
	return ""
}

// CheckFacets refuses an unknown facet (quarry.KindInvalid).
func CheckFacets(names []quarry.FacetName) error {
	for _, name := range names {
		if !slices.Contains(quarry.FacetNames(), name) {
			return quarry.Errorf(quarry.KindInvalid, "facet %q is not known", name)
		}
	}
	return nil
}
