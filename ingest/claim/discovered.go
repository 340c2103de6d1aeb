package claim

import (
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/text"
)

// Discovered are the devices that a document's tables name and the lexicon does
// not know: headings and labels further down may be their names.
type Discovered struct {
	byName map[string]quarry.Device
	added  [][]quarry.Spec // whose devices were not asked for yet
}

// mostDiscovered is how many devices of one document are remembered.
const mostDiscovered = 1 << 12

// Add remembers the discovered devices of some specs, which must not be changed
// until the document is read.
func (d *Discovered) Add(specs []quarry.Spec) {
	if len(specs) > 0 {
		d.added = append(d.added, specs)
	}
}

// collect goes through the specs that were added since it last did: below most
// tables no name is looked for.
func (d *Discovered) collect() {
	for _, specs := range d.added {
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
			d.byName[text.Slug(device.Name)] = device.Device
		}
	}
	d.added = nil
}

// called returns the device whose name a title is.
func (d *Discovered) called(title string) (quarry.DeviceMention, bool) {
	if d == nil || len(title) > longestName {
		return quarry.DeviceMention{}, false
	}
	if d.collect(); len(d.byName) == 0 {
		return quarry.DeviceMention{}, false
	}
	title = withoutColon(title)
	device, ok := d.byName[text.Slug(title)]
	return quarry.DeviceMention{Device: device, Written: strings.TrimSpace(title)}, ok
}
