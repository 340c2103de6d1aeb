package quarry

import "strings"

// DeviceID names a device ("nvidia-h100").
type DeviceID string

// Device is anything that specs are claimed of: a GPU, a link, a memory, a
// number format, an engine.
type Device struct {
	ID         DeviceID
	Name       string
	Vendor     string
	Class      DeviceClass
	Family     DeviceID // "" for a device that is no SKU of another
	Discovered bool     // found in a document, not in the lexicon
	Aliases    []string
}

// DeviceClass groups devices.
type DeviceClass string

// The classes that the lexicon uses.
const (
	ClassGPU          DeviceClass = "gpu"
	ClassAccelerator  DeviceClass = "accelerator"
	ClassSoC          DeviceClass = "soc"
	ClassModule       DeviceClass = "module"
	ClassInterconnect DeviceClass = "interconnect"
	ClassMemory       DeviceClass = "memory"
	ClassFormat       DeviceClass = "format"
	ClassSwitch       DeviceClass = "switch"
	ClassSystem       DeviceClass = "system"
	ClassModel        DeviceClass = "model"
	ClassCPU          DeviceClass = "cpu"
	ClassUnknown      DeviceClass = "unknown"
)

// DeviceClasses lists them all.
func DeviceClasses() []DeviceClass {
	return []DeviceClass{
		ClassGPU, ClassAccelerator, ClassSoC, ClassModule, ClassInterconnect, ClassMemory,
		ClassFormat, ClassSwitch, ClassSystem, ClassModel, ClassCPU, ClassUnknown,
	}
}

// Devices returns the lexicon's devices.
func (l *Lexicon) Devices() []Device { return l.data.Devices }

// Device returns the device of an id.
func (l *Lexicon) Device(id DeviceID) (Device, bool) {
	device, ok := l.devices[id]
	return device, ok
}

// FindDevice returns the device that is called so: by id, name or alias, in
// any case and with any separators. It never guesses.
func (l *Lexicon) FindDevice(name string) (Device, bool) {
	id, ok := l.aliases[Slug(name)]
	return l.devices[id], ok
}

// DeviceFamily returns a device and every SKU of it.
func (l *Lexicon) DeviceFamily(id DeviceID) []DeviceID {
	family := []DeviceID{id}
	for _, device := range l.data.Devices {
		if device.Family == id {
			family = append(family, device.ID)
		}
	}
	return family
}

// DevicesIn returns the devices that a text names, in the order in which they
// stand in it. Of names that overlap the longest counts: "M4 Max" is not "M4".
func (l *Lexicon) DevicesIn(text string) []DeviceMention {
	var found []DeviceMention
	words := wordsOf(text)
	for i := 0; i < len(words); {
		mention, length := l.deviceAt(text, words[i:])
		if length == 0 {
			i++
			continue
		}
		found = append(found, mention)
		i += length
	}
	return found
}

// deviceAt returns the longest device name that begins at the first word, and
// how many words it has; 0 where none begins there.
func (l *Lexicon) deviceAt(text string, words []word) (DeviceMention, int) {
	for length := min(len(words), l.longestAlias); length > 0; length-- {
		first, last := words[0], words[length-1]
		if l.spansBreak(text, words[:length]) {
			continue
		}
		written := text[first.start:last.end]
		if id, ok := l.aliases[Slug(written)]; ok {
			return DeviceMention{Device: l.devices[id], Written: written}, length
		}
	}
	return DeviceMention{}, 0
}

// spansBreak reports whether punctuation that ends a name stands between words.
func (l *Lexicon) spansBreak(text string, words []word) bool {
	for i := 1; i < len(words); i++ {
		if strings.ContainsAny(text[words[i-1].end:words[i].start], ",;:|()[]\n") {
			return true
		}
	}
	return false
}
