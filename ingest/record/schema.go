package record

// Schema says what the fields of some records mean.
type Schema struct {
	question string // names of fields; "" for none
	answer   string
}

// Infer decides what the fields of records mean, from their names and from what
// all of the records hold.
func (r *Reader) Infer(records []Record) Schema {
	_ = records
	return Schema{}
}

// Asks reports whether the records are questions.
func (s Schema) Asks() bool { return s.question != "" }

// Question returns the name of the field that asks, "" where none does.
func (s Schema) Question() string { return s.question }

// Answer returns the name of the field that answers, "" where none does.
func (s Schema) Answer() string { return s.answer }
