package lexicon

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
)

type attribute struct {
	ID      text   `yaml:"id"`
	Name    text   `yaml:"name"`
	Kind    text   `yaml:"kind"`
	Kinds   []text `yaml:"kinds"`
	Unit    text   `yaml:"unit"`
	Classes []text `yaml:"classes"`
	Aliases []text `yaml:"aliases"`
	Replace bool   `yaml:"replace"`
}

func (a attribute) key() text      { return a.ID }
func (a attribute) replaces() bool { return a.Replace }

func (a attribute) extendedBy(later attribute) attribute {
	return attribute{
		ID: a.ID, Name: later.Name.or(a.Name), Unit: later.Unit.or(a.Unit),
		Kind: later.Kind.or(a.Kind), Kinds: union(a.Kinds, later.Kinds),
		Classes: union(a.Classes, later.Classes), Aliases: union(a.Aliases, later.Aliases),
	}
}

func (a attribute) value() quarry.Attribute {
	value := quarry.Attribute{
		ID: quarry.AttributeID(a.ID.value), Name: a.Name.value, Kind: quarry.QuantityKind(a.Kind.value),
		Unit: a.Unit.value, Aliases: values(a.Aliases),
	}
	for _, kind := range a.Kinds {
		value.Kinds = append(value.Kinds, quarry.QuantityKind(kind.value))
	}
	for _, class := range a.Classes {
		value.Classes = append(value.Classes, quarry.DeviceClass(class.value))
	}
	return value
}

// discoveredPrefix begins the ids of attributes that documents bring in.
const discoveredPrefix = "x_"

func checkAttributes(attributes []attribute, units []unit) error {
	spelled := map[string]map[string]bool{} // by kind, every spelling of its units
	for _, one := range units {
		if spelled[one.Kind.value] == nil {
			spelled[one.Kind.value] = map[string]bool{}
		}
		for _, spelling := range append([]text{one.Symbol}, one.Aliases...) {
			spelled[one.Kind.value][spelling.value] = true
		}
	}
	for _, one := range attributes {
		if err := one.check(); err != nil {
			return err
		}
		if err := one.checkKinds(spelled); err != nil {
			return err
		}
	}
	return nil
}

// checkKinds wants every kind to have units, and the unit of bare numbers to
// be one of them.
func (a attribute) checkKinds(spelled map[string]map[string]bool) error {
	if a.Kind.value != "" && len(a.Kinds) > 0 {
		return a.Kind.at.errorf("attribute %q: kind and kinds exclude each other", a.ID.value)
	}
	kinds := a.Kinds
	if a.Kind.value != "" {
		kinds = []text{a.Kind}
	}
	fits := a.Unit.value == ""
	for _, kind := range kinds {
		if spelled[kind.value] == nil {
			return kind.at.errorf("attribute %q: no unit measures %q", a.ID.value, kind.value)
		}
		fits = fits || spelled[kind.value][a.Unit.value]
	}
	if !fits {
		return a.Unit.at.errorf("attribute %q: %q is no unit of %v", a.ID.value, a.Unit.value, values(kinds))
	}
	return nil
}

func (a attribute) check() error {
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
		if !slices.Contains(quarry.DeviceClasses(), quarry.DeviceClass(class.value)) {
			return class.at.errorf("attribute %q: class %q is none of %v", a.ID.value, class.value, quarry.DeviceClasses())
		}
	}
	for _, alias := range a.Aliases {
		if quarry.Slug(alias.value) == "" {
			return alias.at.errorf("attribute %q: alias %q holds neither letter nor digit", a.ID.value, alias.value)
		}
	}
	return nil
}
