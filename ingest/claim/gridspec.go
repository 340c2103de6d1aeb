package claim

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
)

// gridSpecs reads the numbers of a table, once it is clear whether its devices
// stand in rows or in columns.
func (r *Reader) gridSpecs(g Grid) []quarry.Spec {
	var specs []quarry.Spec
	columns := r.columnDevices(g)
	for _, row := range g.Rows {
		if len(row) < 2 || !isLabel(row[0]) || isComparison(row[0].Text) {
			continue
		}
		if len(columns) > 0 {
			specs = append(specs, r.attributeRow(g, row, columns)...)
			continue
		}
		if device, ok := r.labelDevice(row[0].Text); ok {
			specs = append(specs, r.deviceRow(g, row, device)...)
		}
	}
	return specs
}

// columnDevices returns the devices of the header by column; none where the
// header names attributes, or number formats of the devices in the rows.
func (r *Reader) columnDevices(g Grid) map[int]quarry.DeviceMention {
	devices := map[int]quarry.DeviceMention{}
	for i, cell := range g.Header {
		if i == 0 || !isLabel(cell) || isComparison(cell.Text) {
			continue
		}
		if device, ok := r.labelDevice(cell.Text); ok {
			devices[i] = device
		}
	}
	if onlyFormats(devices) && slices.ContainsFunc(g.Rows, r.carries) {
		return nil
	}
	return devices
}

func onlyFormats(devices map[int]quarry.DeviceMention) bool {
	for _, device := range devices {
		if device.Class != quarry.ClassFormat {
			return false
		}
	}
	return true
}

// carries reports whether a row is labelled with a device that can carry
// numbers.
func (r *Reader) carries(row []Cell) bool {
	if len(row) == 0 || !isLabel(row[0]) {
		return false
	}
	_, ok := r.onlyDevice(row[0].Text)
	return ok
}

// isLabel reports whether a cell is short enough to name something.
func isLabel(cell Cell) bool { return !cell.empty() && len(cell.Text) <= longestLabel }

// labelDevice returns the device that a header or a row's label is the name of,
// or the only one that it names.
func (r *Reader) labelDevice(label string) (quarry.DeviceMention, bool) {
	if device, ok := r.lexicon.FindDevice(label); ok {
		return quarry.DeviceMention{Device: device, Written: label}, true
	}
	return r.onlyDevice(label)
}

func (r *Reader) attributeRow(g Grid, row []Cell, devices map[int]quarry.DeviceMention) []quarry.Spec {
	var specs []quarry.Spec
	for i, cell := range row[1:] {
		device, ok := devices[i+1]
		if !ok || i+1 >= len(g.Header) {
			continue
		}
		spec, ok := r.cellSpec(cell, row[0].Text+" "+withoutDevice(g.Header[i+1].Text, device), row[0].Text, claimed{
			device: device, place: g.Place, span: cell.Span,
			context: []quarry.Context{
				{Role: quarry.RoleRowLabel, Span: row[0].Span}, {Role: quarry.RoleHeader, Span: g.Header[i+1].Span},
			},
		})
		if ok {
			specs = append(specs, spec)
		}
	}
	return specs
}

func (r *Reader) deviceRow(g Grid, row []Cell, device quarry.DeviceMention) []quarry.Spec {
	var specs []quarry.Spec
	for i, cell := range row[1:] {
		if i+1 >= len(g.Header) || !isLabel(g.Header[i+1]) || isComparison(g.Header[i+1].Text) {
			continue
		}
		header := g.Header[i+1]
		spec, ok := r.cellSpec(cell, header.Text, header.Text, claimed{
			device: device, place: g.Place, span: cell.Span,
			context: []quarry.Context{
				{Role: quarry.RoleRowLabel, Span: row[0].Span}, {Role: quarry.RoleHeader, Span: header.Span},
			},
		})
		if ok {
			specs = append(specs, spec)
		}
	}
	return specs
}

// cellSpec types one cell under a label; around is all that may hold its unit
// or a condition.
func (r *Reader) cellSpec(cell Cell, around, label string, c claimed) (quarry.Spec, bool) {
	quantity, ok := r.quantity(cell.Text)
	if !ok {
		return quarry.Spec{}, false
	}
	if quantity.Unit == "" {
		quantity.Unit = r.unitIn(around)
	}
	if isRelative(quantity, cell.Text) {
		return quarry.Spec{}, false
	}
	attributes := r.attributesOf(label)
	attribute, ok := choose(attributes, c.device, r.kindOf(quantity.Unit))
	if !ok {
		if quantity.Unit == "" {
			return quarry.Spec{}, false
		}
		attribute = quarry.DiscoveredAttribute(strings.TrimSpace(bareLabel(label)))
	}
	c.quantity, c.words = quantity, around+" "+cell.Text
	c.attribute = quarry.AttributeMention{Attribute: attribute, Written: label}
	return r.spec(c), true
}

// attributesOf looks a label up as it is, without what stands in brackets, and
// word by word from both ends: "FP16 (TFLOPS)" is a throughput by its unit.
func (r *Reader) attributesOf(label string) []quarry.Attribute {
	bare := bareLabel(label)
	for _, candidate := range []string{label, bare} {
		if found := r.lexicon.FindAttributes(candidate); len(found) > 0 {
			return found
		}
	}
	words := strings.Fields(bare)
	for length := len(words) - 1; length > 0; length-- {
		for _, candidate := range [][]string{words[len(words)-length:], words[:length]} {
			if found := r.lexicon.FindAttributes(strings.Join(candidate, " ")); len(found) > 0 {
				return found
			}
		}
	}
	return nil
}

// bareLabel drops what stands in brackets.
func bareLabel(label string) string {
	open := strings.IndexByte(label, '(')
	if open <= 0 {
		return strings.TrimSpace(label)
	}
	return strings.TrimSpace(label[:open])
}

// unitIn returns the unit that a header or a label states: in brackets, or as
// its last word.
func (r *Reader) unitIn(label string) string {
	fields := strings.FieldsFunc(label, func(c rune) bool { return strings.ContainsRune(" ()[],", c) })
	for _, field := range slices.Backward(fields) {
		if unit, ok := r.lexicon.FindUnit(field); ok {
			return unit.Symbol
		}
	}
	return ""
}

func withoutDevice(header string, device quarry.DeviceMention) string {
	return strings.Replace(header, device.Written, "", 1)
}
