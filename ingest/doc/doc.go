// Package doc holds a document as its format shows it: headings, paragraphs, lists,
// tables, code and records, each with the bytes that it stands on. Formats make such
// trees, readers of knowledge read them; neither knows the other. Nothing in a tree
// says what is meant by it.
package doc

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
)

// Document is a text in its parts, in the order in which they stand there.
type Document struct {
	Front  *Value // the front matter, an object; nil without one
	Blocks []Block
}

// Block is a part of a document: a *Heading, *Paragraph, *List, *Table, *Code, *Quote,
// *Record, *Raw or *Structure.
type Block interface {
	// Where returns the lines that the block stands on.
	Where() Place
}

// Place is a run of lines that a block takes, its marks among them; zero where the format
// does not tell.
type Place struct{ First, Last int }

// Where returns the place itself: blocks embed it.
func (p Place) Where() Place { return p }

// Text is a piece of a document as it is shown: without the marks of emphasis, links and
// code. White space inside is kept as it is written.
type Text struct {
	Text   string
	Span   quarry.Span // where it stands, its marks included
	Column int         // how many characters stand before it on its line
	Strong int         // how many bytes at its beginning are bold or emphasised; all of them where they are len(Text)
	Inline *Inline     // what it was written with; nil where it stands there as it is shown
}

// Heading is a title of what follows, up to the next one of its level or above.
type Heading struct {
	Place
	Text

	Level int // from 1
}

// Paragraph is running text, by its lines.
type Paragraph struct {
	Place

	Lines []Text
	Aside bool // whether it is a footnote's, or goes on with what a term means
}

// List is a list of items, of bullets or numbers, or of terms with what they mean.
type List struct {
	Place

	Items   []Item
	Ordered bool
	Terms   bool // whether each item's first line is a term that its blocks explain
}

// Item is an entry of a list: its own lines, then what stands below them.
type Item struct {
	Place

	Lines  []Text
	Blocks []Block
}

// Table is a grid of cells, laid out: a cell that spans several columns or rows stands
// in each of them. Rows may differ in length.
type Table struct {
	Place

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
	Place

	Language string // in lower case; "" where none is said
	Lines    []Text
	Fenced   bool // whether marks say that it is code, and not its indent alone
}

// Quote is what somebody else says.
type Quote struct {
	Place

	Blocks []Block
}

// Record is structured data: a file of it, or a block inside a text.
type Record struct {
	Place

	Value Value
}

// IsContents reports whether every item of a list is nothing but a link into the document.
func (l *List) IsContents() bool {
	for _, item := range l.Items {
		if len(item.Lines) != 1 || item.Lines[0].Inline == nil || len(item.Lines[0].Inline.Links) != 1 {
			return false
		}
		link := item.Lines[0].Inline.Links[0]
		if !strings.HasPrefix(link.URL, "#") || link.From != 0 || link.To != len(item.Lines[0].Text) {
			return false
		}
	}
	return len(l.Items) > 0
}

// IsSection reports whether a row is one title across several columns, which titles the
// rows below it.
func IsSection(row []Cell) bool {
	isOther := func(c Cell) bool { return !c.Again || c.Span != row[0].Span }
	return len(row) > 1 && row[0].Title && !row[0].Again && !slices.ContainsFunc(row[1:], isOther)
}
