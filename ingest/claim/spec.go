package claim

import (
	"slices"

	"github.com/quarrykb/quarry"
)

// claimed is a number whose device and attribute are known.
type claimed struct {
	device    quarry.DeviceMention
	attribute quarry.AttributeMention
	quantity  quarry.Quantity
	words     string // everything around the number that may state a condition
	precision string // the number format that it is of, where the words name several; "" for the one that they name
	place     Place
	span      quarry.Span
	context   []quarry.Context
}

// spec types a claim.
func (r *Reader) spec(c claimed) quarry.Spec {
	conditions := r.conditions(c)
	if c.quantity.Unit == "" {
		c.quantity.Unit = c.attribute.Unit
	}
	return quarry.Spec{
		Device: c.device, Attribute: c.attribute, Conditions: conditions, Value: c.quantity,
		Normalized: r.lexicon.Normalize(c.quantity.Bounds), Source: c.place.source(c.span, c.context...),
	}
}

// choose picks the attribute that a label means: the one whose values are of
// the number's kind, and that devices of the class have.
func choose(among []quarry.Attribute, device quarry.DeviceMention, kind quarry.QuantityKind) (quarry.Attribute, bool) {
	for _, strict := range []bool{true, false} {
		for _, class := range classes(device) {
			for _, attribute := range among {
				if isOf(attribute, class) && (attribute.Measures(kind) || (kind == "" && !strict)) {
					return attribute, true
				}
			}
		}
	}
	return quarry.Attribute{}, false
}

// classes returns the classes that a device may be of; "" for any.
func classes(device quarry.DeviceMention) []quarry.DeviceClass {
	if device.Class == quarry.ClassUnknown {
		return []quarry.DeviceClass{quarry.ClassUnknown, ""}
	}
	return []quarry.DeviceClass{device.Class}
}

func isOf(attribute quarry.Attribute, class quarry.DeviceClass) bool {
	return class == "" || len(attribute.Classes) == 0 || slices.Contains(attribute.Classes, class)
}

func (r *Reader) kindOf(unit string) quarry.QuantityKind {
	known, ok := r.lexicon.FindUnit(unit)
	if !ok {
		return ""
	}
	return known.Kind
}

// precision returns the one number format that the words name.
func (r *Reader) precision(words string) (string, bool) {
	var found []quarry.DeviceID
	for _, device := range r.lexicon.DevicesIn(words) {
		if device.Class == quarry.ClassFormat && !slices.Contains(found, device.ID) {
			found = append(found, device.ID)
		}
	}
	if len(found) != 1 {
		return "", false
	}
	return string(found[0]), true
}
