package lexicon

import (
	"github.com/quarrykb/quarry"
)

// ConditionTerm is a way in which sources state what a number depends on. It
// has a value of its own ("sparse"), or leads in a quantity that is the value
// ("at 25 °C"). Where phrases of one axis overlap in a text the longest counts:
// "sparsity disabled" states nothing of "sparsity". What stands in the name of
// an attribute is no condition of it: a boost clock is no clock at boost clock.
type ConditionTerm struct {
	Axis    quarry.Axis
	Value   string              // what the phrases state; "" where they lead in a quantity
	Denied  string              // what their denial states ("non-sparse"); "" where it states nothing
	Kind    quarry.QuantityKind // of the quantity that they lead in; "" where they state Value
	Units   []string            // spellings of the units that it may have; none: all of the kind
	Phrases []string            // in any case; a mark ("@") only where they lead in a quantity
}

// DateQuantity is the kind of a quantity that is a point in time: a year, perhaps
// with a month, a quarter or a day before it ("as of Q1 2025"). No unit
// measures it.
const DateQuantity = "date"

// ConditionTerms returns the ways in which conditions are stated, in the
// lexicon's order.
func (l *Lexicon) ConditionTerms() []ConditionTerm { return l.data.Conditions }
