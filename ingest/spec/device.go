package spec

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/ingest/spec/labelled"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/text"
)

// devices finds out of which device a name is, and which make of it further words tell.
type devices struct {
	lexicon  *lexicon.Lexicon
	cues     lexicon.Cues
	skus     map[quarry.DeviceID][]sku // by family
	editions map[string]bool           // words that tell makes of several families apart: "sxm"
	generic  map[string]bool           // words that name no thing by themselves: "gpu"
	written  []byte                    // the text that may name them
	met      map[string]bool           // its words, once they were looked for
	codes    int                       // how many of them name a device
}

// sku is one make of a family, and the words that tell it from the others.
type sku struct {
	device quarry.Device
	words  []string
}

func newDevices(from *lexicon.Lexicon) devices {
	d := devices{lexicon: from, cues: from.Cues(), skus: map[quarry.DeviceID][]sku{}, editions: map[string]bool{}, generic: map[string]bool{}}
	families := map[string]map[quarry.DeviceID]bool{}
	for _, device := range from.Devices() {
		d.addGeneric(string(device.Class), device.Vendor)
		family, ok := from.Device(device.Family)
		if !ok {
			continue
		}
		common := wordsOf(append([]string{family.Vendor, family.Name}, family.Aliases...)...)
		for _, name := range append([]string{device.Name}, device.Aliases...) {
			words := slices.DeleteFunc(wordsOf(name), func(word string) bool { return slices.Contains(common, word) })
			if len(words) == 0 {
				continue
			}
			d.skus[family.ID] = append(d.skus[family.ID], sku{device, words})
			if word := words[0]; len(words) == 1 && !text.IsDigit(word[0]) && !isPart(device) {
				if families[word] == nil {
					families[word] = map[quarry.DeviceID]bool{}
				}
				families[word][family.ID] = true
			}
		}
	}
	d.addGeneric(from.NameLabels()...)
	for word, of := range families {
		named, known := from.FindDevice(word)
		d.editions[word] = len(of) > 1 && (!known || named.Class == quarry.ClassInterconnect)
	}
	return d
}

func (d *devices) addGeneric(all ...string) {
	for _, written := range all {
		for word := range strings.FieldsSeq(text.SlugWith(written, ' ')) {
			d.generic[word] = true
		}
	}
}

// wordsOf splits names into words in lower case, a size and its unit as one: "A100 (80
// GB)" is a100 and 80gb.
func wordsOf(names ...string) []string {
	var words []string
	for _, name := range names {
		for word := range strings.FieldsSeq(text.SlugWith(name, ' ')) {
			last := len(words) - 1
			if last >= 0 && (word == "gb" || word == "tb") && text.AllDigits(words[last]) {
				words[last] += word
				continue
			}
			words = append(words, word)
		}
	}
	return words
}

// isPart reports whether a device is mostly part of another one, and the value of an
// attribute: "Interface: PCIe 5.0".
func isPart(device quarry.Device) bool {
	return device.Class == quarry.ClassInterconnect || device.Class == quarry.ClassMemory || device.Class == quarry.ClassFormat
}

// carriers returns the devices with figures of their own that a text names, parts only
// where it names no other.
func (d *devices) carriers(written string) []quarry.DeviceMention {
	if len(written) > longestSaid {
		return nil
	}
	var whole, parts []quarry.DeviceMention
	for _, named := range d.lexicon.DevicesIn(written) {
		into := &whole
		if isPart(named.Device) {
			into = &parts
		}
		if named.Class != quarry.ClassFormat && !d.isForeign(named) && !slices.ContainsFunc(*into, func(m quarry.DeviceMention) bool { return m.ID == named.ID }) {
			*into = append(*into, named)
		}
	}
	if len(whole) > 0 {
		return whole
	}
	return parts
}

const longestSaid = 600 // bytes of a text in which devices are looked for

// make returns the make of a family that words tell, where they tell one and no other.
func (d *devices) make(family quarry.DeviceMention, written string) quarry.DeviceMention {
	words := wordsOf(written)
	best, most, tied := quarry.Device{}, 0, false
	for _, one := range d.skus[family.ID] {
		told := !slices.ContainsFunc(one.words, func(word string) bool { return !slices.Contains(words, word) })
		switch {
		case !told || len(one.words) < most:
		case len(one.words) > most:
			best, most, tied = one.device, len(one.words), false
		case one.device.ID != best.ID:
			tied = true
		}
	}
	if most == 0 || tied {
		return family
	}
	return quarry.DeviceMention{Device: best, Written: strings.TrimSpace(written)}
}

// edition returns the words of a label, or of what stands behind a number, that tell one
// make of a device: "SXM" of "TDP (SXM)"; "" for none.
func (d *devices) edition(said string) string {
	for _, part := range append(labelled.Bracketed(said), said) {
		told := false
		for _, word := range wordsOf(part) {
			if d.editions[word] {
				told = true
			} else if !d.cues["edition_nouns"].Has(word) {
				told = false
				break
			}
		}
		if told {
			return strings.TrimSpace(part)
		}
	}
	return ""
}

// Limits of a name that is not known yet.
const (
	longestName   = 80 // bytes
	mostNameWords = 10
)

// called returns the thing that a text is the name of: one of the lexicon, the make of it
// that the text tells, or one that nobody knows yet.
func (d *devices) called(name string) (quarry.DeviceMention, bool) {
	name = strings.TrimSpace(strings.TrimRight(strings.TrimSpace(name), ":*†‡"))
	if name == "" || len(name) > longestName || isSeveral(name) {
		return quarry.DeviceMention{}, false
	}
	if device, ok := d.lexicon.FindDevice(name); ok {
		if known := (quarry.DeviceMention{Device: device, Written: name}); !d.isForeign(known) {
			return known, true
		}
		return d.discovered(name)
	}
	named := d.carriers(labelled.Unbracketed(name))
	if len(named) == 0 {
		named = d.carriers(name)
	}
	switch {
	case len(named) == 1 && !d.isAnother(name, named[0].Written):
		made := d.make(named[0], name)
		made.Written = name
		return made, true
	case len(named) > 1:
		return quarry.DeviceMention{}, false
	}
	return d.discovered(name)
}

// discovered returns the thing of a name that nobody knows yet; false if it is no name.
func (d *devices) discovered(name string) (quarry.DeviceMention, bool) {
	if text.WordCount(name) > mostNameWords || strings.ContainsAny(name, "?!;\n=<>") || strings.HasSuffix(name, ".") || !strings.ContainsFunc(name, unicode.IsLetter) {
		return quarry.DeviceMention{}, false
	}
	if d.isGeneric(name) {
		return quarry.DeviceMention{}, false
	}
	if q, ok := d.lexicon.ReadQuantity(name); ok && q.Unit != "" && len(q.Text) == len(name) {
		return quarry.DeviceMention{}, false
	}
	found, ok := lexicon.DiscoveredDevice(name)
	return quarry.DeviceMention{Device: found, Written: name}, ok
}

// isGeneric reports whether all words of a name say what something is, or how, and not
// which.
func (d *devices) isGeneric(name string) bool {
	for word := range strings.FieldsSeq(text.SlugWith(labelled.Unbracketed(name), ' ')) {
		singular := strings.TrimSuffix(word, "s")
		if !d.generic[word] && !d.generic[singular] && !d.cues["generic_names"].HasAny(word, singular) && !d.cues["empty_cells"].Has(word) &&
			!d.cues["sheet_titles"].HasAny(word, singular) && !d.cues["modifiers"].Has(word) {
			return false
		}
	}
	return true
}

// isSeveral reports whether a name says how many there are: "8x H100".
func isSeveral(name string) bool {
	rest := strings.TrimLeft(name, "0123456789")
	return len(rest) < len(name) && (strings.HasPrefix(rest, "x ") || strings.HasPrefix(rest, " x ") || strings.HasPrefix(rest, "×") || strings.HasPrefix(rest, " ×"))
}

// longestCode is how long a name is, in bytes, that things of other makers may have too.
const longestCode = 5

// fewestCodes is how many codes of devices make it likely that each is meant.
const fewestCodes = 3

// within returns the devices as one text may name them.
func (d devices) within(written []byte) devices {
	d.written = written
	return d
}

// isForeign reports whether a code, as things of any field have it, stands in a text that
// says nothing of the field of the lexicon: the treadmill "T600".
func (d *devices) isForeign(named quarry.DeviceMention) bool {
	return len(named.Written) <= longestCode && labelled.HasDigit(named.Written) && !d.isOfField(named.Device)
}

// isOfField reports whether the text says who makes a device, what it is, a word of
// computing, or the names of several devices.
func (d *devices) isOfField(device quarry.Device) bool {
	if d.met == nil {
		d.met = map[string]bool{}
		for word := range text.CutPlain(string(d.written)) {
			d.met[strings.ToLower(string(d.written[word.Start:word.End]))] = true
		}
		for word := range d.met {
			if !labelled.HasDigit(word) {
				continue
			}
			if _, known := d.lexicon.FindDevice(word); known {
				d.codes++
			}
		}
	}
	said := func(word string) bool { return d.met[word] }
	return device.Vendor == "" || slices.ContainsFunc(wordsOf(device.Vendor), said) || said(string(device.Class)) || d.codes >= fewestCodes ||
		slices.ContainsFunc(d.cues["computing"].List(), said)
}

// isMaker reports whether a word before a code may name who makes it.
func (d *devices) isMaker(word string) bool {
	return len(word) > 2 && !strings.ContainsFunc(word, func(r rune) bool { return !unicode.IsLetter(r) }) && startsLikeName(word) &&
		!d.isGeneric(word) && !d.cues["modifiers"].Has(strings.ToLower(word))
}

// isAnother reports whether what stands around the name of a known device makes it the
// name of another: "RTX 4090 D", "2x H100".
func (d *devices) isAnother(written, name string) bool {
	before, behind, found := strings.Cut(written, name)
	if d.isMaker(strings.TrimSpace(before)) && text.IsLetter(name[0]) && len(name) <= longestCode {
		return true // a code as several makers have it: "Bellhaven B200"
	}
	if !found || strings.HasPrefix(written, "~") || strings.HasSuffix(written, "?") {
		return true
	}
	word, _, _ := strings.Cut(strings.TrimLeft(behind, " -\u2011\u00a0"), " ")
	if word == "" || strings.ContainsAny(word[:1], "([,;:/|") {
		return false
	}
	lower := strings.ToLower(strings.Trim(word, "()[],;:"))
	switch {
	case d.cues["behind_names"].Has(lower) || d.generic[lower] || d.editions[lower]:
		return false
	case d.cues["name_suffixes"].Has(lower):
		return true
	}
	letters := strings.TrimLeft(lower, "0123456789")
	if letters != lower {
		return letters != "gb" && letters != "tb" && letters != "w" && letters != ""
	}
	return len(lower) < 3
}

// startsLikeName reports whether a word may begin a name: with a capital or a digit.
func startsLikeName(word string) bool {
	first, _ := utf8.DecodeRuneInString(word)
	return unicode.IsUpper(first) || unicode.IsDigit(first)
}
