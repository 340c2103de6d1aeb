package grounding

import (
	"slices"
	"strings"
)

// aroundRows leaves rows out of the tables in a text that name none of the devices that
// are asked for, where other rows of the table do: the lines above the first row stay. It
// returns "" where there are no such tables.
func (a *asked) aroundRows(text string) string {
	if len(a.devices) == 0 || !strings.Contains(text, "\n|") {
		return ""
	}
	lines := strings.Split(text[:min(len(text), mostRead)], "\n")
	var kept []string
	shorter := false
	for from := 0; from < len(lines); {
		to := from
		for to < len(lines) && strings.HasPrefix(lines[to], "|") {
			to++
		}
		if to == from {
			kept = append(kept, lines[from])
			from++
			continue
		}
		rows := a.rowsAsked(lines[from:to])
		shorter = shorter || len(rows) < to-from
		kept = append(kept, rows...)
		from = to
	}
	if !shorter {
		return ""
	}
	return strings.Join(kept, "\n")
}

// headRows is how many lines stand above the rows of a table.
const headRows = 2

// rowsAsked returns a table without the rows that are of other devices, or as it is where
// it has none of those that are asked for.
func (a *asked) rowsAsked(table []string) []string {
	head := min(len(table), headRows)
	kept := slices.Clone(table[:head])
	left := false
	for _, row := range table[head:] {
		if !a.names(row) {
			left = true
			continue
		}
		if left {
			kept = append(kept, strings.TrimSpace(cutMark))
		}
		kept, left = append(kept, row), false
	}
	if len(kept) == head {
		return table
	}
	if left {
		kept = append(kept, strings.TrimSpace(cutMark))
	}
	return kept
}
