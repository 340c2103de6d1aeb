package lexicon

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/text"
)

// DiscoveredDevice returns the device that a name stands for which the lexicon
// does not know. A name without letter or digit stands for none.
func DiscoveredDevice(name string) (quarry.Device, bool) {
	id := quarry.DeviceID(text.Slug(name))
	return quarry.Device{ID: id, Name: name, Class: quarry.ClassUnknown, Discovered: true}, id != ""
}

// Spellings returns the slugs that a name of a device has in full, with and
// without the vendor in front, and with letters and digits written together
// ("rtx-4090", "rtx4090"). Two devices that have a spelling in common share a
// name.
func Spellings(d quarry.Device, name string) []string {
	spellings := slugsOf(d, name)
	for _, slug := range spellings {
		if key := nameKey(slug); !slices.Contains(spellings, key) {
			spellings = append(spellings, key)
		}
	}
	return spellings
}

func slugsOf(d quarry.Device, name string) []string {
	slug, vendor := text.Slug(name), text.Slug(d.Vendor)
	if vendor == "" || slug == "" || strings.HasPrefix(slug, vendor+"-") {
		return []string{slug}
	}
	return []string{slug, vendor + "-" + slug}
}

// DeviceClasses returns the classes that devices may have.
func (l *Lexicon) DeviceClasses() []quarry.DeviceClass { return l.data.Classes }

// Devices returns the lexicon's devices.
func (l *Lexicon) Devices() []quarry.Device { return l.data.Devices }

// Device returns the device of an id.
func (l *Lexicon) Device(id quarry.DeviceID) (quarry.Device, bool) {
	device, ok := l.devices[id]
	return device, ok
}

// FindDevice returns the device that is called so: by id, name or alias, in
// any case and with any separators. It never guesses.
func (l *Lexicon) FindDevice(name string) (quarry.Device, bool) {
	slug := text.Slug(name)
	if first, _, _ := strings.Cut(slug, "-"); l.nameWords[first] == 0 { // no name begins so
		return quarry.Device{}, false
	}
	id, ok := l.called(slug)
	return l.devices[id], ok
}

// DeviceFamily returns a device and every SKU of it.
func (l *Lexicon) DeviceFamily(id quarry.DeviceID) []quarry.DeviceID {
	return append([]quarry.DeviceID{id}, l.skus[id]...)
}

// DevicesIn returns the devices that a text names, in the order in which they
// stand in it. Of names that overlap the longest counts: "M4 Max" is not "M4",
// and "A100 (80 GB)" not any A100. A plural ("the H100s") names the device too. A
// name that goes on as something else's ("GPT-4.5", "Cortex-M4", "RX 560 XT")
// names nothing.
func (l *Lexicon) DevicesIn(written string) []quarry.DeviceMention {
	var found []quarry.DeviceMention
	var space [usualWords]text.Span
	words := slices.AppendSeq(space[:0], text.CutPlain(written))
	for i := 0; i < len(words); {
		mention, length := l.deviceAt(written, words[i:])
		if length == 0 {
			i++
			continue
		}
		if mention.ID != "" && !l.isUnitAt(written, words[i].Start, mention.Written) {
			found = append(found, mention)
		}
		i += length
	}
	return found
}

// isUnitAt reports whether a name that begins there is that of a unit: "12 m2",
// "kg/m2" and "Area (m2)" name no M2.
func (l *Lexicon) isUnitAt(text string, start int, name string) bool {
	if first, _ := utf8.DecodeRuneInString(name); !unicode.IsLower(first) {
		return false
	}
	before := strings.TrimRight(text[:start], " \t\u00a0")
	if _, ok := l.FindUnit(name); !ok || before == "" {
		return false
	}
	last, _ := utf8.DecodeLastRuneInString(before)
	return unicode.IsDigit(last) || strings.ContainsRune("/([·*", last) || strings.HasSuffix(before, " per") || strings.HasSuffix(before, " in")
}

// usualWords is how many words a text has for which no room must be made.
const usualWords = 16

// deviceAt returns the longest device name that begins at the first word, and
// how many words it has; 0 where none begins there. A name that is no device's
// comes back empty.
func (l *Lexicon) deviceAt(written string, words []text.Span) (quarry.DeviceMention, int) {
	first := words[0]
	longest := l.longestName(first.Text)
	if longest == 0 {
		return quarry.DeviceMention{}, 0
	}
	words = words[:min(len(words), longest)]
	whole := unbroken(written, words)
	if length := bracketed(written, words, whole); length > 0 {
		end := words[length-1].End
		if id, ok := l.named(written, first.Start, end); ok {
			return quarry.DeviceMention{Device: l.devices[id], Written: written[first.Start : end+1]}, length
		}
	}
	for length := whole; length > 0; length-- {
		end := words[length-1].End
		id, ok := l.named(written, first.Start, end)
		switch {
		case !ok:
		case id == "" || l.goesOn(written[end:]):
			return quarry.DeviceMention{}, length
		default:
			return quarry.DeviceMention{Device: l.devices[id], Written: written[first.Start:end]}, length
		}
	}
	return quarry.DeviceMention{}, 0
}

// longestName returns how many words the longest name has that begins with a
// word, in the singular or the plural; 0 where none does.
func (l *Lexicon) longestName(word string) int {
	first := strings.ToLower(word)
	return max(l.nameWords[first], l.nameWords[singular(first)])
}

// named returns the device that a text calls so there, in the singular or the
// plural, or none for a name that is known to be no device's. Nor is one that may be
// another's plural ("the L40s"), or that goes on with a letter of its own ("A10S").
func (l *Lexicon) named(written string, start, end int) (quarry.DeviceID, bool) {
	slug := text.Slug(written[start:end])
	id, ok := l.called(slug)
	one := singular(slug)
	if one == slug {
		return id, ok || l.namesakes[nameKey(slug)]
	}
	several, known := l.called(one)
	switch {
	case ok && (!known || !isPlural(written, start, end)):
		return id, true
	case !ok && known && (isPlural(written, start, end) || written[start:end] == slug):
		return several, true
	}
	return "", known || l.namesakes[nameKey(slug)]
}

// isPlural reports whether a name ends in the s of a plural, a small one behind
// capitals. Where a text begins with the name, as titles, keys and cells do, a verb or
// another small word has to follow it.
func isPlural(written string, start, end int) bool {
	switch {
	case written[end-1] != 's' || strings.ToLower(written[start:end]) == written[start:end]:
		return false
	case strings.TrimSpace(written[:start]) != "":
		return true
	}
	behind, spaced := strings.CutPrefix(written[end:], " ")
	return spaced && behind != "" && text.IsLower(behind[0])
}

// singular takes the s of a plural off a name that ends in a digit: "h100s".
func singular(slug string) string {
	bare, plural := strings.CutSuffix(slug, "s")
	if plural && bare != "" && text.IsDigit(bare[len(bare)-1]) {
		return bare
	}
	return slug
}

// unbroken returns how many of the words stand before punctuation that ends a
// name. A full stop ends one only before white space: "NVLink 4.0" goes on.
func unbroken(written string, words []text.Span) int {
	for i := 1; i < len(words); i++ {
		between := written[words[i-1].End:words[i].Start]
		if strings.ContainsAny(between, ",;:|()[]{}!?\n") || strings.Contains(between, ". ") {
			return i
		}
	}
	return len(words)
}

// bracketed returns how many words a name has whose last ones stand in brackets
// right behind the others, "A100 (80 GB)"; 0 where there are no such brackets.
func bracketed(written string, words []text.Span, whole int) int {
	if whole == 0 || whole == len(words) || written[words[whole-1].End:words[whole].Start] != " (" {
		return 0
	}
	length := whole + unbroken(written, words[whole:])
	if !strings.HasPrefix(written[words[length-1].End:], ")") {
		return 0
	}
	return length
}
