package fact

import (
	"fmt"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest/doc"
)

// Table is a table, laid out. Rows may be longer or shorter than the titles.
type Table struct {
	Titles [][]Cell // the header's rows; a title stands in every column that it spans
	Rows   [][]Cell
	Place  Place
}

// Cell is one cell with its place in the text; an empty cell has an empty span.
type Cell struct {
	Text      string
	Span      quarry.Span
	Held      bool // it stands in a row above, and reaches into this one
	Citations []quarry.Citation
}

func (c Cell) empty() bool { return strings.TrimSpace(c.Text) == "" }

// longestHeader is the longest header, in bytes, that rows repeat as their context. Rows
// under a longer one state their cells without it.
const longestHeader = 1500

// Facts returns a fact for every row that says anything besides its label, and a warning
// for each row that is longer than the header.
func (t Table) Facts() ([]quarry.Fact, []string) {
	var warnings []string
	facts := make([]quarry.Fact, 0, len(t.Rows))
	rows := rowReader{place: t.Place, subject: t.Place.subject()}
	for i, titles := range t.Titles {
		if i == 0 {
			rows.titles, rows.header = slices.Clone(titles), rowSpan(titles)
			continue
		}
		for column, next := range titles[:min(len(rows.titles), len(titles))] {
			title := &rows.titles[column]
			if !next.empty() && next.Text != title.Text {
				title.Text = strings.TrimSpace(title.Text + " " + next.Text)
			}
		}
		if span := rowSpan(titles); span.ByteEnd > rows.header.ByteEnd {
			rows.header.ByteEnd, rows.header.LineEnd = span.ByteEnd, span.LineEnd
		}
	}
	rows.repeats = size(rows.header) <= longestHeader
	for _, row := range t.Rows {
		if fact, ok := rows.fact(row); ok {
			facts = append(facts, fact)
		}
		if columns := len(rows.titles); len(row) > columns {
			warnings = append(warnings, fmt.Sprintf("line %d: a row of %d cells under %d headers", rowSpan(row).LineStart, len(row), columns))
		}
	}
	return facts, warnings
}

// rowReader reads the facts of a table's rows.
type rowReader struct {
	place   Place
	subject subject
	titles  []Cell
	header  quarry.Span // of all titles
	repeats bool        // it is short enough for the rows to repeat it
}

// fact states a row: its label is the subject, titles and cells of the others are the
// statement. Surplus cells stay in it without a title.
func (r *rowReader) fact(row []Cell) (quarry.Fact, bool) {
	var fact quarry.Fact
	var statement strings.Builder
	for i, cell := range row {
		fact.Citations = append(fact.Citations, cell.Citations...)
		if i == 0 || cell.empty() {
			continue
		}
		if statement.Len() > 0 {
			statement.WriteString("; ")
		}
		if r.repeats && i < len(r.titles) && !r.titles[i].empty() {
			statement.WriteString(r.titles[i].Text + ": ")
		}
		statement.WriteString(cell.Text)
	}
	if statement.Len() == 0 {
		return quarry.Fact{}, false
	}
	fact.Statement = statement.String()
	fact.Subject = r.subject.of(row[0].Text, fact.Statement)
	var context []quarry.Context // what the row rests on: the header, and the cells that reach into it
	if r.repeats {
		context = append(context, quarry.Context{Role: quarry.RoleHeader, Span: r.header})
	}
	for _, cell := range row {
		if cell.Held && !cell.empty() {
			context = append(context, quarry.Context{Role: quarry.RoleRowLabel, Span: cell.Span})
		}
	}
	fact.Source = r.place.source(rowSpan(row), context...)
	return fact, true
}

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

// table reads the rows of a table of a document. Its titles are structure.
func (w walk) table(table *doc.Table, place Place) {
	if table.First > 0 {
		w.mark(doc.Place{First: table.First, Last: min(table.First+1, table.Last)}, "table header")
	}
	for _, cell := range slices.Concat(table.Rows[:table.Header]...) {
		if table.First == 0 && cell.Span.ByteStart < cell.Span.ByteEnd {
			w.mark(doc.Place{First: cell.Span.LineStart, Last: cell.Span.LineEnd}, "table header")
		}
	}
	titles, rows := cellsOf(table.Rows[:table.Header]), cellsOf(table.Rows[table.Header:])
	if len(titles) == 0 && len(rows) > 0 {
		titles = [][]Cell{make([]Cell, len(rows[0]))}
	}
	stated := Table{Titles: titles, Rows: rows, Place: place}
	if table.Header > 1 && doc.IsSection(table.Rows[0]) && !doc.IsSection(table.Rows[1]) {
		stated.Titles = titles[1:]
		if slices.ContainsFunc(table.Rows[1:], doc.IsSection) {
			stated.Rows = slices.Concat(titles[:1], rows)
		}
	}
	facts, warnings := stated.Facts()
	w.found.Facts = append(w.found.Facts, facts...)
	w.found.Warnings = append(w.found.Warnings, warnings...)
}

// cellsOf returns the cells of rows. A title across the whole table stands in its first
// column alone.
func cellsOf(rows [][]doc.Cell) [][]Cell {
	all := make([][]Cell, len(rows))
	for i, row := range rows {
		all[i] = make([]Cell, len(row))
		for column, cell := range row {
			if column == 0 || !doc.IsSection(row) {
				all[i][column] = Cell{Text: cell.Marked().Text, Span: cell.Span, Held: cell.Again, Citations: citations(cell.Text)}
			}
		}
	}
	return all
}
