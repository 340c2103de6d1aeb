package claim

import (
	"slices"
	"strings"
)

// takeHeader makes the first row of values of a header that says something of the
// thing which the table's place names: "Interface | PCIe 5.0" above its memory.
func (t *table) takeHeader(g Grid) {
	if len(g.Header) != 2 || len(g.More) > 0 || len(t.rows) == 0 {
		return
	}
	value := t.labels.of(g.Header[1].Text)
	if !value.names || !isPart(value.device) || !t.isFirstFact(make([]Cell, 2), g.Header) {
		return
	}
	device, ok := t.namedAbove()
	if !ok || isPart(device) || !t.sayMoreThan(value) {
		return
	}
	t.rows = append([][]Cell{g.Header}, t.rows...)
	t.heads = []head{t.head(nil, 0), t.head(nil, 1)}
}

// sayMoreThan reports whether the rows of a table say something that a link or a
// memory has not, and none of them is what such things are measured in alone.
func (t *table) sayMoreThan(part *label) bool {
	return slices.ContainsFunc(t.sample(), func(row []Cell) bool {
		attributes := t.labels.of(cellAt(row, 0).Text).attributes
		return len(attributes) > 0 && attributes[0].Classes != nil && !slices.Contains(attributes[0].Classes, part.device.Class)
	})
}

// knowLinks lets the title "Links" stand over names where the cells below it are
// those of known links, and no addresses.
func (t *table) knowLinks() {
	for i := range t.heads[:min(len(t.heads), mostHeaders)] {
		h := &t.heads[i]
		if h.kind != noteTitle || strings.TrimSuffix(strings.ToLower(strings.TrimSpace(h.text)), "s") != "link" {
			continue
		}
		if t.holdsNames(i) {
			over := *h.label
			over.kind = plainTitle
			h.label = &over
		}
	}
}

// holdsNames reports whether most cells of a column are the names of devices.
func (t *table) holdsNames(column int) bool {
	named, filled := 0, 0
	for _, row := range t.sample() {
		cell := cellAt(row, column)
		if cell.empty() {
			continue
		}
		filled++
		if _, ok := t.reader.lexicon.FindDevice(cell.Text); ok {
			named++
		}
	}
	return 2*named > filled
}
