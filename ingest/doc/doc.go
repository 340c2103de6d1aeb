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
