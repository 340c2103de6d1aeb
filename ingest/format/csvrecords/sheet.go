package csvrecords

import (
	"context"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/doc"
	"github.com/quarrykb/quarry/ingest/format/delimited"
	"github.com/quarrykb/quarry/ingest/question/record"
)

// sheet is a table with all of its rows.
type sheet struct {
	table
	text  *ingest.Text
	rows  []delimited.Record
	above []delimited.Record // comments before the rows
	found ingest.Extraction
}

// read takes all records in: rows, and what is none.
func (s *sheet) read() error {
	if before := s.text.LineOf(s.start); s.start > 0 && before > 1 {
		s.mark(1, before-1, "separator line")
	}
	scanner := delimited.NewScanner(s.text.Bytes, s.start, s.Separator)
	for next, ok := scanner.Next(); ok; next, ok = scanner.Next() {
		first, last := s.text.LineOf(next.Start), s.text.LineOf(max(next.Start, next.End-1))
		switch {
		case next.Open >= 0:
			return delimited.Unclosed(s.text.LineOf(next.Open))
		case next.Columns > delimited.MaxColumns:
			return delimited.TooWide(first, next)
		case next.Blank():
			s.mark(first, last, "empty record")
		case next.Comment():
			s.mark(first, last, "comment")
			if len(s.rows) == 0 {
				s.above = append(s.above, next)
			}
		case len(s.header.Fields) > 0 && next.Start == s.header.Start:
			s.mark(first, last, "header row")
		case len(s.rows) == ingest.MaxEntries:
			return ingest.TooManyEntries()
		default:
			s.found.Warnings = append(s.found.Warnings, next.Faults(first, s.Columns)...)
			s.rows = append(s.rows, rejoin(next, s.Columns, s.text.Bytes))
		}
	}
	return nil
}

func (s *sheet) mark(first, last int, rule string) {
	s.found.Marks = append(s.found.Marks, ingest.Structure(first, last, rule))
}

// longestHeader is the longest header row, in bytes, that entries repeat as their context.
const longestHeader = 1500

// readRecords reads the rows by the names of their columns.
func (s *sheet) readRecords(ctx context.Context, reader *record.Reader) {
	var titles []quarry.Context
	if header := s.text.Span(s.header.Start, s.header.End); header.ByteEnd > 0 && header.ByteEnd-header.ByteStart <= longestHeader {
		titles = append([]quarry.Context{{Role: quarry.RoleHeader, Span: header}}, numbers(s.header, s.text, quarry.RoleHeader)...)
	}
	var all []record.Record
	for _, row := range s.rows {
		one, parted := s.record(row, s.text), numbers(row, s.text, quarry.RoleRow)
		if isTooWide(parted) {
			s.found.Passages = append(s.found.Passages, quarry.Passage{Text: s.text.Cut(one.Span), Source: quarry.Source{Span: one.Span}})
			continue
		}
		one.Context = slices.Concat(titles, parted)
		all = append(all, one)
	}
	reader.Extract(ctx, all, &s.found)
}

// tree returns the rows as a table, the comments above them as its captions.
func (s *sheet) tree() *doc.Table {
	pieces := ingest.NewPieces(s.text)
	table := &doc.Table{}
	for _, comment := range s.above {
		says := strings.TrimSpace(strings.TrimLeft(comment.Text(0), "# "))
		table.Captions = append(table.Captions, pieces.Piece(says, comment.Start, comment.End))
	}
	rows := s.rows
	if len(s.header.Fields) > 0 {
		table.Header, rows = 1, append([]delimited.Record{s.header}, rows...)
	}
	for _, row := range rows {
		cells := make([]doc.Cell, len(row.Fields))
		for i, field := range row.Fields {
			cells[i].Text = pieces.Piece(row.Text(i), field.Start, field.End)
		}
		table.Rows = append(table.Rows, cells)
	}
	return table
}
