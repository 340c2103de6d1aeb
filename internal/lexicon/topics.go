package lexicon

import (
	"github.com/quarrykb/quarry"
)

// Topic is one node of the two-level taxonomy.
type Topic struct {
	ID       quarry.TopicID
	Name     string
	Parent   quarry.TopicID // "" at the top level
	Keywords []string       // words and phrases that speak for it
	Everyday []string       // further ones that other fields use as well: they speak for it only beside a word of this field
}

// Topics returns the taxonomy, parents before their children.
func (l *Lexicon) Topics() []Topic { return l.data.Topics }

// FieldWords returns words of the field that speak for none of its topics. What
// stands beside one of them is of the field.
func (l *Lexicon) FieldWords() []string { return l.data.FieldWords }

// Topic returns one topic.
func (l *Lexicon) Topic(id quarry.TopicID) (Topic, bool) {
	topic, ok := l.topics[id]
	return topic, ok
}

// TopicTree returns the topic and its children, or nil where there is no such
// topic.
func (l *Lexicon) TopicTree(id quarry.TopicID) []quarry.TopicID {
	if _, ok := l.topics[id]; !ok {
		return nil
	}
	tree := []quarry.TopicID{id}
	for _, topic := range l.data.Topics {
		if topic.Parent == id {
			tree = append(tree, topic.ID)
		}
	}
	return tree
}
