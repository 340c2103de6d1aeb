package doc

import "github.com/quarrykb/quarry"

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

// Value is a value of structured data, and where it stands.
type Value struct {
	Kind   Kind
	Text   string // of a string without its escapes, of a number or boolean as written
	Span   quarry.Span
	Items  []Value // of a sequence
	Fields []Field // of an object, in their order
}

// Field is a named value of an object.
type Field struct {
	Name  string
	Key   quarry.Span // where the name stands
	Value Value
	Note  Text // a comment behind the value on its line; empty without one
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
