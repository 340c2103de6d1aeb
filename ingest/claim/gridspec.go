package claim

import (
	"cmp"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/text"
)

// gridSpecs reads the numbers of a table, once it is clear where its devices
// stand. If they may stand in its rows or not, it says so, and which
// numbers it could not read.
func (r *Reader) gridSpecs(g Grid) Found {
	if len(g.Header) < 2 || len(g.Rows) == 0 {
		return Found{}
	}
	t := r.newTable(g)
	if t.longGrid() {
		return Found{Specs: t.found}
	}
	switch kind, column := t.orient(); kind {
	case inRows:
		t.deviceRows(column)
	case inColumns, ofPlace:
		t.attributeRows(column, kind)
		keepApart(t.found)
	case noDevices:
		return Found{Warnings: t.unnamed()}
	}
	return Found{Specs: t.found, Unread: t.unread}
}

// isLabel reports whether a cell is short enough to name something.
func isLabel(cell Cell) bool { return !cell.empty() && len(cell.Text) <= longestLabel }

// deviceRows reads a table with a device in every row.
func (t *table) deviceRows(names int) {
	rows := t.namedRows(names)
	t.tellApart(rows, names)
	repeats := t.repeatsTitles()
	for n := range rows {
		t.expect(n, len(rows))
		row, begin := &rows[n], len(t.found)
		for i := range row.cells {
			if row.named && i != names && i < len(t.heads) && !row.cells[i].empty() && len(t.heads[i].cells) > 0 {
				t.cell(row, row.cells[i], &t.heads[i])
			}
		}
		if repeats {
			keepApart(t.found[begin:])
		}
	}
}

// repeatsTitles reports whether two titles may mean one attribute.
func (t *table) repeatsTitles() bool {
	titled := map[quarry.AttributeID]bool{}
	for _, h := range t.heads {
		for _, attribute := range h.attributes {
			if titled[attribute.ID] {
				return true
			}
		}
		for _, attribute := range h.attributes {
			titled[attribute.ID] = true
		}
	}
	return false
}

// cell reads a cell of a device's row.
func (t *table) cell(row *namedRow, cell Cell, h *head) {
	if h.kind == noteTitle {
		t.remark(row, cell)
	}
	if h.kind != plainTitle {
		return
	}
	t.context = append(t.context[:0], quarry.Context{Role: quarry.RoleRowLabel, Span: row.name.Span})
	t.context = append(append(t.context, h.titles...), row.context...)
	v := &value{
		cell: cell, device: row.device, title: h.label, attributes: h.attributes, written: h.text, variant: row.variantOf(cell), inRow: true,
		words: h.under(row.group) + row.spoken, context: t.context, common: &h.common, said: cmp.Or(h.said, row.said),
	}
	if h.said.axis == axisAsOf {
		t.ofYear(v, h.yearly)
	}
	t.read(v)
}

// remark reads what a remark on a known device says in words: "Up to 24 cores,
// variable-rate shading".
func (t *table) remark(row *namedRow, cell Cell) {
	if row.device.Discovered || row.variant != "" || len(cell.Text) > longestLabel || !strings.ContainsAny(cell.Text, "0123456789") {
		return
	}
	place := t.place
	place.Labels = []Label{{Text: row.device.Written, Span: row.name.Span}}
	said := t.reader.Item(Item{Value: cell.Text, Span: cell.Span, Place: place})
	t.found = append(t.found, said.Specs...)
}

// expected is the number of rows by which the number of specs is estimated.
const expected = 32

// expect makes room for the specs of all rows, as many as the first ones have.
func (t *table) expect(row, rows int) {
	if row == expected {
		t.found = slices.Grow(t.found, len(t.found)*(rows-row)/row+expected)
	}
}

// attributeRows reads a table with a device in every column, or with all of its
// numbers of the one device that its place names.
func (t *table) attributeRows(labelled int, kind orientation) {
	columns := t.columns(labelled, kind)
	units, owned := t.unitColumn(), kind != ofPlace || t.scoped
	var group Cell
	under := columns
	for n, row := range t.rows {
		t.expect(n, len(t.rows))
		if title, ok := groupOf(row); ok {
			group = title
			if device, known := t.deviceOfGroup(title.Text); known && kind == ofPlace {
				columns, owned = underGroup(columns, device, title), true
				under = columns
				continue
			}
			under = t.section(columns, title.Text)
			continue
		}
		if owned && isLabel(cellAt(row, labelled)) {
			t.attributeRow(row, cellAt(row, labelled), group, under, cellAt(row, units))
		}
	}
}

// column is a column of numbers whose device is known.
type column struct {
	at      int
	device  quarry.DeviceMention
	own     []quarry.Attribute // that its title names besides
	said    stated             // the condition that its title is
	title   *label
	words   string // of its title, without the device
	context []quarry.Context
}

// columns returns the columns that hold numbers of a device.
func (t *table) columns(labelled int, kind orientation) []column {
	var found []column
	for i, h := range t.heads {
		if i == labelled || h.kind != plainTitle || len(h.text) > longestLabel {
			continue
		}
		c := column{at: i, title: h.label, context: h.titles, own: h.mentioned(), said: h.said}
		device, ok := t.columnDevice(h)
		if ok {
			c.own = h.own
		}
		if !ok && kind == ofPlace && t.holdsValues(h) {
			device, ok = t.scope, true
		}
		if c.device, c.words = device, strings.Replace(h.spoken(), device.Written, " ", 1); ok {
			found = append(found, c)
		}
	}
	return found
}

// columnDevice returns the device that a column's title names, or that it must
// be where the table plainly is one of devices.
func (t *table) columnDevice(h head) (quarry.DeviceMention, bool) {
	if device, ok := t.nameOf(h.label); ok {
		return device, true
	}
	if t.isOfOther(h.label) {
		return quarry.DeviceMention{}, false
	}
	if h.carries && len(h.attributes) == 0 {
		return h.device, true
	}
	if device, ok := t.reader.lexicon.FindDevice(h.text); ok {
		return quarry.DeviceMention{Device: device, Written: h.text}, true
	}
	return t.discover(h.label)
}

// holdsValues reports whether a column in the table of one device holds its
// values: its title says how they are meant, or nothing.
func (t *table) holdsValues(h head) bool {
	return h.said.axis != "" || h.measures() || t.reader.withoutModifiers(h.text) == "" || t.reader.isFigure(h.text)
}

// isFigure reports whether a title says no more than that numbers stand below it.
func (r *Reader) isFigure(title string) bool {
	slug := text.SlugWith(title, ' ')
	return r.cues[figureTitles].Has(slug) || r.cues[ratingTitles].Has(slug)
}

// underGroup gives the columns of one device to the one that the title of a
// group names.
func underGroup(columns []column, device quarry.DeviceMention, title Cell) []column {
	under := make([]column, len(columns))
	for i, c := range columns {
		c.device = device
		c.context = append(slices.Clip(c.context), quarry.Context{Role: quarry.RoleKeyedParent, Span: title.Span})
		under[i] = c
	}
	return under
}

// unitColumn returns the column that holds the units of the others; -1 for
// none.
func (t *table) unitColumn() int {
	for i, h := range t.heads {
		if h.kind == unitTitle {
			return i
		}
	}
	return -1
}

// unitLabel returns what a cell states that holds a unit and nothing else: what
// might be a word elsewhere is one there.
func (t *table) unitLabel(text string) *label {
	l := t.labels.of("(" + text + ")")
	if len(l.units) != 1 || !l.units[0].weak {
		return l
	}
	stated := *l
	stated.units = []hint{{unit: l.units[0].unit, times: l.units[0].times}}
	return &stated
}

// attributeRow reads the numbers of one attribute.
func (t *table) attributeRow(row []Cell, name, group Cell, columns []column, unit Cell) {
	l, written := t.rowLabel(name, group)
	if l.kind != plainTitle {
		return
	}
	context := []quarry.Context{{Role: quarry.RoleRowLabel, Span: name.Span}}
	if !group.empty() {
		context = append(context, quarry.Context{Role: quarry.RoleKeyedParent, Span: group.Span})
	}
	if !unit.empty() {
		context = append(context, quarry.Context{Role: quarry.RoleRow, Span: unit.Span})
	}
	for _, c := range columns {
		cell := cellAt(row, c.at)
		if cell.empty() {
			continue
		}
		cell.Marks += name.Marks
		v := &value{
			cell: cell, device: c.device, title: l, attributes: l.attributes, written: written, around: []*label{c.title},
			words: l.text + " " + c.words, context: slices.Concat(context, c.context), said: c.said,
		}
		if !unit.empty() {
			v.unit = t.unitLabel(unit.Text)
		}
		t.attributeOf(v, c)
		t.read(v)
	}
}

// rowLabel returns what the label of a row says, under the title of a group
// where that makes an attribute of it: "Memory", "Size".
func (t *table) rowLabel(name, group Cell) (*label, string) {
	l := t.labels.of(name.Text)
	if group.empty() {
		return l, name.Text
	}
	if both := t.labels.of(group.Text + " " + name.Text); len(both.attributes) > 0 && len(l.attributes) == 0 {
		return both, both.text
	}
	return l, name.Text
}

// attributeOf lets the title of a column say what its numbers are of, where the
// row's label does not: under "B200 Performance" a row may say "FP16". What
// else the row says tells the numbers apart.
func (t *table) attributeOf(v *value, c column) {
	if v.title.carries && len(v.title.own) > 0 && v.device.ID == v.title.device.ID {
		v.attributes = v.title.own
	}
	if len(v.attributes) > 0 || len(c.own) == 0 {
		return
	}
	v.attributes, v.written = c.own, c.title.text
	if len(v.title.formats) == 0 && t.reader.withoutModifiers(v.title.text) != "" {
		v.variant = strings.TrimSpace(v.title.text)
	}
}
