package record

import "slices"

// Schema says what the fields of some records are for.
type Schema struct {
	fields    map[role][]string // their names, the surest first
	family    []member          // options with a field each
	scale     int               // of grades that are bare numbers; 0 where it is not known
	indexBase int               // what the first option counts as
	named     bool              // what asks and what answers, by their names
	told      bool              // by their names or by what all hold, that they ask
	judged    bool              // all answers are true and false
}

// Asks reports whether the records are questions.
func (s Schema) Asks() bool { return len(s.fields[questionRole]) > 0 }

// Question returns the name of the field that asks, "" where none does.
func (s Schema) Question() string { return first(s.fields[questionRole]) }

// Answer returns the name of the field that answers, "" where none does.
func (s Schema) Answer() string { return first(s.fields[answerRole]) }

// Named reports whether the names of the fields promise what asks and what answers, as
// those of terms and their meanings do.
func (s Schema) Named() bool { return s.named }

// Told reports whether the records leave no doubt that they ask: by the names of their
// fields, one of a question and one of its answer or options, or by what all of them hold.
func (s Schema) Told() bool { return s.told }

// IsAside reports whether a field of this name says something about its
// record, its grade, its place or its origin, and is part of no question,
// answer or statement.
func (s Schema) IsAside(name string) bool {
	return s.isMeta(name) || s.has(gradeRole, name) || s.has(headingRole, name)
}

func (s Schema) has(of role, name string) bool { return slices.Contains(s.fields[of], name) }

// isMeta reports whether a field is of no interest to a reader.
func (s Schema) isMeta(name string) bool { return s.has(metaRole, name) || s.has(languageRole, name) }

func first(names []string) string {
	if len(names) == 0 {
		return ""
	}
	return names[0]
}
