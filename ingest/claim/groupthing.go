package claim

import "github.com/quarrykb/quarry"

// groupsThings reports whether the rows of a sheet that title the next ones name
// unknown things, of which all of the sheet's numbers are: "Prusa MK4"
// above its mass.
func (t *table) groupsThings(column int) bool {
	if t.scoped || !t.isSheet(column) {
		return false
	}
	if _, ok := groupOf(t.rows[0]); !ok {
		return false
	}
	var device quarry.DeviceMention
	for _, row := range t.rows[:min(len(t.rows), mostLooked)] {
		title, ok := groupOf(row)
		if !ok {
			continue
		}
		thing, named := t.thingOfGroup(title.Text)
		if !named {
			return false
		}
		device = thing
	}
	t.grouping = device.ID != "" && t.showsThing(t.columnSide(column), device)
	return t.grouping
}

// thingOfGroup returns the thing that the title of a group of rows names.
func (t *table) thingOfGroup(title string) (quarry.DeviceMention, bool) {
	if device, ok := t.nameOf(t.labels.of(title)); ok {
		return device, true
	}
	if !hasDigit(title) {
		return quarry.DeviceMention{}, false
	}
	return t.reader.thingCalled(title)
}

// deviceOfGroup returns the device that the title of a group of rows gives the rows
// below it to.
func (t *table) deviceOfGroup(title string) (quarry.DeviceMention, bool) {
	if t.grouping {
		return t.thingOfGroup(title)
	}
	return t.nameOf(t.labels.of(title))
}
