package csvrecords

import (
	"strings"

	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/doc"
	"github.com/quarrykb/quarry/ingest/format/delimited"
)

// tree returns the rows as a table, the comments above them as its captions.
func (s *sheet) tree() *doc.Table {
	pieces := ingest.NewPieces(s.text)
	table := &doc.Table{Rows: make([][]doc.Cell, 0, len(s.rows)+1)}
	for _, comment := range s.above {
		says := strings.TrimSpace(strings.TrimLeft(comment.Text(0), "# "))
		table.Captions = append(table.Captions, pieces.Piece(says, comment.Start, comment.End))
	}
	if len(s.table.header.Fields) > 0 {
		table.Header = 1
		table.Rows = append(table.Rows, cellsOf(pieces, s.table.header))
	}
	for _, row := range s.rows {
		table.Rows = append(table.Rows, cellsOf(pieces, row))
	}
	return table
}

func cellsOf(pieces *ingest.Pieces, row delimited.Record) []doc.Cell {
	cells := make([]doc.Cell, len(row.Fields))
	for i, field := range row.Fields {
		cells[i].Text = pieces.Piece(row.Text(i), field.Start, field.End)
	}
	return cells
}
