package record

import (
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/text"
)

// Kind is the type that a value is written in.
type Kind int

// The kinds. Formats without types, like CSV, have nothing but Text.
const (
	Null Kind = iota
	Text
	Number
	Boolean
	List
	Object
)

// String names a kind as JSON does.
func (k Kind) String() string {
	return [...]string{"null", "text", "number", "boolean", "list", "object"}[k]
}

// Value is what a field holds, and where it stands.
type Value struct {
	Kind   Kind
	Text   string      // of a text without its escapes, of a number or boolean as written
	Span   quarry.Span // quotes and brackets included; empty for a value that is not there
	Items  []Value     // of a list; of a text longer than PieceBytes its pieces, where their places are known
	Fields []Field     // of an object
}

// Field is a named value of a record.
type Field struct {
	Name  string
	Key   quarry.Span // where the name stands; empty where it has no place or stands in a header
	Value Value
	Note  string // a comment behind the value on its line, with its mark
}

// Record is one record of a file, its fields in their order.
type Record struct {
	Fields []Field
	// Span holds the whole record and is what its entries point at.
	Span quarry.Span
	// Headings are what it stands under, outermost first.
	Headings []Heading
	// Context names further places that its entries rest on, such as the
	// header row that the names of its fields stand in.
	Context []quarry.Context
}

// Heading is what a record stands under. Its span is empty where its words
// stand on a line before the record as they are; else it becomes context.
type Heading struct {
	Text string
	Span quarry.Span
}

// parts returns what a list holds, and a scalar by itself.
func (v Value) parts() []Value {
	if v.scalar() {
		return []Value{v}
	}
	return v.Items
}

// scalar reports whether a value is written without parts.
func (v Value) scalar() bool { return v.Kind == Text || v.Kind == Number || v.Kind == Boolean }

// empty reports whether a value says nothing.
func (v Value) empty() bool {
	switch v.Kind {
	case Null:
		return true
	case List:
		return len(v.Items) == 0
	case Object:
		return len(v.Fields) == 0
	case Text, Number, Boolean:
	}
	return strings.TrimSpace(v.Text) == ""
}

// plain returns what a scalar says, entities resolved.
func plain(v Value) string { return strings.TrimSpace(text.Resolved(v.Text)) }
