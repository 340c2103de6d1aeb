package claim

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
)

// nameUnits lets a first column that is titled "Unit" name things, where its cells are
// models and no units: "unit" is a word for machines too.
func (t *table) nameUnits() {
	if len(t.heads) == 0 || t.heads[0].kind != unitTitle {
		return
	}
	names, models := 0, 0
	for _, row := range t.sample() {
		name := strings.TrimSpace(cellAt(row, 0).Text)
		if name == "" {
			continue
		}
		if names++; t.isUnit(name) || t.isValue(name) {
			return
		}
		if isModelName(name) || slices.ContainsFunc(t.reader.carriers(name), func(d quarry.DeviceMention) bool { return !isPart(d) }) {
			models++
		}
	}
	switch {
	case names == 0:
	case t.reader.isNameTitle(t.heads[0].text):
		t.heads[0].label = &label{text: "model"}
	case 2*models > names:
		t.heads[0].label = &label{}
	}
}
