package lexicon

import (
	"cmp"
	"slices"
	"strings"

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

// EverydayNames returns all that an attribute goes by, what stands only in questions for it
// among them.
func (l *Lexicon) EverydayNames(a quarry.Attribute) []string {
	return slices.Concat([]string{string(a.ID), a.Name}, a.Aliases, a.Asked)
}

// DiscoveredAttribute returns the attribute that a label stands for which the
// lexicon does not know.
func DiscoveredAttribute(label string) quarry.Attribute {
	id := quarry.AttributeID("x_" + text.SlugWith(label, '_'))
	return quarry.Attribute{ID: id, Name: label, Discovered: true}
}

type attribute struct {
	ID      scalar       `yaml:"id"`
	Name    scalar       `yaml:"name"`
	Kind    scalar       `yaml:"kind"`
	Kinds   []scalar     `yaml:"kinds"`
	Unit    scalar       `yaml:"unit"`
	Classes []scalar     `yaml:"classes"`
	Aliases []scalar     `yaml:"aliases"`
	Asked   []scalar     `yaml:"asked"`
	Ranges  []knownRange `yaml:"ranges"`
	Replace bool         `yaml:"replace"`
}

func (a attribute) key() scalar    { return a.ID }
func (a attribute) replaces() bool { return a.Replace }

func (a attribute) extendedBy(later attribute) attribute {
	a.Name, a.Unit, a.Kind = later.Name.or(a.Name), later.Unit.or(a.Unit), later.Kind.or(a.Kind)
	a.Kinds, a.Classes = union(a.Kinds, later.Kinds), union(a.Classes, later.Classes)
	a.Aliases, a.Asked = union(a.Aliases, later.Aliases), union(a.Asked, later.Asked)
	a.Ranges = rangesUnder(a.Ranges, later.Ranges)
	return a
}

func (a attribute) value(known spelledUnits) (quarry.Attribute, error) {
	value := quarry.Attribute{
		ID: quarry.AttributeID(a.ID.value), Name: a.Name.value, Unit: a.bareUnit(),
		Kind: quarry.QuantityKind(a.Kind.value), Kinds: each(a.Kinds, func(t scalar) quarry.QuantityKind { return quarry.QuantityKind(t.value) }),
		Classes: each(a.Classes, deviceClass), Aliases: values(a.Aliases), Asked: folded(a.Asked),
	}
	for _, one := range a.Ranges {
		read, err := one.value(a, known)
		if err != nil {
			return value, err
		}
		value.Known = append(value.Known, read)
	}
	return value, nil
}

// bareUnit returns the unit of a number that is written without one: of a count and
// of a ratio, where nothing is said, it is the number itself.
func (a attribute) bareUnit() string {
	if a.Unit.value == "" && (a.Kind.value == "count" || a.Kind.value == "ratio") {
		return "1"
	}
	return a.Unit.value
}

// kinds returns what the attribute's values measure, however it is written.
func (a attribute) kinds() []scalar {
	if a.Kind.value != "" {
		return []scalar{a.Kind}
	}
	return a.Kinds
}

// discoveredPrefix begins the ids of attributes that documents bring in.
const discoveredPrefix = "x_"

func checkAttributes(attributes []attribute, classes []scalar, known spelledUnits) error {
	for _, one := range attributes {
		if err := cmp.Or(one.check(classes), one.checkKinds(known)); err != nil {
			return err
		}
	}
	return nil
}

// checkKinds wants every kind to have units, and the unit of bare numbers to
// be one of them.
func (a attribute) checkKinds(spelled spelledUnits) error {
	if a.Kind.value != "" && len(a.Kinds) > 0 {
		return a.Kind.at.errorf("attribute %q: kind and kinds exclude each other", a.ID.value)
	}
	fits := a.Unit.value == ""
	for _, kind := range a.kinds() {
		if spelled[kind.value] == nil {
			return kind.at.errorf("attribute %q: no unit measures %q", a.ID.value, kind.value)
		}
		_, has := spelled[kind.value][a.Unit.value]
		fits = fits || has
	}
	if !fits {
		return a.Unit.at.errorf("attribute %q: %q is no unit of %v", a.ID.value, a.Unit.value, values(a.kinds()))
	}
	return nil
}

func (a attribute) check(classes []scalar) error {
	if err := a.ID.idOf("attribute", '_'); err != nil {
		return err
	}
	if strings.HasPrefix(a.ID.value, discoveredPrefix) {
		return a.ID.at.errorf("attribute %q: %q is kept for what documents bring in", a.ID.value, discoveredPrefix)
	}
	if a.Name.value == "" {
		return a.ID.at.errorf("attribute %q has no name", a.ID.value)
	}
	for _, class := range a.Classes {
		if err := class.classOf("attribute", a.ID, classes); err != nil {
			return err
		}
	}
	for _, known := range a.Ranges {
		if err := known.check(a, classes); err != nil {
			return err
		}
	}
	return cmp.Or(checkAliases("attribute", a.ID, a.Aliases), checkSearched("question for an attribute", a.Asked))
}

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
