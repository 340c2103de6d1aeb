package quantity

import "github.com/quarrykb/quarry"

// Side is a stub.
type Side struct {
	Name string
	quarry.Quantity
}

// ReadSides is a stub.
func (s *System) ReadSides(style NumberStyle, text string) ([]Side, bool) { return nil, false }

// ReadList is a stub.
func (s *System) ReadList(style NumberStyle, text string) ([]quarry.Quantity, bool) { return nil, false }
