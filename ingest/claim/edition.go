package claim

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/text"
)

// edition is what tells one make of a device from another, in the source's words:
// "SXM5", "PCIe card".
type edition struct {
	words string
	loose bool // it does not stand in brackets, and may be the name of a link too
}

// fewestFamilies is how many families must have SKUs of a name before its words
// tell makes of any device.
const fewestFamilies = 2

// editions returns the words that tell the SKUs of several families apart.
// What states a condition, or names a memory or a number format, says something
// else.
func editions(lexicon *lexicon.Lexicon, versions map[quarry.DeviceID][]version, wordings map[string][]wording) map[string]bool {
	families := map[string]map[quarry.DeviceID]bool{}
	for family, all := range versions {
		for _, one := range all {
			word := one.words[0]
			if len(one.words) > 1 || text.IsDigit(word[0]) || isPart(quarry.DeviceMention{Device: one.device}) || len(wordings[word]) > 0 {
				continue
			}
			if families[word] == nil {
				families[word] = map[quarry.DeviceID]bool{}
			}
			families[word][family] = true
		}
	}
	words := map[string]bool{}
	for word, of := range families {
		words[word] = len(of) >= fewestFamilies && !isOtherPart(lexicon, word)
	}
	return words
}

// isOtherPart reports whether a word is the name of a memory or of a number
// format.
func isOtherPart(lexicon *lexicon.Lexicon, word string) bool {
	part, known := lexicon.FindDevice(word)
	return known && part.Class != quarry.ClassInterconnect
}

// isEditionWord reports whether a word tells makes of devices apart.
func (r *Reader) isEditionWord(word string) bool { return r.editions[word] }

// isEdition reports whether a text says which make is meant, and nothing else.
func (r *Reader) isEdition(text string) bool {
	told := false
	for _, word := range tokensOf(text) {
		switch {
		case r.isEditionWord(word.text):
			told = true
		case !r.cues[editionNouns].Has(word.text):
			return false
		}
	}
	return told
}

// editionIn returns the make that a name states in brackets: "TDP (SXM)".
func (r *Reader) editionIn(name string) edition {
	for _, inside := range bracketed(name) {
		if r.isEdition(inside) {
			return edition{words: strings.TrimSpace(inside)}
		}
	}
	return edition{}
}

// withoutEdition takes the make off the end or the beginning of a name: "tdp
// sxm".
func (r *Reader) withoutEdition(name string) (string, edition) {
	words := strings.Fields(name)
	last := len(words) - 1
	switch {
	case last < 1:
	case r.isEdition(words[last]):
		return strings.Join(words[:last], " "), edition{words[last], true}
	case r.isEdition(words[0]):
		return strings.Join(words[1:], " "), edition{words[0], true}
	}
	return name, edition{}
}

// editionBehind returns the make that stands behind a number: "700 W (SXM5)".
func (r *Reader) editionBehind(rest string) edition {
	rest = strings.TrimSpace(rest[:min(len(rest), longestVariant)])
	if strings.HasPrefix(rest, "(") || strings.HasPrefix(rest, "[") {
		inside := untilBracket(rest[1:])
		if len(inside) < len(rest)-1 && r.isEdition(inside) {
			return edition{words: strings.TrimSpace(inside)}
		}
		return edition{}
	}
	if near := strings.TrimSpace(nearWords(rest)); r.isEdition(near) {
		return edition{near, true}
	}
	return edition{}
}

// make returns the SKU of a device that an edition tells, or else the words that
// tell it. Of a link's own numbers, a word that may name the link tells nothing.
func (r *Reader) make(device quarry.DeviceMention, attribute *quarry.Attribute, e edition) (quarry.DeviceMention, string) {
	if e.words == "" || isPart(device) || e.loose && r.isLink(e.words) && isOfLink(attribute) {
		return device, ""
	}
	own := nameWords(device.Device)
	told := textsOf(tokensOf(e.words))
	if !slices.ContainsFunc(told, func(word string) bool { return r.isEditionWord(word) && !slices.Contains(own, word) }) {
		return device, ""
	}
	sku := r.sku(quarry.DeviceMention{Device: device.Device, Written: device.Written}, e.words)
	if sku.ID == device.ID {
		return device, e.words
	}
	return quarry.DeviceMention{Device: sku.Device, Written: device.Written}, ""
}

// isLink reports whether some words are the name of a link.
func (r *Reader) isLink(words string) bool {
	device, ok := r.lexicon.FindDevice(words)
	return ok && device.Class == quarry.ClassInterconnect
}

// isOfLink reports whether an attribute is one that links have too.
func isOfLink(attribute *quarry.Attribute) bool {
	if slices.Contains(attribute.Classes, quarry.ClassInterconnect) {
		return true
	}
	for _, kind := range kindsOf(*attribute) {
		switch kind {
		case "data_rate", "bit_rate", "transfer_rate", "bits", kindOfCounts:
			return true
		}
	}
	return false
}

// readEdition finds the make of a device that a label states, beside an
// attribute: "TDP (SXM)", "tdp_sxm_w".
func (r *Reader) readEdition(l *label, plain string) {
	if l.edition = r.editionIn(plain); l.edition.words != "" || len(l.attributes) > 0 {
		return
	}
	without, told := r.withoutEdition(l.bare)
	if told.words == "" {
		return
	}
	if found := r.attributesIn(without, without, l); len(found) > 0 && without != "" {
		l.attributes, l.exact = exactFirst(found, without)
		l.edition = told
	}
}
