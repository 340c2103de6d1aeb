// Package doc holds a document as its format shows it: headings, paragraphs, lists,
// tables, code and records, each with the bytes that it stands on. Formats make such
// trees, readers of knowledge read them; neither knows the other. Nothing in a tree
// says what is meant by it.
package doc

import "github.com/quarrykb/quarry"

// Document is a text in its parts, in the order in which they stand there.
type Document struct {
	Front  *Value // the front matter, an object; nil without one
	Blocks []Block
}

// Block is a part of a document: a *Heading, *Paragraph, *List, *Table, *Code, *Quote or
// *Record.
type Block interface{ block() }

// Text is a piece of a document as it is shown: without the marks of emphasis, links and
// code. White space inside is kept as it is written.
type Text struct {
	Text   string
	Span   quarry.Span // where it stands, its marks included
	Column int         // how many characters stand before it on its line
	Strong int         // how many bytes at its beginning are bold or emphasised; all of them where they are len(Text)
}

// Heading is a title of what follows, up to the next one of its level or above.
type Heading struct {
	Text

	Level int // from 1
}

// Paragraph is running text, by its lines.
type Paragraph struct{ Lines []Text }

// List is a list of items, of bullets or numbers, or of terms with what they mean.
type List struct {
	Items   []Item
	Ordered bool
	Terms   bool // whether each item's first line is a term that its blocks explain
}

// Item is an entry of a list: its own lines, then what stands below them.
type Item struct {
	Lines  []Text
	Blocks []Block
}

// Table is a grid of cells, laid out: a cell that spans several columns or rows stands
// in each of them. Rows may differ in length.
type Table struct {
	Captions []Text // lines that title it or say something of all of it
	Header   int    // how many of the first rows are titles; 0 where none says that it is one
	Rows     [][]Cell
}

// Cell is a cell of a table.
type Cell struct {
	Text

	Title bool // whether it is marked as a title
	Again bool // whether the same cell stood to the left of this place or above it
}

// Code is text whose lines and spaces are kept.
type Code struct {
	Language string // in lower case; "" where none is said
	Lines    []Text
}

// Quote is what somebody else says.
type Quote struct{ Blocks []Block }

// Record is structured data: a file of it, or a block inside a text.
type Record struct{ Value Value }

func (*Heading) block()   {}
func (*Paragraph) block() {}
func (*List) block()      {}
func (*Table) block()     {}
func (*Code) block()      {}
func (*Quote) block()     {}
func (*Record) block()    {}

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
