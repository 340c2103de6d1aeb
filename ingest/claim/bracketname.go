package claim

import (
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/text"
)

// fewestBracketed is how many rows of a table have the name of a known device in
// brackets where it is the column's way to name devices.
const fewestBracketed = 2

// nameByBrackets lets brackets name the devices of a column where they do in half
// of its rows, "Ampere (A100)": an unknown name there is one too, even that of a whole
// series.
func (t *table) nameByBrackets(rows []namedRow) {
	if !t.namesInBrackets(rows[:min(len(rows), mostLooked)]) {
		return
	}
	for i := range rows {
		row := &rows[i]
		if row.named && !row.device.Discovered || !isLabel(row.name) {
			continue
		}
		inside := bracketBehind(row.name.Text)
		if !mayBeModel(inside) || !t.reader.isNameLike(t.labels.of(inside)) {
			continue
		}
		if device, ok := lexicon.DiscoveredDevice(inside); ok {
			row.device, row.named = quarry.DeviceMention{Device: device, Written: inside}, true
		}
	}
}

// namesInBrackets reports whether half of the rows or more have the name of a known device in
// brackets, and none before them.
func (t *table) namesInBrackets(rows []namedRow) bool {
	known, all := 0, 0
	for i := range rows {
		name := rows[i].name.Text
		if name == "" {
			continue
		}
		all++
		inside := bracketBehind(name)
		if inside == "" || !rows[i].named || rows[i].device.Discovered {
			continue
		}
		if device, ok := t.reader.nameIn(inside); ok && device.ID == rows[i].device.ID && len(t.reader.carriers(withoutBrackets(name))) == 0 {
			known++
		}
	}
	return known >= fewestBracketed && 2*known >= all
}

// bracketBehind returns what stands in the one bracket that a text ends with; ""
// for none.
func bracketBehind(s string) string {
	s = strings.TrimSpace(s)
	open := strings.IndexByte(s, '(')
	if open <= 0 || !strings.HasSuffix(s, ")") || strings.LastIndexByte(s, '(') != open {
		return ""
	}
	return text.OneLine(strings.TrimSpace(s[open+1 : len(s)-1]))
}

// mayBeModel reports whether a text may be the name of one model: it has a digit and
// begins like a name, and is no date.
func mayBeModel(written string) bool {
	_, dated := yearIn(written)
	return hasDigit(written) && text.IsUpper(written[0]) && !dated
}
