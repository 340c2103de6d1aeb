package labelled

import (
	"github.com/quarrykb/quarry/ingest/doc"
)

// Value is a value under a label, as a layout shows it.
type Value struct {
	Raw    doc.Text   // the value as written
	Until  doc.Text   // the other end, where the two ends of a range stand apart; empty otherwise
	Path   []doc.Text // its labels, outermost first; the last one names it
	Names  []Name     // what it may be of, nearest first; titles are in Section
	Unit   doc.Text   // of a column or a row of units, known or not; empty for none
	Units  []doc.Text // what may state its unit, beside the label and the value, nearest first
	Around []doc.Text // what else is said of it: conditions, captions, groups, nearest first
	Notes  []doc.Text // comments, which say more of it alone

	Section *Section // the title that it stands under; nil above the first one
	Layout  Layout
	Limit   Limit
	Group   int  // values of one column, list, record or paragraph have one in common
	Literal bool // a number of structured data, which is written with a point in any document
}

// Label returns the last label, empty where there is none.
func (v *Value) Label() doc.Text {
	if len(v.Path) == 0 {
		return doc.Text{}
	}
	return v.Path[len(v.Path)-1]
}

// Name is what may be the name of a thing.
type Name struct {
	doc.Text

	Role   Role
	Beside string // what else its row says, where other rows have the name too; "" otherwise
}

// Role says where a name stands.
type Role int

// The roles of names, the surest first.
const (
	RecordName Role = iota // in a record that says that it is one, or over several of a kind
	RowName                // at the beginning of a row
	ColumnName             // over a column
	KeyedName              // behind a key that says so: "Model: X"
	FrontName              // in the front matter
)

// Layout is how a value is shown.
type Layout int

// The layouts.
const (
	Grid     Layout = iota
	Record          // of structured data
	Keyed           // a line with a key
	Phrase          // a line or an item without one
	Sentence        // of running text
)

// Limit says which of the values that a thing may have is meant.
type Limit int

// The limits.
const (
	NoLimit Limit = iota
	Least
	Usual
	Most
)
