package claim

import (
	"slices"
	"strings"
	"unicode"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/text"
)

// mostMakerWords is how many words stand before a code in the name of an
// unknown thing: "Sony Alpha" before "A100".
const mostMakerWords = 3

// withoutOthers drops the devices of a title whose name is only a part of another's:
// of "Tamron B200" no B200 is meant.
func (r *Reader) withoutOthers(text string, devices []quarry.DeviceMention) []quarry.DeviceMention {
	devices = r.withoutTurned(text, devices)
	for i, device := range devices {
		if !r.namesAnother(text, device) {
			continue
		}
		kept := append([]quarry.DeviceMention(nil), devices[:i]...)
		for _, other := range devices[i+1:] {
			if !r.namesAnother(text, other) {
				kept = append(kept, other)
			}
		}
		return kept
	}
	return devices
}

// namesAnother reports whether a title or the cell of a name goes on before the
// short code that a device is called by, with a name that is not known to stand
// there: makers of everything have an A10.
func (r *Reader) namesAnother(text string, device quarry.DeviceMention) bool {
	if !computes(device.Class) || !isShortCode(device.Written) || len(text) > longestName {
		return false
	}
	before, behind, found := strings.Cut(text, device.Written)
	if at := strings.LastIndexAny(before, ",;:/|+&([–—"); at >= 0 {
		before = before[at+1:]
	}
	words := strings.Fields(before)
	if !found || len(words) == 0 || len(words) > mostMakerWords {
		return false
	}
	made := false
	for _, word := range words {
		name, other := r.isMakerWord(word, device)
		if !name {
			return false
		}
		made = made || other
	}
	return made && !r.namesRelated(behind, device)
}

// isOfAnother reports whether a title that names devices is that of another thing,
// which only has to do with it: what needs it, what holds it, what is called like it.
// Its head says so, in "H100 requirements", "H100 rack", "Server with H200" and "Room
// A100", or what stands apart from the name: "Minimum requirements: RTX 4090".
func (r *Reader) isOfAnother(title string, devices ...quarry.DeviceMention) bool {
	title = strings.TrimSpace(title)
	if len(devices) == 0 || len(title) > longestName || len(title) == len(devices[0].Written) || !computes(devices[0].Class) {
		return false
	}
	front, rest, found := strings.Cut(title, devices[0].Written)
	if !found {
		return false
	}
	before, behind := piecesOf(front), piecesOf(rest)
	last := len(before) - 1
	for _, piece := range slices.Concat(before[:last], behind[1:]) {
		if r.has(piece, needWord) || r.headOf(r.headed(piece)) == headOfOther {
			return true
		}
	}
	return r.headOf(r.headed(behind[0])) == headOfOther || r.leadsToOther(textsOf(tokensOf(before[last])))
}

// isOfNeeds reports whether a title is that of what is needed of or for something:
// "System requirements", and neither "Budget cards" nor "Power requirements".
func (r *Reader) isOfNeeds(title string) bool {
	if len(title) > longestName || !r.has(title, needWord) || len(r.attributesCalled(withoutColon(title))) > 0 {
		return false
	}
	words := r.headed(piecesOf(title)[0])
	last := len(words) - 1
	return last >= 0 && r.is(words[last], needWord) && len(r.attributesCalled(strings.TrimSuffix(strings.Join(words[max(0, last-1):], " "), "s"))) == 0
}

// piecesOf splits a title where its parts stand side by side.
func piecesOf(title string) []string {
	return strings.Split(strings.NewReplacer(" - ", ":", "–", ":", "—", ":", "|", ":", "(", ":", "/", ":", ",", ":").Replace(title), ":")
}

// titleHead is what the head of some words in a title is.
type titleHead int

const (
	headOfDevice titleHead = iota // a side of the device, or an account of it
	headUnknown                   // which behind a device's name is mostly part of it: names of products are full of such words
	headOfOther
)

// headed returns the words of a piece of a title up to those that its head only has
// to do with.
func (r *Reader) headed(piece string) []string {
	words := textsOf(tokensOf(r.withoutNames(piece)))
	for i, word := range words {
		if r.is(word, leadingWord) || r.cues[phraseWord].Has(word) {
			return words[:i]
		}
	}
	return words
}

// headOf tells what the head of words is that stand in a title beside a device's name:
// the last one that is no side of a thing and no account of it, as in "server
// specifications".
func (r *Reader) headOf(words []string) titleHead {
	for n := len(words); n > 0; n = len(words) {
		word := words[n-1]
		switch {
		case n > 1 && len(r.attributesCalled(words[n-2]+" "+word)) > 0:
			n--
		case r.is(word, wholeWord, needWord) || r.cues[jobTitle].Has(word):
			return headOfOther
		case n > 2 && r.joinsNouns(words[n-2]): // "power and cooling"
			n--
		case !r.isOfSide(word) && !r.is(word, accountWord) && !hasDigit(word):
			return headUnknown
		}
		words = words[:n-1]
	}
	return headOfDevice
}

// isHeadOver reports whether words before one that leads in a device's name are another
// thing than what is told of it: "box for" and "cooling of", and not "questions about".
func (r *Reader) isHeadOver(words []string, leading string) bool {
	if len(words) == 0 {
		return false
	}
	head := r.headOf(words)
	return head == headOfOther || head == headUnknown && (!r.is(leading, aboutWord) || r.isAbstract(words[len(words)-1]))
}

// leadsToOther reports whether words right before a device's name make it what another
// thing has to do with: "box for", "cooling of the", "room".
func (r *Reader) leadsToOther(words []string) bool {
	for i, word := range words {
		switch {
		case r.cues[phraseWord].Has(word): // "What is new in", "What you need for"
			return r.has(strings.Join(words, " "), needWord)
		case r.is(word, leadingWord):
			return r.isHeadOver(words[:i], word)
		}
	}
	if len(words) == 0 {
		return false
	}
	last := words[len(words)-1]
	return r.is(last, wholeWord, needWord) || r.cues[jobTitle].Has(last) || r.cues[codeTitle].Has(last)
}

// isShortCode reports whether a name is one or two letters with a number behind:
// "A10", "T4".
func isShortCode(name string) bool {
	const mostLetters = 2
	letters := len(name) - len(strings.TrimLeftFunc(name, unicode.IsLetter))
	return letters > 0 && letters <= mostLetters && letters < len(name) && strings.Trim(name[letters:], "0123456789") == ""
}

// isNamesakeCode reports whether other things in tables are called by such a short code,
// too: shelves and seats are numbered up to 99, and none is the H100.
func isNamesakeCode(name string) bool {
	const mostDigits = 2
	return isShortCode(name) && len(strings.TrimLeftFunc(name, unicode.IsLetter)) <= mostDigits
}

// isMakerWord reports whether a word before a code may be part of a name, and
// whether it makes another's name of it. Words of titles, "Overview", and those that
// stand beside the device itself, "Hopper", do not.
func (r *Reader) isMakerWord(word string, device quarry.DeviceMention) (bool, bool) {
	lower := strings.ToLower(word)
	switch {
	case !unicode.IsUpper(firstRune(word)) && !hasDigit(word), strings.ContainsAny(word, "?!.=<>{}\"*`_#%$€'’"):
		return false, false
	case r.isRelatedWord(lower, device) || r.opensPhrase(lower) || r.relates(lower) || r.isAbstract(lower):
		return false, false
	case strings.Trim(word, "0123456789") == "" || r.isGenericWord(lower) || r.modifies(lower) || len(r.attributesCalled(word)) > 0:
		return true, false
	}
	return true, !r.is(lower, occasions(titleWord, partWord, dailyWord, doingWord, settingWord)...)
}

// namesRelated reports whether words behind a code are those of the device: "PCIe", "80
// GB", "Tensor Core GPU".
func (r *Reader) namesRelated(behind string, device quarry.DeviceMention) bool {
	for _, word := range wordsOfName(behind) {
		if r.isRelatedWord(word, device) || r.isEditionWord(word) || strings.HasSuffix(word, "gb") && text.IsDigit(word[0]) {
			return true
		}
	}
	return false
}

// isRelatedWord reports whether a word in lower case stands beside a device's own name:
// its vendor's, one of the vendor's other names, of who builds it in, or of a class.
func (r *Reader) isRelatedWord(word string, device quarry.DeviceMention) bool {
	return r.is(word, besideWord) || r.vendors()[device.Vendor][word] || r.vendors()[""][word]
}

// vendorWords returns the words in the names of each vendor's devices, and by no
// vendor's name the vendors that compute, and their classes.
func vendorWords(lexicon *lexicon.Lexicon) map[string]map[string]bool {
	words := map[string]map[string]bool{"": {}}
	for _, device := range lexicon.Devices() {
		if words[device.Vendor] == nil {
			words[device.Vendor] = map[string]bool{}
		}
		for _, word := range nameWords(device) {
			if !hasDigit(word) {
				words[device.Vendor][word] = true
			}
		}
		if !computes(device.Class) {
			continue
		}
		words[""][string(device.Class)] = true
		for _, word := range wordsOfName(device.Vendor) {
			words[""][word] = true
		}
	}
	return words
}

// computes reports whether devices of a class compute: who lists others by short
// codes says what they are called, and with whose names before them.
func computes(class quarry.DeviceClass) bool {
	switch class {
	case quarry.ClassGPU, quarry.ClassAccelerator, quarry.ClassSoC, quarry.ClassModule, quarry.ClassSystem, quarry.ClassCPU:
		return true
	case quarry.ClassInterconnect, quarry.ClassMemory, quarry.ClassFormat, quarry.ClassSwitch, quarry.ClassModel, quarry.ClassUnknown:
	}
	return false
}
