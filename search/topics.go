package search

import (
	"slices"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
)

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
