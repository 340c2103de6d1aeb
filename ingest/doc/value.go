package doc

import (
	"strings"

	"github.com/quarrykb/quarry"
)

// Kind is the type that a value is written in.
type Kind int

// The kinds of values.
const (
	Null Kind = iota
	String
	Number
	Boolean
	Sequence
	Object
)

// String names a kind as JSON does.
func (k Kind) String() string {
	return [...]string{"null", "text", "number", "boolean", "list", "object"}[k]
}

// Value is a value of structured data, and where it stands.
type Value struct {
	Kind   Kind
	Text   string      // of a string without its escapes, of a number or boolean as written
	Span   quarry.Span // quotes and brackets included; empty for a value that is not there
	Items  []Value     // of a sequence; of a long string its pieces, where they have places of their own
	Fields []Field     // of an object, in their order
}

// Field is a named value of an object.
type Field struct {
	Name  string
	Key   quarry.Span // where the name stands; empty where it has no place or stands in a header
	Value Value
	Note  Text // a comment behind the value on its line; empty without one
}

// IsScalar reports whether a value is written without parts.
func (v Value) IsScalar() bool { return v.Kind == String || v.Kind == Number || v.Kind == Boolean }

// Parts returns what a sequence holds, and a scalar by itself.
func (v Value) Parts() []Value {
	if v.IsScalar() {
		return []Value{v}
	}
	return v.Items
}

// At returns what an object holds under a name, the last of several, or what the object
// there holds under the next one; Null where there is none.
func (v Value) At(names ...string) Value {
	for _, name := range names {
		var found Value
		for _, field := range v.Fields {
			if field.Name == name {
				found = field.Value
			}
		}
		v = found
	}
	return v
}

// IsEmpty reports whether a value says nothing.
func (v Value) IsEmpty() bool {
	if v.IsScalar() {
		return strings.TrimSpace(v.Text) == ""
	}
	return len(v.Items) == 0 && len(v.Fields) == 0
}

// Shifted returns a value that was read from a part of a text, with the places that it
// has in the whole: that part begins so many bytes and lines behind the text's begin.
func (v Value) Shifted(bytes, lines int) Value {
	v.Span = shifted(v.Span, bytes, lines)
	items, fields := v.Items, v.Fields
	v.Items, v.Fields = make([]Value, len(items)), make([]Field, len(fields))
	for i, item := range items {
		v.Items[i] = item.Shifted(bytes, lines)
	}
	for i, field := range fields {
		field.Key, field.Note.Span = shifted(field.Key, bytes, lines), shifted(field.Note.Span, bytes, lines)
		field.Value = field.Value.Shifted(bytes, lines)
		v.Fields[i] = field
	}
	return v
}

func shifted(s quarry.Span, bytes, lines int) quarry.Span {
	if s.LineStart == 0 {
		return s
	}
	return quarry.Span{ByteStart: s.ByteStart + bytes, ByteEnd: s.ByteEnd + bytes, LineStart: s.LineStart + lines, LineEnd: s.LineEnd + lines}
}
