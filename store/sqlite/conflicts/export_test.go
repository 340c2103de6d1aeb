package conflicts

// ReadTogether sets how many specs are read together at most.
func (s *Store) ReadTogether(specs int) { s.together = specs }
