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
}

func (c Cell) empty() bool { return strings.TrimSpace(c.Text) == "" }

// Grid reads a fact from every row and a spec from every number of a device.
func (r *Reader) Grid(g Grid) Found {
	found := Rows(g)
	found.Specs = r.gridSpecs(g)
	return found
}

// Rows reads a fact from every row, and no spec.
func Rows(g Grid) Found {
	var found Found
	g.Header = g.titles()
	for _, row := range g.Rows {
		if fact, ok := rowFact(g, row); ok {
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

// rowFact states a row: its label is the subject, header and cell of the
// others are the statement. Surplus cells stay in it without a header.
func rowFact(g Grid, row []Cell) (quarry.Fact, bool) {
	if len(row) == 0 {
		return quarry.Fact{}, false
	}
	header := g.headerSpan()
	named := header.ByteEnd-header.ByteStart <= longestHeader
	fact := quarry.Fact{Citations: row[0].Citations}
	var statement []string
	for i, cell := range row[1:] {
		fact.Citations = append(fact.Citations, cell.Citations...)
		switch {
		case cell.empty():
		case named && i+1 < len(g.Header) && !g.Header[i+1].empty():
			statement = append(statement, g.Header[i+1].Text+": "+cell.Text)
		default:
			statement = append(statement, cell.Text)
		}
	}
	fact.Subject, fact.Statement = g.Place.Subject(row[0].Text), strings.Join(statement, "; ")
	if fact.Subject == "" {
		fact.Subject = firstWords(fact.Statement)
	}
	var context []quarry.Context
	if named {
		context = append(context, quarry.Context{Role: quarry.RoleHeader, Span: header})
	}
	for _, cell := range row {
		if cell.Held && !cell.empty() {
			context = append(context, quarry.Context{Role: quarry.RoleRowLabel, Span: cell.Span})
		}
	}
	fact.Source = g.Place.source(rowSpan(row), context...)
	return fact, len(statement) > 0
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
