package claim

import (
	"slices"

	"github.com/quarrykb/quarry"
)

// orient decides how a table is read, and from which column.
func (t *table) orient() (orientation, int) {
	rows, rowWeight := t.bestRows()
	column := t.labelColumn()
	across := t.weigh(t.columnSide(column))
	switch {
	case rowWeight.formats > 0 && across.known == 0 && rowWeight.formats >= across.formats && !t.tellsOfPlace(rows):
		return inRows, rows
	case t.takesPlace(column):
		return ofPlace, column
	case rowWeight.known > 0 && (across.known == 0 || rowWeight.score >= across.score):
		t.discovers = rowWeight.discovers
		return inRows, rows
	case across.known > 0:
		t.discovers = across.discovers
		return inColumns, column
	case (t.scoped || t.grouped()) && t.describes(column):
		return ofPlace, column
	case rowWeight.known == 0 && t.groupsThings(column):
		return ofPlace, column
	case rowWeight.discovers && (!across.discovers || rowWeight.score >= across.score):
		t.discovers = true
		return inRows, rows
	case across.discovers:
		t.discovers = true
		return inColumns, column
	case across.formats > 0:
		return inColumns, column
	}
	return noDevices, 0
}

// tellsOfPlace reports whether a table whose rows are called by number formats
// says how fast the device of its place computes in them: of the formats
// themselves its titles say nothing.
func (t *table) tellsOfPlace(names int) bool {
	return t.scoped && !slices.ContainsFunc(t.heads, func(h head) bool {
		switch {
		case h.label == t.heads[names].label || h.kind != plainTitle:
			return false
		case len(h.attributes) == 0:
			return h.measures() || !t.holdsValues(h)
		}
		return slices.ContainsFunc(h.attributes, func(a quarry.Attribute) bool { return isOf(a, quarry.ClassFormat) })
	})
}

// grouped reports whether the title of a group of rows names a device.
func (t *table) grouped() bool {
	for _, row := range t.rows[:min(len(t.rows), mostLooked)] {
		if title, ok := groupOf(row); ok {
			if _, known := t.nameOf(t.labels.of(title.Text)); known {
				return true
			}
		}
	}
	return false
}

// describes reports whether the rows of a table say something of the one device
// that its place names.
func (t *table) describes(column int) bool {
	side := t.columnSide(column)
	return side.measured() >= mostlyKnown || t.reader.isProperty(side.corner.text) && side.measured() > 0
}

// mostlyKnown is the share of known labels from which a table is about one
// device, whatever its title is.
const mostlyKnown = 0.5

// bestRows returns the column that most likely names the devices of the rows.
func (t *table) bestRows() (int, weight) {
	best, found := 0, weight{}
	for column := range min(len(t.heads), mostNameColumns) {
		if kind := t.heads[column].kind; kind == indexTitle || kind == unitTitle || kind == noteTitle || t.speaksOf(column) {
			continue
		}
		w := t.weigh(t.rowSide(column))
		if w.known > 0 && t.holdsCodes(column) {
			continue
		}
		if better(w, found) || column == 0 {
			best, found = column, w
		}
	}
	return t.ofWhole(best, found)
}

func better(a, b weight) bool {
	if a.names() != b.names() {
		return a.names()
	}
	return a.score > b.score
}

// names reports whether devices stand on a side.
func (w weight) names() bool { return w.known > 0 || w.discovers || w.formats > 0 }

// rowSide looks at the table as one of devices in rows.
func (t *table) rowSide(column int) side {
	s := side{corner: t.heads[column].label, at: column}
	rows := t.sample()
	for _, row := range rows {
		s.names = append(s.names, t.labels.of(cellAt(row, column).Text))
	}
	for i, h := range t.heads[:min(len(t.heads), mostSampled)] {
		if i == column {
			continue
		}
		line := make([]string, len(rows))
		for j, row := range rows {
			line[j] = cellAt(row, i).Text
		}
		s.heads, s.lines = append(s.heads, h.label), append(s.lines, line)
	}
	return s
}

// columnSide looks at the table as one of devices in columns, with the labels
// of its rows in one.
func (t *table) columnSide(column int) side {
	s := side{corner: t.labels.of(""), at: column, across: true}
	units := t.unitColumn()
	if column < len(t.heads) {
		s.corner = t.heads[column].label
	}
	last := min(len(t.heads), column+1+mostSampled)
	for i := column + 1; i < last; i++ {
		if t.heads[i].kind == plainTitle {
			s.names = append(s.names, t.heads[i].label)
		}
	}
	for _, row := range t.sample() {
		var line []string
		for i := column + 1; i < last; i++ {
			if t.heads[i].kind == plainTitle {
				line = append(line, cellAt(row, i).Text)
			}
		}
		name := cellAt(row, column).Text
		if unit := cellAt(row, units); !unit.empty() {
			name += " (" + unit.Text + ")"
		}
		s.heads, s.lines = append(s.heads, t.labels.of(name)), append(s.lines, line)
	}
	return s
}
