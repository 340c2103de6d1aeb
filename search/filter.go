package search

import (
	"cmp"
	"slices"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// CheckFilter refuses a filter by what no engine knows of an entry
// (quarry.KindInvalid), rather than to leave it out.
func CheckFilter(f quarry.Filter) error {
	var name string
	switch {
	case len(f.AnswerStates) > 0:
		name = "answer_state"
	case len(f.Subjects) > 0:
		name = "subject"
	case len(f.Devices) > 0:
		name = "device"
	case len(f.Attributes) > 0:
		name = "attribute"
	case len(f.Conditions) > 0:
		name = "conditions"
	case f.Value != quarry.Bounds{}:
		name = "value"
	case f.Conflict != quarry.Either:
		name = "conflict"
	case f.MinConfidence > 0:
		name = "min_confidence"
	case f.MinGrade > 0:
		name = "min_difficulty_confidence"
	default:
		return nil
	}
	return quarry.Errorf(quarry.KindInvalid, "a search cannot be filtered by %s", name).
		OnField(name, "is not a filter of searches")
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

// TopicNames knows which topic stands within which.
type TopicNames interface {
	Topic(id quarry.TopicID) (lexicon.Topic, bool)
}

// FacetCounter counts the values of one facet.
type FacetCounter struct {
	values map[string]*counted
	topics TopicNames // nil where nothing stands within anything
}

// counted is one value.
type counted struct {
	quarry.Facet

	within *counted // nil where it is within nothing
	match  int      // the one that was counted last
}

// NewFacetCounter returns a counter of a facet. Who filters by a topic gets what stands
// within it too, so that a count is what the filter would find. The names of topics may be
// nil, and then nothing stands within anything.
func NewFacetCounter(name quarry.FacetName, topics TopicNames) FacetCounter {
	if name != quarry.FacetTopic {
		topics = nil
	}
	return FacetCounter{values: map[string]*counted{}, topics: topics}
}

// Count counts a value of a match, which has a number above 0 and counts once however often
// it has it. Matches are counted one after the other.
func (c FacetCounter) Count(match int, value []byte) {
	one, known := c.values[string(value)]
	if !known {
		one = c.add(string(value))
	}
	for ; one != nil && one.match != match; one = one.within {
		one.match = match
		one.Count++
	}
}

// add begins to count a value.
func (c FacetCounter) add(value string) *counted {
	one := &counted{Facet: quarry.Facet{Value: value}}
	c.values[value] = one
	if c.topics == nil {
		return one
	}
	if known, _ := c.topics.Topic(quarry.TopicID(value)); known.Parent != "" {
		if one.within = c.values[string(known.Parent)]; one.within == nil {
			one.within = c.add(string(known.Parent))
		}
	}
	return one
}

// Sorted returns the values by falling count, equal counts by value.
func (c FacetCounter) Sorted() []quarry.Facet {
	facets := make([]quarry.Facet, 0, len(c.values))
	for _, one := range c.values {
		facets = append(facets, one.Facet)
	}
	slices.SortFunc(facets, func(a, b quarry.Facet) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Value, b.Value))
	})
	return facets
}
