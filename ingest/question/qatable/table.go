package qatable

import (
	"cmp"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest"
	"github.com/quarrykb/quarry/ingest/question/record"
)

// Limits of a table that is read.
const (
	mostColumns   = 64
	fewestColumns = 2
	longestHeader = 1500 // bytes: every row repeats it
)

// tableAt returns the rows of the pipe table whose header stands on a line.
func (f *Finder) tableAt(lines *ingest.Lines, n int) []record.Record {
	isRow := func(n int) bool { return lines.Free(n) && strings.Contains(lines.Line(n), "|") }
	if !isRow(n) || !isRow(n+1) || len(lines.Line(n)) > longestHeader {
		return nil
	}
	header, below := f.cells(lines.Line(n)), lines.Line(n+1)
	if !strings.Contains(below, "-") || strings.Trim(below, "|-: \t") != "" || len(header) != len(f.cells(below)) ||
		len(header) < fewestColumns || len(header) > mostColumns {
		return nil
	}
	names, offer := slices.Clone(header), f.offerIn(header)
	for i := range names { // those without a name are told apart
		names[i] = cmp.Or(names[i], strings.Repeat("·", i+1))
	}
	if offer >= 0 {
		names = slices.Replace(names, offer, offer+2, header[offer]+"/"+header[offer+1])
	}
	judged := -1 // the column without a name in which "T / F" stands
	var rows []record.Record
	context := []quarry.Context{{Role: quarry.RoleHeader, Span: lines.LineSpan(n, n)}}
	for n += 2; isRow(n); n++ {
		row := record.Record{Span: lines.LineSpan(n, n), Context: context}
		cells := f.cells(lines.Line(n))
		if offer >= 0 && offer+1 < len(cells) {
			ticked := ""
			for i, cell := range cells[offer : offer+2] {
				if strings.Trim(cell, boxes) != "" {
					ticked = header[offer+i]
				}
			}
			cells = slices.Replace(cells, offer, offer+2, ticked)
		}
		for i, cell := range cells[:min(len(cells), len(names))] {
			if len(rows) == 0 && strings.Trim(names[i], "·") == "" && f.phrases.IsOffer(cell) {
				judged, names[i] = i, cell
			}
			if i == judged && f.phrases.IsOffer(cell) {
				cell = ""
			}
			row.Fields = append(row.Fields, field(names[i], cell))
		}
		rows = append(rows, row)
	}
	return rows
}

// boxes are what is in a cell that nobody ticked.
const boxes = " ☐□○◯[]()"

// offerIn returns the first of two columns one of which is ticked for each statement, those of
// true and false, -1 where there are none.
func (f *Finder) offerIn(header []string) int {
	isVerdict := func(name string) bool {
		verdict, ok := f.phrases.VerdictOf(name)
		return ok && verdict.Alone
	}
	for i := range header[1:] {
		if isVerdict(header[i]) && isVerdict(header[i+1]) && f.phrases.IsOffer(header[i]+"/"+header[i+1]) {
			return i
		}
	}
	return -1
}

// cells returns the cells of a row. They end at every pipe that is not escaped,
// in code as well. A line break stands where a tag stands for one.
func (f *Finder) cells(row string) []string {
	const escaped = "\ufdd0" // no character
	row = strings.TrimPrefix(strings.TrimSpace(strings.ReplaceAll(row, `\|`, escaped)), "|")
	cells := strings.SplitN(strings.TrimSuffix(row, "|"), "|", mostColumns+1)
	for i, cell := range cells {
		cells[i] = strings.TrimSpace(strings.ReplaceAll(f.breaks.ReplaceAllString(cell, "\n"), escaped, "|"))
	}
	return cells
}
