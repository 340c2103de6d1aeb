package fact

import (
	"slices"
	"strings"
	"unicode"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/text"
)

// Limits of a line that is a device's name.
const (
	longestTitle = 120 // bytes
	mostTitled   = 8   // words
	longestName  = 80  // bytes, of what words beside a name are looked at in
)

// NamesDevice reports whether a short line names a device that the lexicon knows, and says
// nothing else.
func (r *Reader) NamesDevice(line string) bool {
	line = strings.TrimRight(strings.TrimSpace(line), ":")
	if len(line) > longestTitle {
		return false
	}
	if _, ok := r.lexicon.FindDevice(line); ok {
		return true
	}
	return text.WordCount(line) <= mostTitled && len(r.devicesIn(line)) == 1 && !strings.ContainsAny(line, ".!?;=")
}

// devicesIn returns the devices that a title names, each once. Number formats and memories
// are parts of others; of "Tamron B200" no B200 is meant.
func (r *Reader) devicesIn(title string) []quarry.DeviceMention {
	var named []quarry.DeviceMention
	for _, device := range r.lexicon.DevicesIn(title) {
		isPart := device.Class == quarry.ClassFormat || device.Class == quarry.ClassMemory
		again := slices.ContainsFunc(named, func(d quarry.DeviceMention) bool { return d.ID == device.ID })
		if !isPart && !again {
			named = append(named, device)
		}
	}
	if len(named) == 0 || len(title) > longestName {
		return named
	}
	if r.turnsAway(title, named) {
		return nil
	}
	return slices.DeleteFunc(named, func(d quarry.DeviceMention) bool {
		return r.isDenied(title, d.Written) || r.namesAnother(title, d)
	})
}

// turnsAway reports whether a title is about something else than the devices in it:
// "H100 alternative: Gaudi X9", "What the B200 lacks".
func (r *Reader) turnsAway(title string, devices []quarry.DeviceMention) bool {
	for _, device := range devices {
		title = strings.Replace(title, device.Written, " ", 1)
	}
	return r.has(title, "turning")
}

// isDenied reports whether the word before a name denies it, or only compares with it:
// "No H100", "not the T4", "like H200". In "GPU no. 1" it does not.
func (r *Reader) isDenied(title, name string) bool {
	before, _, found := strings.Cut(title, name)
	if !found {
		return false
	}
	words := strings.FieldsFunc(strings.ToLower(before), func(c rune) bool { return unicode.IsSpace(c) || strings.ContainsRune("-_(:,;–—", c) })
	for _, word := range slices.Backward(words) {
		if word != "any" && !r.cues["articles"].Has(word) && !r.cues["distributing"].Has(word) {
			return r.cues["denying"].Has(word)
		}
	}
	return false
}

// mostMakerWords is how many words stand before a code in the name of an unknown thing:
// "Sony Alpha" before "A100".
const mostMakerWords = 3

// namesAnother reports whether a title goes on, before the short code that a device is
// called by, with a name that is not known to stand there: makers of everything have an
// A10.
func (r *Reader) namesAnother(title string, device quarry.DeviceMention) bool {
	before, behind, found := strings.Cut(title, device.Written)
	if !found || !computes(device.Class) || !isShortCode(device.Written) {
		return false
	}
	if at := strings.LastIndexAny(before, ",;:/|+&([–—"); at >= 0 {
		before = before[at+1:]
	}
	words := strings.Fields(before)
	if len(words) > mostMakerWords || !slices.ContainsFunc(words, r.isMaker) {
		return false
	}
	return !slices.ContainsFunc(words, func(word string) bool { return !r.mayBeNamed(word, device) }) && !r.namesRelated(behind, device)
}

// isShortCode reports whether a name is one or two letters with a number behind: "A10",
// "T4".
func isShortCode(name string) bool {
	const mostLetters = 2
	digits := strings.TrimLeftFunc(name, unicode.IsLetter)
	letters := len(name) - len(digits)
	return letters > 0 && letters <= mostLetters && digits != "" && isNumber(digits)
}

// mayBeNamed reports whether a word before a code may be part of a name with it. Words of
// phrases and those that stand beside the device itself, "Hopper", are not.
func (r *Reader) mayBeNamed(word string, device quarry.DeviceMention) bool {
	if !unicode.IsUpper(firstRune(word)) && !hasDigit(word) || strings.ContainsAny(word, "?!.=<>{}\"*`_#%$€'’") {
		return false
	}
	lower := strings.ToLower(word)
	return !r.isRelated(lower, device) && !r.cues["openings_of_phrases"].Has(lower) && !r.cues["relating"].Has(lower) && !r.isAbstract(lower)
}

// isMaker reports whether a word makes another thing's name of the code behind it. Words
// of titles, "Overview", and those that say what something is do not.
func (r *Reader) isMaker(word string) bool {
	lower := strings.ToLower(word)
	if isNumber(word) || r.cues["generic_names"].Has(lower) || r.cues["modifiers"].Has(lower) || r.names().stating[lower] || r.isAttribute(word) {
		return false
	}
	return !r.is(lower, append(occasions(), "titles", "parts", "daily", "doings", "settings")...)
}

// namesRelated reports whether words behind a code are those of the device: "PCIe", "80
// GB", "Tensor Core GPU".
func (r *Reader) namesRelated(behind string, device quarry.DeviceMention) bool {
	return slices.ContainsFunc(wordsOfName(behind), func(word string) bool {
		return r.isRelated(word, device) || r.names().editions[word] || strings.HasSuffix(word, "gb") && text.IsDigit(word[0])
	})
}

// isRelated reports whether a word in lower case stands beside a device's own name: its
// vendor's, one of the vendor's other names, of who builds it in, or of a class.
func (r *Reader) isRelated(word string, device quarry.DeviceMention) bool {
	return r.is(word, "beside") || r.names().vendors[device.Vendor][word] || r.names().vendors[""][word]
}

// occasions returns the cues of times, of what happens and of people.
func occasions() []lexicon.Cue { return []lexicon.Cue{"times", "deeds", "people", "texts"} }
