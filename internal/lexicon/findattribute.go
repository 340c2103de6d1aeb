package lexicon

import (
	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/text"
)

// Attributes returns the lexicon's attributes.
func (l *Lexicon) Attributes() []quarry.Attribute { return l.data.Attributes }

// Attribute returns the attribute of an id.
func (l *Lexicon) Attribute(id quarry.AttributeID) (quarry.Attribute, bool) {
	attribute, ok := l.attributes[id]
	return attribute, ok
}

// FindAttributes returns the attributes that a label may mean. A label such as
// "Bandwidth" has several; which one is meant depends on the device's class
// and on the number's unit.
func (l *Lexicon) FindAttributes(label string) []quarry.Attribute {
	ids := l.attributeAliases[text.Slug(label)]
	found := make([]quarry.Attribute, 0, len(ids))
	for _, id := range ids {
		found = append(found, l.attributes[id])
	}
	return found
}

// DiscoveredAttribute returns the attribute that a label stands for which the
// lexicon does not know.
func DiscoveredAttribute(label string) quarry.Attribute {
	id := quarry.AttributeID("x_" + text.SlugWith(label, '_'))
	return quarry.Attribute{ID: id, Name: label, Discovered: true}
}
