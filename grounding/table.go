package grounding

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
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

// names reports whether a text names a device that is asked for, or one of its family.
func (a *asked) names(text string) bool {
	return slices.ContainsFunc(a.devices, func(d askedDevice) bool { return a.namesDevice(text, d) })
}

// namesDevice reports whether a text names a device, or one of its family.
func (a *asked) namesDevice(text string, d askedDevice) bool {
	return slices.ContainsFunc(a.mentions(text), func(m quarry.DeviceMention) bool { return slices.Contains(d.family, m.ID) })
}

// mentions returns the devices that a text names, of those that were discovered the ones
// that are asked for.
func (a *asked) mentions(text string) []quarry.DeviceMention {
	return slices.Concat(a.language.lexicon.DevicesIn(text), discoveredIn(text, a.discovered()))
}
