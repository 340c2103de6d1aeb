package csvrecords

import (
	"context"
	"slices"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/doc"
	"github.com/quarrykb/quarry/ingest/fact"
	"github.com/quarrykb/quarry/ingest/format/delimited"
	"github.com/quarrykb/quarry/ingest/question/card"
	"github.com/quarrykb/quarry/ingest/question/record"
)

// sheet is a table with all of its rows.
type sheet struct {
	table  table
	text   *ingest.Text
	rows   []delimited.Record
	above  []delimited.Record // comments before the rows
	found  ingest.Extraction
	ragged delimited.Ragged
}

func newSheet(t table, text *ingest.Text) *sheet {
	s := &sheet{table: t, text: text, ragged: delimited.Ragged{Columns: t.Columns}}
	if before := text.LineOf(t.start); t.start > 0 && before > 1 {
		s.found.Marks = append(s.found.Marks, ingest.Structure(1, before-1, "separator line"))
	}
	return s
}

// read takes all records in: rows, and what is none.
func (s *sheet) read() error {
	scanner := delimited.NewScanner(s.text.Bytes, s.table.start, s.table.Separator)
	for next, ok := scanner.Next(); ok; next, ok = scanner.Next() {
		first, last := s.text.LineOf(next.Start), s.text.LineOf(max(next.Start, next.End-1))
		switch {
		case next.Open >= 0:
			return delimited.Unclosed(s.text.LineOf(next.Open))
		case next.Columns > delimited.MaxColumns:
			return delimited.TooWide(first, next)
		case next.Blank():
			s.mark(first, last, "empty record")
		case isComment(next):
			s.mark(first, last, "comment")
			if len(s.rows) == 0 {
				s.above = append(s.above, next)
			}
		case len(s.table.header.Fields) > 0 && next.Start == s.table.header.Start:
			s.mark(first, last, "header row")
		case len(s.rows) == ingest.MaxEntries:
			return ingest.TooManyEntries()
		default:
			s.ragged.Note(first, next)
			s.rows = append(s.rows, rejoin(next, s.table.Columns, s.text.Bytes))
		}
	}
	s.found.Warnings = s.ragged.Lines()
	return nil
}

func (s *sheet) mark(first, last int, rule string) {
	s.found.Marks = append(s.found.Marks, ingest.Structure(first, last, rule))
}

// add takes in what was found in the records.
func (s *sheet) add(found ingest.Extraction) {
	found.Marks = slices.Concat(s.found.Marks, found.Marks)
	found.Warnings = slices.Concat(s.found.Warnings, found.Warnings)
	s.found = found
}

// longestHeader is the longest header row, in bytes, that entries repeat as
// their context.
const longestHeader = 1500

// named returns the rows by the names of their columns.
func (s *sheet) named() []record.Record {
	header, parted := s.text.Span(s.table.header.Start, s.table.header.End), s.headerNumbers()
	all := make([]record.Record, len(s.rows))
	for i, row := range s.rows {
		all[i] = s.table.record(row, s.text)
		if size := header.ByteEnd - header.ByteStart; size > 0 && size <= longestHeader {
			all[i].Context = append([]quarry.Context{{Role: quarry.RoleHeader, Span: header}}, parted...)
		}
		all[i].Context = append(all[i].Context, numbers(row, s.text)...)
	}
	return all
}

// headerNumbers returns the places of the numbers in the header row that nothing
// but the table's comma parts: "2019,2020".
func (s *sheet) headerNumbers() []quarry.Context {
	found := numbers(s.table.header, s.text)
	for i := range found {
		found[i].Role = quarry.RoleHeader
	}
	return found
}

// readCards reads two columns without names.
func (s *sheet) readCards(ctx context.Context, reader *card.Reader) {
	all := make([]card.Card, len(s.rows))
	for i, row := range s.rows {
		all[i] = card.Card{Front: row.Text(0), Grade: quarry.NoGrade()}
		for column := range row.Fields[1:] {
			all[i].Backs = append(all[i].Backs, row.Text(column+1))
		}
		all[i].HTML = slices.ContainsFunc(row.Fields, func(f delimited.Field) bool { return card.HasHTML(f.Text) })
		all[i].Source.Span, all[i].Source.Context = s.text.Span(row.Start, row.End), numbers(row, s.text)
	}
	found, silent := reader.Read(ctx, s.text, all)
	s.found.Questions = found
	for _, one := range silent {
		s.prose(one.Source.Span)
	}
}

// readRows reads facts. A row that states nothing is prose.
func (s *sheet) readRows() {
	table := fact.Table{Titles: [][]fact.Cell{s.cells(s.table.header)}}
	evidence, whole := map[int][]quarry.Context{}, map[int]quarry.Span{} // by the offset of a row's first cell
	parted := s.headerNumbers()
	for _, row := range s.rows {
		rest := slices.Concat(numbers(row, s.text), parted)
		if !states(row) || isTooWide(rest) {
			s.prose(s.text.Span(row.Start, row.End))
			continue
		}
		cells := s.cells(row)
		at := startOf(cells)
		table.Rows, evidence[at], whole[at] = append(table.Rows, cells), rest, s.text.Span(row.Start, row.End)
	}
	s.found.Facts, _ = table.Facts() // what is ragged is known already
	for i, one := range s.found.Facts {
		at := one.Source.ByteStart
		s.found.Facts[i].Source.Context = append(one.Source.Context, evidence[at]...)
		if row, ok := whole[at]; ok { // blank cells before the first that says anything are the row's as well
			s.found.Facts[i].Source.Span = row
		}
	}
	s.found.Tree = doc.Document{Blocks: []doc.Block{s.tree()}}
}

// startOf returns where the first cell begins that says anything.
func startOf(cells []fact.Cell) int {
	for _, cell := range cells {
		if cell.Text != "" {
			return cell.Span.ByteStart
		}
	}
	return 0
}

// states reports whether a row says anything besides its label.
func states(row delimited.Record) bool {
	for i := range row.Fields[1:] {
		if row.Text(i+1) != "" {
			return true
		}
	}
	return false
}

func (s *sheet) cells(row delimited.Record) []fact.Cell {
	cells := make([]fact.Cell, len(row.Fields))
	for i, field := range row.Fields {
		cells[i] = fact.Cell{Text: row.Text(i), Span: s.text.Span(field.Start, field.End)}
	}
	return cells
}

func (s *sheet) prose(span quarry.Span) {
	passage := quarry.Passage{Text: s.text.Cut(span)}
	passage.Source.Span = span
	s.found.Passages = append(s.found.Passages, passage)
}
