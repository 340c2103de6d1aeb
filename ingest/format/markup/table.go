package markup

import "strings"

// MostColumns is how many columns a table has at most.
const MostColumns = 256

// Row is one of a table: its lines and what stands in its cells.
type Row struct {
	First, Last int
	Cells       []string
}

// Add puts what stands on a line into a cell, behind what it holds from the lines above.
func (r *Row) Add(line, column int, said string) {
	for len(r.Cells) <= column {
		r.Cells = append(r.Cells, "")
	}
	r.Cells[column] = strings.TrimSpace(r.Cells[column] + " " + strings.TrimSpace(said))
	r.Last = line
}

// Table writes rows as those of a table of Markdown. The first of so many heads is
// the header; where there are none it is empty.
func (w *Writer) Table(before int, rows []Row, heads int) {
	if len(rows) == 0 {
		return
	}
	rule := "|" + strings.Repeat("---|", len(rows[0].Cells))
	w.Insert(before, "")
	if heads == 0 {
		w.Insert(before, "|"+strings.Repeat("   |", len(rows[0].Cells)))
		w.Insert(before, rule)
	}
	for i, row := range rows {
		var said strings.Builder
		said.WriteString("|")
		for _, cell := range row.Cells {
			said.WriteString(" " + strings.ReplaceAll(w.Inline(cell), "|", `\|`) + " |")
		}
		w.Write(row.First, row.Last, said.String())
		if i == 0 && heads > 0 {
			w.Insert(row.Last+1, rule)
		}
	}
	w.Insert(rows[len(rows)-1].Last+1, "")
}
