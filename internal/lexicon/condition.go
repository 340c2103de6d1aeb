package lexicon

import (
	"cmp"
	"slices"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/text"
)

// ConditionTerm is a way in which sources state what a number depends on. It
// has a value of its own ("sparse"), or leads in a quantity that is the value
// ("at 25 °C"). Where phrases of one axis overlap in a text the longest counts:
// "sparsity disabled" states nothing of "sparsity". What stands in the name of
// an attribute is no condition of it: a boost clock is no clock at boost clock.
type ConditionTerm struct {
	Axis    quarry.Axis
	Value   string               // what the phrases state; "" where they lead in a quantity
	Denied  string               // what their denial states ("non-sparse"); "" where it states nothing
	Kind    quarry.QuantityKind  // of the quantity that they lead in; "" where they state Value
	Units   []string             // spellings of the units that it may have; none: all of the kind
	Phrases []string             // in any case; a mark ("@") only where they lead in a quantity
	Parts   []string             // names of the part that a number is of, by which a title says so of all below: "SM details"
	Whole   []quarry.DeviceClass // of which devices that is no part but the thing itself: a CPU's socket
}

// DateQuantity is the kind of a quantity that is a point in time: a year, perhaps
// with a month, a quarter or a day before it ("as of Q1 2025"). No unit
// measures it.
const DateQuantity = "date"

// ConditionTerms returns the ways in which conditions are stated, in the
// lexicon's order.
func (l *Lexicon) ConditionTerms() []ConditionTerm { return l.data.Conditions }

// IsOfWhole reports whether a number is one of its device as a whole, as far as its source
// says: of no part of it, as an SM, and of no group of several, as a rack.
func (l *Lexicon) IsOfWhole(s quarry.Spec) bool {
	if count := s.Conditions["count"]; count != "" && count != "1" {
		return false
	}
	of := s.Conditions.Value(quarry.AxisPer)
	isWhole := func(t ConditionTerm) bool {
		return t.Axis == quarry.AxisPer && t.Value == of && slices.Contains(t.Whole, s.Device.Class)
	}
	return of == quarry.Unstated || of == string(s.Device.Class) || slices.ContainsFunc(l.data.Conditions, isWhole)
}

// IsValueOf reports whether a word in small letters is a value that conditions of an axis
// have: "sparse".
func (l *Lexicon) IsValueOf(axis quarry.Axis, word string) bool {
	return word != "" && slices.ContainsFunc(l.data.Conditions, func(t ConditionTerm) bool { return t.Axis == axis && t.Value == word })
}

type condition struct {
	Axis    scalar   `yaml:"axis"`
	Value   scalar   `yaml:"value"`
	Denied  scalar   `yaml:"denied"`
	Kind    scalar   `yaml:"kind"`
	Units   []scalar `yaml:"units"`
	Phrases []scalar `yaml:"phrases"`
	Parts   []scalar `yaml:"parts"`
	Whole   []scalar `yaml:"whole"`
	Replace bool     `yaml:"replace"`
}

// key is the axis with the value, or with the kind of the quantity that is the
// value.
func (c condition) key() scalar {
	if c.Axis.value == "" {
		return scalar{}
	}
	return scalar{value: c.Axis.value + "=" + c.Value.value + c.Kind.value, at: c.Axis.at}
}

func (c condition) replaces() bool { return c.Replace }

func (c condition) extendedBy(later condition) condition {
	c.Denied = later.Denied.or(c.Denied)
	c.Units, c.Phrases = union(c.Units, later.Units), union(c.Phrases, later.Phrases)
	c.Parts, c.Whole = union(c.Parts, later.Parts), union(c.Whole, later.Whole)
	return c
}

func (c condition) value() ConditionTerm {
	return ConditionTerm{
		Axis: quarry.Axis(c.Axis.value), Value: c.Value.value, Denied: c.Denied.value,
		Kind: quarry.QuantityKind(c.Kind.value), Units: values(c.Units), Phrases: values(c.Phrases),
		Parts: values(c.Parts), Whole: each(c.Whole, deviceClass),
	}
}

// checkConditions wants a value or a kind for every term, and of one axis no
// phrase that states two values.
func checkConditions(conditions []condition, spelled spelledUnits, classes []scalar) error {
	phrases := claims{}
	for _, one := range conditions {
		if err := cmp.Or(one.check(), one.checkParts(classes), one.checkQuantity(spelled), one.claimPhrases(phrases), one.checkDenial(conditions)); err != nil {
			return err
		}
	}
	return nil
}

func (c condition) check() error {
	for _, id := range []scalar{c.Axis, c.Value, c.Denied} {
		if err := id.idOf("condition", '_'); err != nil {
			return err
		}
	}
	switch c.Axis.value {
	case string(quarry.AxisPrecision):
		return c.Axis.at.errorf("condition %q: the precision is stated by the names of number formats", c.key().value)
	case string(quarry.AxisVariant):
		return c.Axis.at.errorf("condition %q: variants are told apart by their tables", c.key().value)
	}
	if (c.Value.value == "") == (c.Kind.value == "") {
		return c.Axis.at.errorf("condition of axis %q needs either a value or the kind of a quantity", c.Axis.value)
	}
	if len(c.Phrases) == 0 {
		return c.Axis.at.errorf("condition %q has no phrases", c.key().value)
	}
	return nil
}

// checkParts wants parts and wholes of what a number is counted for alone, and classes that
// there are.
func (c condition) checkParts(classes []scalar) error {
	if len(c.Parts)+len(c.Whole) > 0 && c.Axis.value != string(quarry.AxisPer) {
		return c.Axis.at.errorf("condition %q: only what a number is counted per has parts and wholes", c.key().value)
	}
	for _, class := range c.Whole {
		if err := class.classOf("condition", c.key(), classes); err != nil {
			return err
		}
	}
	return checkAliases("condition", c.key(), c.Parts)
}

// checkQuantity wants a kind that units measure, and spellings of such units.
func (c condition) checkQuantity(spelled spelledUnits) error {
	if c.Kind.value == DateQuantity {
		return nil
	}
	ofKind := spelled[c.Kind.value]
	if c.Kind.value != "" && ofKind == nil {
		return c.Kind.at.errorf("condition %q: no unit measures %q", c.key().value, c.Kind.value)
	}
	for _, spelling := range c.Units {
		if _, known := ofKind[spelling.value]; !known {
			return spelling.at.errorf("condition %q: %q is no unit of %q", c.key().value, spelling.value, c.Kind.value)
		}
	}
	return nil
}

// claimPhrases claims the phrases of a value within its axis. What leads in a
// quantity may do so on several axes, and is told apart by the quantity.
func (c condition) claimPhrases(phrases claims) error {
	if c.Value.value == "" {
		return nil
	}
	for _, phrase := range c.Phrases {
		slug := text.Slug(phrase.value)
		if slug == "" {
			return phrase.at.errorf("condition %q: phrase %q holds neither letter nor digit", c.key().value, phrase.value)
		}
		if err := phrases.add(c.Axis.value+"\n"+slug, claim{noun: "condition", owner: c.key().value, name: phrase}); err != nil {
			return err
		}
	}
	return nil
}

// checkDenial wants a denial to state another value of the same axis.
func (c condition) checkDenial(conditions []condition) error {
	states := func(other condition) bool {
		return other.Axis.value == c.Axis.value && other.Value.value == c.Denied.value
	}
	if c.Denied.value != "" && (c.Denied.value == c.Value.value || !slices.ContainsFunc(conditions, states)) {
		return c.Denied.at.errorf("condition %q: %q is no other value of its axis", c.key().value, c.Denied.value)
	}
	return nil
}
