package lexicon

import "github.com/quarrykb/quarry"

// Topic is one node of the two-level taxonomy.
type Topic struct {
	ID       quarry.TopicID
	Name     string
	Parent   quarry.TopicID // "" at the top level
	Keywords []string       // words and phrases that speak for it
	Everyday []string       // further ones that other fields use as well: they speak for it only beside a word of this field

	Attributes []quarry.AttributeID // that are measured of what it is about
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

type topic struct {
	ID       scalar   `yaml:"id"`
	Name     scalar   `yaml:"name"`
	Parent   scalar   `yaml:"parent"`
	Keywords []scalar `yaml:"keywords"`
	Everyday []scalar `yaml:"everyday"`
	Measures []scalar `yaml:"measures"`
	Replace  bool     `yaml:"replace"`
}

func (t topic) key() scalar    { return t.ID }
func (t topic) replaces() bool { return t.Replace }

func (t topic) extendedBy(later topic) topic {
	t.Name, t.Parent = later.Name.or(t.Name), later.Parent.or(t.Parent)
	t.Keywords, t.Everyday = union(t.Keywords, later.Keywords), union(t.Everyday, later.Everyday)
	t.Measures = union(t.Measures, later.Measures)
	return t
}

// checkTopics wants a name for every topic, a parent that is a top-level topic
// and stands above its children.
func checkTopics(topics []topic) error {
	above := map[string]topic{}
	for _, one := range topics {
		if err := one.ID.idOf("topic", '-'); err != nil {
			return err
		}
		if one.Name.value == "" {
			return one.ID.at.errorf("topic %q has no name", one.ID.value)
		}
		if err := checkSearched("everyday word", one.Everyday); err != nil {
			return err
		}
		parent, known := above[one.Parent.value]
		if one.Parent.value != "" && (!known || parent.Parent.value != "") {
			return one.Parent.at.errorf("topic %q: no top-level topic %q stands above it", one.ID.value, one.Parent.value)
		}
		above[one.ID.value] = one
	}
	return nil
}

func (t topic) value() Topic {
	one := Topic{
		ID: quarry.TopicID(t.ID.value), Name: t.Name.value, Parent: quarry.TopicID(t.Parent.value),
		Keywords: values(t.Keywords), Everyday: values(t.Everyday),
	}
	for _, attribute := range t.Measures {
		one.Attributes = append(one.Attributes, quarry.AttributeID(attribute.value))
	}
	return one
}
