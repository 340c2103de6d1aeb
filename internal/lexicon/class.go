package lexicon

import (
	"slices"

	"github.com/quarrykb/quarry"
)

// checkClasses wants classes that can stand in an address.
func checkClasses(classes []scalar) error {
	for _, class := range classes {
		if err := class.idOf("class", '-'); err != nil {
			return err
		}
	}
	return nil
}

// classOf refuses a class that the lexicon does not list: a slip would part one
// group of devices into two.
func (t scalar) classOf(noun string, id scalar, classes []scalar) error {
	same := func(class scalar) bool { return class.value == t.value }
	if t.value == string(quarry.ClassUnknown) || slices.ContainsFunc(classes, same) {
		return nil
	}
	return t.at.errorf("%s %q: class %q is none of %v; list your own under \"classes\"",
		noun, id.value, t.value, values(classes))
}
