package fact

import (
	"maps"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/text"
)

// nameWords are the words, in lower case, by which a lexicon tells names from other
// titles.
type nameWords struct {
	groups   map[string]bool            // that it groups devices by: classes, vendors, titles over names
	editions map[string]bool            // that tell makes of devices apart: "pcie"
	stating  map[string]bool            // that state a condition by themselves: "peak"
	vendors  map[string]map[string]bool // in the names of each vendor's devices; by "" of who computes, and of classes
}

func newNameWords(lexicon *lexicon.Lexicon) *nameWords {
	words := &nameWords{groups: map[string]bool{}, stating: map[string]bool{}, vendors: map[string]map[string]bool{"": {}}}
	leading := map[string]bool{} // a condition's phrase
	for _, term := range lexicon.ConditionTerms() {
		for _, phrase := range term.Phrases {
			said := plainWords(phrase)
			if len(said) == 0 {
				continue
			}
			leading[said[0]] = true
			words.stating[said[0]] = words.stating[said[0]] || len(said) == 1 && term.Kind == ""
		}
	}
	for _, title := range lexicon.NameLabels() {
		add(words.groups, strings.Fields(text.SlugWith(title, ' '))...)
	}
	for _, device := range lexicon.Devices() {
		add(words.groups, strings.Fields(text.SlugWith(string(device.Class)+" "+device.Vendor, ' '))...)
		words.addVendor(device)
	}
	words.editions = editions(lexicon, leading)
	return words
}

// plainWords returns the words of a phrase in lower case; "@" is the word that it stands
// for.
func plainWords(phrase string) []string {
	var words []string
	for word := range text.CutPlain(strings.ReplaceAll(phrase, "@", " at ")) {
		words = append(words, strings.ToLower(word.Text))
	}
	return words
}

func add(set map[string]bool, words ...string) {
	for _, word := range words {
		set[word] = true
	}
}

func (w *nameWords) addVendor(device quarry.Device) {
	own := w.vendors[device.Vendor]
	if own == nil {
		own = map[string]bool{}
		w.vendors[device.Vendor] = own
	}
	add(own, slices.DeleteFunc(wordsOfDevice(device), hasDigit)...)
	if computes(device.Class) {
		add(w.vendors[""], append(wordsOfName(device.Vendor), string(device.Class))...)
	}
}

// fewestFamilies is how many families must have makes of a name before it tells makes of
// any device.
const fewestFamilies = 2

// editions returns the words that tell the makes of several families apart. What states a
// condition, or names a part of others, says something else.
func editions(lexicon *lexicon.Lexicon, leading map[string]bool) map[string]bool {
	families := map[string]map[quarry.DeviceID]bool{}
	for _, device := range lexicon.Devices() {
		family, ok := lexicon.Device(device.Family)
		if !ok || isPart(device) {
			continue
		}
		for _, word := range ownWords(device, family) {
			if text.IsDigit(word[0]) || leading[word] {
				continue
			}
			if families[word] == nil {
				families[word] = map[quarry.DeviceID]bool{}
			}
			families[word][family.ID] = true
		}
	}
	maps.DeleteFunc(families, func(word string, of map[quarry.DeviceID]bool) bool {
		part, known := lexicon.FindDevice(word)
		return len(of) < fewestFamilies || known && part.Class != quarry.ClassInterconnect
	})
	words := map[string]bool{}
	add(words, slices.Collect(maps.Keys(families))...)
	return words
}

// ownWords returns the words that a make of a family has besides those of the family, from
// the names with one of them.
func ownWords(device, family quarry.Device) []string {
	common := wordsOfDevice(family)
	var all []string
	for _, name := range append([]string{device.Name}, device.Aliases...) {
		own := slices.DeleteFunc(wordsOfName(name), func(word string) bool { return slices.Contains(common, word) })
		if len(own) == 1 {
			all = append(all, own[0])
		}
	}
	return all
}

// isPart reports whether a device is mostly part of another one.
func isPart(device quarry.Device) bool {
	return device.Class == quarry.ClassInterconnect || device.Class == quarry.ClassMemory || device.Class == quarry.ClassFormat
}

// computes reports whether devices of a class compute: who lists others by short codes
// says what they are called.
func computes(class quarry.DeviceClass) bool {
	switch class {
	case quarry.ClassGPU, quarry.ClassAccelerator, quarry.ClassSoC, quarry.ClassModule, quarry.ClassSystem, quarry.ClassCPU:
		return true
	case quarry.ClassInterconnect, quarry.ClassMemory, quarry.ClassFormat, quarry.ClassSwitch, quarry.ClassModel, quarry.ClassUnknown:
	}
	return false
}

func wordsOfDevice(device quarry.Device) []string {
	words := wordsOfName(device.Vendor)
	for _, name := range append([]string{device.Name}, device.Aliases...) {
		words = append(words, wordsOfName(name)...)
	}
	return words
}

// wordsOfName splits a name, with a number and the unit behind it as one word: "A100 (80
// GB)" is a100 and 80gb.
func wordsOfName(name string) []string {
	var words []string
	for word := range strings.FieldsSeq(text.SlugWith(name, ' ')) {
		if last := len(words) - 1; last >= 0 && (word == "gb" || word == "tb") && isNumber(words[last]) {
			words[last] += word
			continue
		}
		words = append(words, word)
	}
	return words
}

// isNumber reports whether a word has nothing but digits.
func isNumber(word string) bool { return strings.Trim(word, "0123456789") == "" }

func hasDigit(word string) bool { return strings.ContainsAny(word, "0123456789") }
