package claim

import (
	"strings"

	"github.com/quarrykb/quarry"
)

// Discovered are the devices that a document's tables name and nobody knew
// before: headings and labels further down may be their names.
type Discovered struct {
	byName map[string]quarry.Device
}

// mostDiscovered is how many devices of one document are remembered.
const mostDiscovered = 1 << 12

// Add remembers the discovered devices of some specs.
func (d *Discovered) Add(specs []quarry.Spec) {
	var last quarry.DeviceID
	for i := range specs {
		device := &specs[i].Device
		if device.ID == last || !device.Discovered || len(d.byName) == mostDiscovered {
			continue
		}
		last = device.ID
		if d.byName == nil {
			d.byName = map[string]quarry.Device{}
		}
		d.byName[quarry.Slug(device.Name)] = device.Device
	}
}

// called returns the device whose name a title is.
func (d *Discovered) called(title string) (quarry.DeviceMention, bool) {
	if d == nil || len(d.byName) == 0 || len(title) > longestName {
		return quarry.DeviceMention{}, false
	}
	title = withoutColon(title)
	device, ok := d.byName[quarry.Slug(title)]
	return quarry.DeviceMention{Device: device, Written: strings.TrimSpace(title)}, ok
}
