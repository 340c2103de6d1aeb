package record

import "slices"

// IsAside reports whether a field of this name says something about its
// record, its grade, its place or its origin, and is part of no question,
// answer or statement.
func (s Schema) IsAside(name string) bool {
	return slices.Contains(s.grades, name) || slices.Contains(s.meta, name) || slices.Contains(s.headings, name)
}
