package quarry

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

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

// Spellings returns the slugs under which a device is found that is called by
// this alias: with and without its vendor in front, and with letters and digits
// written apart, as the alias has them, or together ("RTX 4090", "RTX4090").
func (d Device) Spellings(alias string) []string {
	slugs := []string{Slug(alias)}
	if vendor := Slug(d.Vendor); vendor != "" && !strings.HasPrefix(slugs[0], vendor+"-") {
		slugs = append(slugs, vendor+"-"+slugs[0])
	}
	for _, slug := range slugs {
		for _, joins := range []func(left, right rune) bool{letterThenDigit, digitThenLetter, letterByDigit} {
			if joined := joinWords(slug, joins); !slices.Contains(slugs, joined) {
				slugs = append(slugs, joined)
			}
		}
	}
	return slugs
}

func letterThenDigit(left, right rune) bool { return unicode.IsLetter(left) && unicode.IsDigit(right) }
func digitThenLetter(left, right rune) bool { return unicode.IsDigit(left) && unicode.IsLetter(right) }
func letterByDigit(left, right rune) bool {
	return letterThenDigit(left, right) || digitThenLetter(left, right)
}

// joinWords writes the words of a slug together where what stands on the left
// and on the right of a hyphen joins.
func joinWords(slug string, joins func(left, right rune) bool) string {
	var joined strings.Builder
	joined.Grow(len(slug))
	var left rune
	for i, r := range slug {
		right, _ := utf8.DecodeRuneInString(slug[i+1:])
		if r == '-' && joins(left, right) {
			continue
		}
		joined.WriteRune(r)
		left = r
	}
	return joined.String()
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
// A plural ("H100s") names the device too.
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
	first := words[0]
	start := strings.ToLower(text[first.start:first.end])
	longest := max(l.aliasWords[start], l.aliasWords[singular(start)])
	words = words[:min(len(words), longest)]
	for length := unbroken(text, words); length > 0; length-- {
		written := text[first.start:words[length-1].end]
		slug := Slug(written)
		id, ok := l.aliases[slug]
		if !ok {
			id, ok = l.aliases[singular(slug)]
		}
		if ok {
			return DeviceMention{Device: l.devices[id], Written: written}, length
		}
	}
	return DeviceMention{}, 0
}

// singular takes the s of a plural off a name that ends in a digit: "h100s".
func singular(slug string) string {
	bare, plural := strings.CutSuffix(slug, "s")
	if plural && bare != "" && bare[len(bare)-1] >= '0' && bare[len(bare)-1] <= '9' {
		return bare
	}
	return slug
}

// unbroken returns how many of the words stand before punctuation that ends a
// name. A full stop ends one only before white space: "NVLink 4.0" goes on.
func unbroken(text string, words []word) int {
	for i := 1; i < len(words); i++ {
		between := text[words[i-1].end:words[i].start]
		if strings.ContainsAny(between, ",;:|()[]{}!?\n") || strings.Contains(between, ". ") {
			return i
		}
	}
	return len(words)
}
