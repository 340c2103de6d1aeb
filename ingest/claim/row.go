package claim

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/text"
)

// namedRow is a row of a table with the device that it is about.
type namedRow struct {
	cells   []Cell
	name    Cell
	at      int  // of a record, the field that names it
	group   Cell // that speaks for it
	device  quarry.DeviceMention
	named   bool
	said    stated      // the condition that a cell of it states
	variant string      // what tells it from others of the same name
	spoken  string      // what it states of all of its numbers
	by      quarry.Span // where that stands
	other   string      // what tells the numbers there from each other
	context []quarry.Context
}

// nameOf returns the device that a label is the name of, by itself or as one of
// the device that the table is about: "SXM" in a table under "H100".
func (t *table) nameOf(l *label) (quarry.DeviceMention, bool) {
	if l.names {
		return l.device, !t.isOfOther(l)
	}
	if t.scoped && l.text != "" && !l.carries {
		device, ok := t.reader.lexicon.FindDevice(t.scope.Written + " " + l.text)
		if !ok || device.ID == t.scope.ID {
			return quarry.DeviceMention{}, false
		}
		return quarry.DeviceMention{Device: device, Written: l.text}, true
	}
	return quarry.DeviceMention{}, false
}

// discover returns the device that a label stands for which is not known, in a
// table that plainly is one of devices.
func (t *table) discover(l *label) (quarry.DeviceMention, bool) {
	if !t.discovers || t.isOfOther(l) || !t.reader.mayName(l) || !t.reader.isBesideThings(l.text) {
		return quarry.DeviceMention{}, false
	}
	name := text.OneLine(l.text)
	device, ok := lexicon.DiscoveredDevice(name)
	return quarry.DeviceMention{Device: device, Written: name}, ok
}

// isFormat reports whether a label is the name of a number format.
func isFormat(l *label) bool {
	return len(l.formats) == 1 && strings.TrimSpace(strings.Replace(withoutBrackets(l.text), l.formats[0].Written, "", 1)) == ""
}

// namedRows finds out which device every row is about.
func (t *table) namedRows(names int) []namedRow {
	inherits := t.inherits(names)
	rows := make([]namedRow, 0, len(t.rows))
	var group, above Cell
	for _, cells := range t.rows {
		if title, ok := groupOf(cells); ok {
			group = title
			continue
		}
		row := namedRow{cells: cells, name: cellAt(cells, names), group: group}
		if row.name.empty() && inherits {
			row.name = above
		}
		above = row.name
		rows = append(rows, row)
		t.identify(&rows[len(rows)-1])
	}
	t.nameByBrackets(rows)
	return rows
}

// identify finds the device that a row's name stands for.
func (t *table) identify(row *namedRow) {
	if !isLabel(row.name) {
		return
	}
	l := t.labels.name(row.name.Text)
	if !row.group.empty() {
		row.context = append(row.context, quarry.Context{Role: quarry.RoleKeyedParent, Span: row.group.Span})
	}
	row.device, row.named = t.rowDevice(l)
}

// rowDevice returns the device that the name of a row stands for.
func (t *table) rowDevice(l *label) (quarry.DeviceMention, bool) {
	if device, ok := t.nameOf(l); ok || t.isOfOther(l) {
		return device, ok
	}
	if device, ok := t.reader.lexicon.FindDevice(cmp.Or(l.slug, l.text)); ok {
		return quarry.DeviceMention{Device: device, Written: l.text}, !isDoubted(l.text)
	}
	if isFormat(l) {
		return l.formats[0], true
	}
	return t.discover(l)
}

// inherits reports whether an empty name stands for the one above it, as it
// does where all groups of rows have one name and the same length.
func (t *table) inherits(names int) bool {
	var lengths []int
	for _, row := range t.rows {
		switch last := len(lengths) - 1; {
		case !cellAt(row, names).empty():
			if lengths = append(lengths, 1); len(lengths) > 1 && lengths[0] == 1 {
				return false
			}
		case last < 0:
			return false
		default:
			lengths[last]++
		}
	}
	return len(lengths) > 1 && lengths[0] > 1 && !slices.ContainsFunc(lengths, func(n int) bool { return n != lengths[0] })
}

// tellApart tells rows apart that have the same name: a SKU that their cells
// name, or else the cell in which they differ.
func (t *table) tellApart(rows []namedRow, names int) {
	alike := twins(rows)
	if len(alike) == 0 {
		return
	}
	for _, same := range alike {
		for _, i := range same {
			t.findSKU(&rows[i], names)
		}
	}
	for _, same := range twins(rows) {
		column := t.telling(rows, same, names)
		if column < 0 {
			continue
		}
		if t.byYear(rows, same, column) {
			t.dateRows(rows, column)
			continue
		}
		if t.mark(rows, same, column) {
			t.tellValues(rows, same, []int{names, column})
		}
	}
}

// mark lets the cells of a column tell rows of one name apart: as conditions that
// they state, or else as variants.
func (t *table) mark(rows []namedRow, same []int, column int) bool {
	states := !slices.ContainsFunc(same, func(i int) bool { return !t.reader.onlySays(rows[i].cells[column].Text) })
	for _, i := range same {
		cell := rows[i].cells[column]
		if states {
			rows[i].spoken = " " + cell.Text
		} else {
			rows[i].variant, rows[i].by = t.heads[column].telling(cell), cell.Span
		}
		rows[i].context = append(rows[i].context, quarry.Context{Role: quarry.RoleRow, Span: cell.Span})
	}
	return !states
}

// onlySays reports whether a cell states conditions of numbers, and nothing else.
func (r *Reader) onlySays(text string) bool {
	return r.speaks(text) && r.states(text, quarry.Quantity{}) && !startsNumber(text)
}

// tellValues tells apart the numbers by which rows of one name differ: none is a
// variant of itself, but what else differs may tell them apart.
func (t *table) tellValues(rows []namedRow, same, but []int) {
	column := t.telling(rows, same, but...)
	if column < 0 {
		return
	}
	for _, i := range same {
		rows[i].other = t.heads[column].telling(rows[i].cells[column])
	}
}

// variantOf returns what tells a number of a row from those of others of its name.
func (r *namedRow) variantOf(cell Cell) string {
	if r.by.ByteStart < r.by.ByteEnd && cell.Span == r.by {
		return r.other
	}
	return r.variant
}

// twins returns the rows of each device that has several, in the order of their
// first ones.
func twins(rows []namedRow) [][]int {
	first := map[quarry.DeviceID]int{}
	more := map[int][]int{} // by the first row
	for i := range rows {
		if !rows[i].named {
			continue
		}
		if at, known := first[rows[i].device.ID]; known {
			more[at] = append(more[at], i)
		} else {
			first[rows[i].device.ID] = i
		}
	}
	groups := make([][]int, 0, len(more))
	for _, at := range slices.Sorted(maps.Keys(more)) {
		groups = append(groups, append([]int{at}, more[at]...))
	}
	return groups
}

// longestVariant is the most bytes of a cell that tells rows apart.
const longestVariant = 60

// findSKU looks for the SKU of a row's family that one of its cells names.
func (t *table) findSKU(row *namedRow, names int) {
	for i, cell := range row.cells[:min(len(row.cells), mostLooked)] {
		if i == names || cell.empty() || len(cell.Text) > longestVariant {
			continue
		}
		if i < len(t.heads) {
			cell = withUnit(cell, t.heads[i].label)
		}
		sku := t.reader.sku(row.device, row.name.Text+" "+cell.Text)
		if sku.ID != row.device.ID {
			row.device = quarry.DeviceMention{Device: sku.Device, Written: row.device.Written}
			row.context = append(row.context, quarry.Context{Role: quarry.RoleRow, Span: cell.Span})
			return
		}
	}
}

// withUnit returns a cell that is nothing but a number with the unit that its
// title states: 80 under "Memory (GB)" is 80 GB.
func withUnit(cell Cell, title *label) Cell {
	if len(title.units) > 0 && strings.Trim(cell.Text, "0123456789") == "" {
		cell.Text += " " + title.units[0].unit.Symbol
	}
	return cell
}

// telling returns the column in which the most of some rows differ: the one that
// tells best of several, and the first of them; -1 for none.
func (t *table) telling(rows []namedRow, same []int, but ...int) int {
	found, most, tells := -1, 1, 0
	for column := range min(len(t.heads), mostLooked) {
		if slices.Contains(but, column) || t.heads[column].kind == indexTitle {
			continue
		}
		different := differences(t.reader, same, func(i int) Cell { return cellAt(rows[i].cells, column) })
		if different > most || different == most && t.heads[column].tells() < tells {
			found, most, tells = column, different, t.heads[column].tells()
		}
	}
	return found
}
