package lexicon

import (
	"slices"

	"github.com/quarrykb/quarry/internal/text"
)

// attributeName is one of the names of an attribute.
type attributeName struct {
	attribute attribute
	name      scalar
}

// checkShared refuses a name of an attribute, in files laid over the built-in
// lexicon, that another one has already, where nothing tells whose it is: neither
// what their values measure nor the classes of their devices. "Bandwidth" is that
// of a memory and of a link; a second owner of the same thing would lose it.
func checkShared(attributes []attribute, own []content) error {
	written := map[scalar]bool{}
	for _, layer := range own {
		for _, name := range namesOf(layer.Attributes) {
			written[name.name] = true
		}
	}
	if len(written) == 0 {
		return nil
	}
	called := map[string][]attributeName{}
	for _, this := range namesOf(attributes) {
		slug := text.Slug(this.name.value)
		for _, first := range called[slug] {
			switch {
			case first.isToldFrom(this):
			case written[this.name]:
				return this.claim().clash(first.claim())
			case written[first.name]:
				return first.claim().clash(this.claim())
			}
		}
		called[slug] = append(called[slug], this)
	}
	return nil
}

// namesOf returns all that attributes go by.
func namesOf(attributes []attribute) []attributeName {
	var names []attributeName
	for _, one := range attributes {
		for _, name := range append([]scalar{one.ID, one.Name}, one.Aliases...) {
			names = append(names, attributeName{one, name})
		}
	}
	return names
}

func (n attributeName) claim() claim {
	return claim{noun: "attribute", owner: n.attribute.ID.value, name: n.name}
}

// isToldFrom reports whether something else than its name tells an attribute from
// another one.
func (n attributeName) isToldFrom(other attributeName) bool {
	if n.attribute.ID.value == other.attribute.ID.value {
		return true
	}
	return apart(n.attribute.kinds(), other.attribute.kinds()) || apart(n.attribute.Classes, other.attribute.Classes) ||
		len(n.attribute.Classes) == 0 != (len(other.attribute.Classes) == 0)
}

// apart reports whether two lists have words and none in common.
func apart(a, b []scalar) bool {
	among := values(b)
	return len(a) > 0 && len(b) > 0 &&
		!slices.ContainsFunc(values(a), func(word string) bool { return slices.Contains(among, word) })
}
