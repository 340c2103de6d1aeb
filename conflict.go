package quarry

import "maps"

// Conflict is what specs say that make the same claim and disagree: the values
// that they may stand for do not meet. It is derived from all documents, and
// the store does not decide which is right. Claims that differ in their engine are of one
// conflict, if at all: whoever states none may mean any.
type Conflict struct {
	ID         ConflictID
	Device     Device
	Attribute  Attribute
	Conditions Conditions
	Unit       string   // in which the claims are compared
	Ratio      *float64 // the largest claim ÷ the smallest; nil where that says nothing
	Hint       string   // what may be the cause, where the ratio is that of a known slip; "" otherwise
	Claims     []Spec   // by path, line and id; of many the first ones
	ClaimCount int      // how many claims there are in it
	Related    []Spec   // claims that may be the same one: of a SKU, or less stated
}

// Verdict is what a judge finds among the claims of one key, in whatever order
// they come.
type Verdict struct {
	// Conflict is the one among the claims, without them: the zero value where they
	// agree.
	Conflict Conflict
	// Disagrees tells of any of the claims whether it disagrees with another one;
	// nil where they agree.
	Disagrees func(Spec) bool
}

// ConflictOver returns the conflict that a spec's claim is in as soon as another one that is
// held against it disagrees: the id, and what the id is made of.
func ConflictOver(s Spec) Conflict {
	conditions := maps.Clone(s.Conditions)
	delete(conditions, AxisEngine)
	c := Conflict{
		Device: s.Device.Device, Attribute: s.Attribute.Attribute, Conditions: conditions, Unit: Dimension(s.ClaimKey().Unit),
	}
	c.ID = ConflictID(NewID(c.Identity()))
	return c
}

// Identity returns what the conflict's id is made of. Collection, path and
// ordinal are no part of it: a new claim keeps the id.
func (c Conflict) Identity() Identity {
	key := []string{string(c.Device.ID), string(c.Attribute.ID)}
	key = append(key, c.Conditions.Pairs()...)
	return Identity{Kind: EntryConflict, Key: append(key, c.Unit)}
}

// Derived says how far a derivation has come, and what it made of the changes
// that it has just read.
type Derived struct {
	Cursor   Sequence // the last change that was read
	Revision Sequence // of the store behind it; nothing is left to read where it is the cursor
	Added    int      // conflicts that are new
	Changed  int      // that have other claims, another ratio or another hint
	Removed  int
}

// Plus sums up two derivations, the second behind the first.
func (d Derived) Plus(next Derived) Derived {
	next.Added += d.Added
	next.Changed += d.Changed
	next.Removed += d.Removed
	return next
}
