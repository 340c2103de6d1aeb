package quarry

// ConditionTerm is a way in which sources state what a number depends on. It
// has a value of its own ("sparse"), or leads in a quantity that is the value
// ("at 25 °C").
type ConditionTerm struct {
	Axis    Axis
	Value   string       // what the phrases state; "" where they lead in a quantity
	Denied  string       // what their denial states ("non-sparse"); "" where it states nothing
	Kind    QuantityKind // of the quantity that they lead in; "" where they state Value
	Phrases []string
}

// ConditionTerms returns the ways in which conditions are stated, in the
// lexicon's order.
func (l *Lexicon) ConditionTerms() []ConditionTerm { return l.data.Conditions }
