package claim

import (
	"slices"

	"github.com/quarrykb/quarry"
)

// section returns the columns of a table as they are below a row that titles the
// next ones: what it says is said of all their numbers. A title that names a
// device leaves the columns of others none.
func (t *table) section(columns []column, title string) []column {
	under := slices.Clone(columns)
	named := t.reader.carriers(title)
	if device, ok := t.place.Devices.called(title); ok && len(named) == 0 {
		named = []quarry.DeviceMention{device}
	}
	named = slices.DeleteFunc(named, isPart)
	if len(named) == 0 && hasDigit(title) && t.reader.MayName(title) && !t.reader.isEdition(title) {
		return nil
	}
	for i := range under {
		under[i].words += " " + title
	}
	if len(named) == 0 {
		return under
	}
	return slices.DeleteFunc(under, func(c column) bool {
		return !slices.ContainsFunc(named, func(d quarry.DeviceMention) bool { return d.ID == c.device.ID })
	})
}
