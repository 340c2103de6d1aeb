package quarry

// Conflict is what specs say that make the same claim and disagree: the values
// that they may stand for do not meet. It is derived from all documents, and
// nobody decides who is right.
type Conflict struct {
	ID         ConflictID
	Device     Device
	Attribute  Attribute
	Conditions Conditions
	Unit       string  // in which the claims are compared
	Ratio      float64 // the largest claim ÷ the smallest; 0 where there is none
	Hint       string  // what may be the cause, where the ratio is that of a known slip; "" otherwise
	Claims     []Spec  // by path, line and id
	Related    []Spec  // claims that may be the same one: of a SKU, or less stated
}

// Identity returns what the conflict's id is made of. Collection, path and
// ordinal are no part of it: a new claim keeps the id.
func (c Conflict) Identity() Identity {
	key := []string{string(c.Device.ID), string(c.Attribute.ID)}
	key = append(key, c.Conditions.Pairs()...)
	return Identity{Kind: EntryConflict, Key: append(key, c.Unit)}
}
