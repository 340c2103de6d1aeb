package lexicon

import (
	"slices"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/text"
)

// entry is one entry of the data: something with an id that a later file can
// extend or replace.
type entry[E any] interface {
	key() scalar
	replaces() bool
	extendedBy(later E) E
}

// overlay lays the entries of a later file over those that stand. The order
// stays: known entries keep their place, new ones follow.
func overlay[E entry[E]](noun string, standing, later []E) ([]E, error) {
	all := slices.Clone(standing)
	index := make(map[string]int, len(all))
	for i, one := range all {
		index[one.key().value] = i
	}
	seen := make(map[string]place, len(later))
	for n, one := range later {
		key := one.key()
		if key.value == "" {
			return nil, place{}.errorf("entry %d of the %ss has no id", n+1, noun)
		}
		if first, twice := seen[key.value]; twice {
			return nil, key.at.errorf("%s %q stands at %s already", noun, key.value, first)
		}
		seen[key.value] = key.at
		i, known := index[key.value]
		switch {
		case !known:
			all = append(all, one)
		case one.replaces():
			all[i] = one
		default:
			all[i] = all[i].extendedBy(one)
		}
	}
	return all, nil
}

// idOf refuses an id that holds anything but lower-case letters, digits and
// the given separator: ids stand in addresses.
func (t scalar) idOf(noun string, separator rune) error {
	for i, r := range t.value {
		inside := r == separator && i > 0
		if !inside && (r < 'a' || r > 'z') && (r < '0' || r > '9') {
			return t.at.errorf("%s id %q: only lower-case letters, digits and %q may stand in it", noun, t.value, separator)
		}
	}
	return nil
}

// claims remembers who was the first to claim a name.
type claims map[string]claim

type claim struct {
	noun  string // "device", "unit"
	owner string // the id of what is called so
	name  scalar
}

// add refuses a name that belongs to another.
func (c claims) add(key string, one claim) error {
	first, taken := c[key]
	if taken && first.owner != one.owner {
		return one.clash(first)
	}
	if !taken {
		c[key] = one
	}
	return nil
}

// clash says where both stand, this one and the first.
func (c claim) clash(first claim) error {
	return c.name.at.errorf("%q of %s %q is a name of %q already (%q in %s)",
		c.name.value, c.noun, c.owner, first.owner, first.name.value, first.name.at)
}

func deviceClass(class scalar) quarry.DeviceClass { return quarry.DeviceClass(class.value) }

// checkClasses wants classes that can stand in an address.
func checkClasses(classes []scalar) error {
	for _, class := range classes {
		if err := class.idOf("class", '-'); err != nil {
			return err
		}
	}
	return nil
}

// checkAliases wants something to look for in every other name of an entry.
func checkAliases(noun string, id scalar, aliases []scalar) error {
	for _, alias := range aliases {
		if text.Slug(alias.value) == "" {
			return alias.at.errorf("%s %q: alias %q holds neither letter nor digit", noun, id.value, alias.value)
		}
	}
	return nil
}

// classOf refuses a class that is given and that the lexicon does not list: a slip would
// part one group of devices into two.
func (t scalar) classOf(noun string, id scalar, classes []scalar) error {
	if t.value == "" || t.value == string(quarry.ClassUnknown) || slices.Contains(values(classes), t.value) {
		return nil
	}
	return t.at.errorf("%s %q: class %q is none of %v; list your own under \"classes\"",
		noun, id.value, t.value, values(classes))
}
