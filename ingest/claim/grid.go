package claim

import (
	"fmt"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
)

// Grid is a table with a header row. Rows may be longer or shorter than it.
type Grid struct {
	Header []Cell
	More   [][]Cell // further header rows, in which a title stands in every column that it spans
	Rows   [][]Cell
	Place  Place
	// Caption is the line that titles the table, empty where none does.
	Caption Cell
}

// Cell is one cell with its place in the text; an empty cell has an empty span.
type Cell struct {
	Text      string
	Span      quarry.Span
	Held      bool // it stands in a row above, and reaches into this one
	Citations []quarry.Citation
	Marks     string // of footnotes, that its text leaves out: "[#1]"
}

func (c Cell) empty() bool { return strings.TrimSpace(c.Text) == "" }

// Grid reads a fact from every row and a spec from every number of a device.
func (r *Reader) Grid(g Grid) Found {
	found, read := Rows(g), r.gridSpecs(g)
	found.Specs, found.Unread = read.Specs, read.Unread
	found.Warnings = append(found.Warnings, read.Warnings...)
	return found
}

// Rows reads a fact from every row, and no spec.
func Rows(g Grid) Found {
	var found Found
	g.Header = g.titles()
	r := newRowReader(g)
	for i, row := range g.Rows {
		if fact, ok := r.fact(row); ok {
			if found.Facts == nil {
				found.Facts = make([]quarry.Fact, 0, len(g.Rows)-i)
			}
			found.Facts = append(found.Facts, fact)
		}
		if len(row) > len(g.Header) {
			found.Warnings = append(found.Warnings, fmt.Sprintf(
				"line %d: a row of %d cells under %d headers", rowSpan(row).LineStart, len(row), len(g.Header)))
		}
	}
	return found
}

// titles returns the header with what further rows of it say of each column.
func (g Grid) titles() []Cell {
	if len(g.More) == 0 {
		return g.Header
	}
	titles := slices.Clone(g.Header)
	for column := range titles {
		for _, row := range g.More {
			if next := cellAt(row, column); !next.empty() && next.Text != titles[column].Text {
				titles[column].Text = strings.TrimSpace(titles[column].Text + " " + next.Text)
				titles[column].Span = next.Span
			}
		}
	}
	return titles
}

// headerSpan covers all header rows.
func (g Grid) headerSpan() quarry.Span {
	span := rowSpan(g.Header)
	for _, row := range g.More {
		if more := rowSpan(row); more.ByteEnd > span.ByteEnd {
			span.ByteEnd, span.LineEnd = more.ByteEnd, more.LineEnd
		}
	}
	return span
}

// rowReader reads the facts of a grid's rows.
type rowReader struct {
	Grid

	subject   subject
	header    quarry.Span // of all header rows
	named     bool        // it is short enough for its rows to repeat it
	statement []byte      // of the row that was read last
	sources   sources
}

func newRowReader(g Grid) rowReader {
	header := g.headerSpan()
	return rowReader{
		Grid: g, subject: g.Place.subject(), header: header, named: header.ByteEnd-header.ByteStart <= longestHeader,
		sources: sources{place: g.Place},
	}
}

// fact states a row: its label is the subject, header and cell of the others are
// the statement. Surplus cells stay in it without a header.
func (r *rowReader) fact(row []Cell) (quarry.Fact, bool) {
	if len(row) == 0 {
		return quarry.Fact{}, false
	}
	fact := quarry.Fact{Citations: row[0].Citations}
	r.statement = r.statement[:0]
	for i, cell := range row[1:] {
		fact.Citations = append(fact.Citations, cell.Citations...)
		if !cell.empty() {
			r.state(i+1, cell)
		}
	}
	if len(r.statement) == 0 {
		return quarry.Fact{}, false
	}
	fact.Subject, fact.Statement = r.subject.of(row[0].Text), string(r.statement)
	if fact.Subject == "" {
		fact.Subject = firstWords(fact.Statement)
	}
	var space [2]quarry.Context
	context := space[:0]
	if r.named {
		context = append(context, quarry.Context{Role: quarry.RoleHeader, Span: r.header})
	}
	for _, cell := range row {
		if cell.Held && !cell.empty() {
			context = append(context, quarry.Context{Role: quarry.RoleRowLabel, Span: cell.Span})
		}
	}
	r.sources.write(&fact.Source, rowSpan(row), context)
	return fact, true
}

// state adds a cell to the statement, behind the title of its column.
func (r *rowReader) state(column int, cell Cell) {
	if len(r.statement) > 0 {
		r.statement = append(r.statement, "; "...)
	}
	if r.named && column < len(r.Header) && !r.Header[column].empty() {
		r.statement = append(append(r.statement, r.Header[column].Text...), ": "...)
	}
	r.statement = append(r.statement, cell.Text...)
}

// longestHeader is the longest header row, in bytes, that its rows repeat as
// their context. Rows under a longer one state their cells without it.
const longestHeader = 1500

// rowSpan covers a row from its first to its last cell that is not empty.
func rowSpan(row []Cell) quarry.Span {
	var span quarry.Span
	for _, cell := range row {
		if cell.empty() || cell.Held {
			continue
		}
		if span.ByteEnd == 0 {
			span = cell.Span
		}
		span.ByteEnd, span.LineEnd = cell.Span.ByteEnd, cell.Span.LineEnd
	}
	return span
}
