package quarry

// Attributes returns the lexicon's attributes.
func (l *Lexicon) Attributes() []Attribute { return l.data.Attributes }

// Attribute returns the attribute of an id.
func (l *Lexicon) Attribute(id AttributeID) (Attribute, bool) {
	attribute, ok := l.attributes[id]
	return attribute, ok
}

// FindAttributes returns the attributes that a label may mean. A label such as
// "Bandwidth" has several; which one is meant depends on the device's class
// and on the number's unit.
func (l *Lexicon) FindAttributes(label string) []Attribute {
	ids := l.attributeAliases[Slug(label)]
	found := make([]Attribute, 0, len(ids))
	for _, id := range ids {
		found = append(found, l.attributes[id])
	}
	return found
}

// DiscoveredAttribute returns the attribute that a label stands for which the
// lexicon does not know.
func DiscoveredAttribute(label string) Attribute {
	id := AttributeID("x_" + SlugWith(label, '_'))
	return Attribute{ID: id, Name: label, Discovered: true}
}
