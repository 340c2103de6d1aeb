package conflicts

// ReadTogether sets how many specs are read together at most.
func (s *Store) ReadTogether(specs int) { s.together = specs }

// EndSteps sets after how many specs that move a step of the derivation ends.
func (s *Store) EndSteps(moves int) { s.moves = moves }
