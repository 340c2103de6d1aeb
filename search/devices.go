package search

import (
	"slices"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/text"
)

// DeviceNames knows what devices are called.
type DeviceNames interface {
	Devices() []quarry.Device
	DevicesIn(text string) []quarry.DeviceMention
	DeviceFamily(id quarry.DeviceID) []quarry.DeviceID
}

// NameJoiner knows how the names of devices are written together.
type NameJoiner interface {
	// JoinNames returns a query's text with the names that it writes apart written
	// together.
	JoinNames(text string) string
}

// DevicesOf returns the devices that an entry is about, each once: those that its
// title and its text name and, of each class of which these name none, those of the
// nearest heading above that does. It returns none if no names are known.
func DevicesOf(names DeviceNames, e quarry.Entry) []quarry.DeviceID {
	if names == nil {
		return nil
	}
	named := append(names.DevicesIn(text.Visible(e.Title)), names.DevicesIn(text.Visible(e.Text))...)
	for _, heading := range slices.Backward(e.Source.Heading) {
		nearer := len(named)
		for _, m := range names.DevicesIn(text.Visible(heading)) {
			isOf := func(other quarry.DeviceMention) bool { return slices.Contains(Rivals(m.Class), other.Class) }
			if !slices.ContainsFunc(named[:nearer], isOf) {
				named = append(named, m)
			}
		}
	}
	return distinct(named)
}

// Rivals returns the classes of the devices that do the same work as those of a
// class, itself included: a query for a GPU is not answered with a module.
func Rivals(class quarry.DeviceClass) []quarry.DeviceClass {
	rivals := []quarry.DeviceClass{quarry.ClassGPU, quarry.ClassAccelerator, quarry.ClassSoC, quarry.ClassModule}
	if slices.Contains(rivals, class) {
		return rivals
	}
	return []quarry.DeviceClass{class}
}

func distinct(mentions []quarry.DeviceMention) []quarry.DeviceID {
	var ids []quarry.DeviceID
	for _, m := range mentions {
		if !slices.Contains(ids, m.ID) {
			ids = append(ids, m.ID)
		}
	}
	return ids
}

// DeviceGuard keeps devices apart whose names and numbers look alike: who asks
// for one is not answered with another.
type DeviceGuard struct {
	Asked  []quarry.DeviceID // what the query names, with SKUs and families
	Others []quarry.DeviceID // all other devices of the same classes and of their rivals
}

// GuardDevices returns the guard of a query's text. One that names no device
// lets everything pass. Formats of numbers are no guard's business: a text on
// one compares it with others.
func GuardDevices(names DeviceNames, text string) DeviceGuard {
	var guard DeviceGuard
	if names == nil {
		return guard
	}
	var classes []quarry.DeviceClass
	asked := map[quarry.DeviceID]bool{}
	for _, m := range names.DevicesIn(text) {
		if m.Class == quarry.ClassFormat {
			continue
		}
		classes = append(classes, Rivals(m.Class)...)
		for _, id := range append(names.DeviceFamily(m.ID), m.Family) {
			asked[id] = true
		}
	}
	for _, device := range names.Devices() {
		switch {
		case !slices.Contains(classes, device.Class):
		case asked[device.ID]:
			guard.Asked = append(guard.Asked, device.ID)
		default:
			guard.Others = append(guard.Others, device.ID)
		}
	}
	return guard
}
