package search

import (
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

// CountedTopics returns the topics by which an entry of some topics is counted:
// these and those that they stand within, each once. Who filters by a topic gets
// what stands within it too, so that a count is what the filter would find. Names
// may be nil, and then nothing stands within anything.
func CountedTopics(names TopicNames, topics []quarry.TopicID) []quarry.TopicID {
	var counted []quarry.TopicID
	for _, topic := range topics {
		for topic != "" && !slices.Contains(counted, topic) {
			counted = append(counted, topic)
			topic = ParentTopic(names, topic)
		}
	}
	return counted
}

// ParentTopic returns the topic that one stands within; "" where it stands within
// none, or they are not known.
func ParentTopic(names TopicNames, topic quarry.TopicID) quarry.TopicID {
	if names == nil {
		return ""
	}
	known, _ := names.Topic(topic)
	return known.Parent
}
