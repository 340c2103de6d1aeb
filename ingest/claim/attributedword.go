package claim

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
)

// word takes a word in, or the name of an attribute, and returns where it ends.
func (h *attribution) word(tokens []token) int {
	word, is := tokens[0], h.reader.cues
	switch {
	case is[relativeWords].Has(word.text) && !h.pointsOn(tokens):
		h.relate(word.text)
	case h.reader.joinsNouns(word.text):
		h.join()
	case is[modalWords].Has(word.text) && !h.namesMonth(tokens):
		h.doubt(word.text)
	case is[havingWords].Has(word.text) && (!h.noun.open || h.noun.whose != nobodys):
		h.have()
	case is[prepositionWords].Has(word.text):
		h.lead = h.lead || !h.spoke && h.topic == nobodys && !h.noun.open
		h.close()
		h.led, h.being = true, false
	case h.reader.isVerb(word) && (!h.noun.open || h.noun.whose != nobodys):
		h.verb(word.text)
	case is[beingWords].Has(word.text):
		h.close()
		h.being, h.led = true, false
	default:
		return h.nounWord(tokens)
	}
	return word.end
}

// namesMonth reports whether a word for what may be is none: "in May", "May 2022".
func (h *attribution) namesMonth(tokens []token) bool {
	return h.led || len(tokens) > 1 && isNumeric(tokens[1].text) && h.text[tokens[0].end:tokens[1].start] == " "
}

// pointsOn reports whether a "that" stands for a noun: "half that of the A100".
func (h *attribution) pointsOn(tokens []token) bool {
	return tokens[0].text == "that" && (len(tokens) < 2 || h.reader.cues[prepositionWords].Has(tokens[1].text))
}

// close ends the noun that is open.
func (h *attribution) close() {
	if !h.noun.open {
		return
	}
	kind, pieces, thing := h.noun.whose, h.noun.pieces, h.noun.thing
	if h.accompanied && h.noun.definite && kind == foreign {
		h.topic = foreign
	}
	h.noun, h.led, h.accompanied = noun{}, false, false
	if kind == nobodys {
		return
	}
	h.near = kind
	switch {
	case h.spoke || h.lead:
	case h.topic == nobodys:
		h.topic, h.pieces, h.thing = kind, pieces, thing
	case h.topic == same && kind > same:
		h.topic = kind
	}
}

// nounWord takes in a word of a noun, or one that begins it.
func (h *attribution) nounWord(tokens []token) int {
	word, is := tokens[0], h.reader.cues
	switch {
	case word.text == "s" && word.start > 0 && h.text[word.start-1] != ' ':
		h.noun.device, h.noun.had = false, h.noun.whose == foreign
	case is[pronounWords].Has(word.text), is[determinerWords].Has(word.text):
		h.close()
		h.noun = noun{open: true, definite: !is[indefiniteWords].Has(word.text), each: is[eachWords].Has(word.text)}
		if is[pronounWords].Has(word.text) {
			h.noun.whose = same
		}
	case is[adverbWords].Has(word.text), is[ableWords].Has(word.text), strings.HasSuffix(word.text, "ly"):
	default:
		return h.named(tokens)
	}
	return word.end
}

// named takes in the name of an attribute, or one word of a name.
func (h *attribution) named(tokens []token) int {
	word := tokens[0]
	if end := h.builtIn(tokens); end > 0 {
		h.called(h.ofOther())
		return end
	}
	if what, end := h.reader.nameAt(h.text, tokens); end > 0 {
		indefinite := h.noun.open && !h.noun.definite && h.noun.whose == nobodys
		h.called(same)
		h.noun.thing = end == word.end && h.isThing(word.text)
		h.noun.pieces = !h.noun.each && (indefinite || !slices.ContainsFunc(what.attributes, func(a quarry.Attribute) bool { return !isCount(a) }))
		return end
	}
	h.noun.pieces = false
	switch {
	case h.being && !h.noun.open, h.noun.device && h.reader.cues[crowdWords].Has(word.text):
	case !h.noun.device && h.beside == nobodys && h.isOtherMake(word.text):
		h.called(foreign)
		h.noun.had = true
	case h.isThing(word.text):
		h.called(h.ofThing())
		h.noun.thing = true
	case h.reader.cues[figureWords].Has(word.text), isNumeric(word.text), h.noun.each && h.reader.ofThings[word.text]:
		h.called(same)
	case h.noun.device:
		h.noun.device, h.noun.whose = false, foreign
	default:
		h.called(h.ofOther())
	}
	return word.end
}

// called lets the noun that is open end in a word.
func (h *attribution) called(kind whose) {
	h.noun.open = true
	if !h.noun.had && (h.noun.whose != owned || kind == foreign) {
		h.noun.whose = kind
	}
}

// builtIn returns where the name of what is built into something beside its device ends,
// and which the words of an attribute are in: "a power supply".
func (h *attribution) builtIn(tokens []token) int {
	if word := tokens[0]; word.text == string(quarry.ClassCPU) && !slices.ContainsFunc(h.devices, func(d quarry.DeviceMention) bool { return !isCard(d) }) {
		return word.end
	}
	if len(tokens) < 2 || !h.noun.open || h.noun.device || h.isThing(tokens[1].text) {
		return 0
	}
	if name := h.text[tokens[0].start:tokens[1].end]; strings.Contains(name, " ") && h.reader.isBuiltIn(name) {
		return tokens[1].end
	}
	return 0
}

// isThing reports whether a word only says what the devices of the sentence are.
func (h *attribution) isThing(word string) bool {
	word = strings.TrimSuffix(word, "s")
	return h.reader.cues[editionNouns].Has(word) || h.reader.isEditionWord(word) || slices.ContainsFunc(h.devices, func(d quarry.DeviceMention) bool {
		family := h.reader.ofFamily(d)
		return h.reader.isThingWord(word, d.Class) || h.reader.sku(family, word).ID != family.ID
	})
}

// isOtherMake reports whether a word tells of a make that the sentence names none of:
// "the PCIe card" beside an H100 SXM.
func (h *attribution) isOtherMake(word string) bool {
	return h.reader.isEditionWord(word) && !slices.ContainsFunc(h.devices, func(d quarry.DeviceMention) bool {
		return d.Family == "" || slices.Contains(wordsOfName(d.Written+" "+d.Name), word)
	})
}

// ofThing returns whose a noun is that only says what a device is: behind "in a" it is
// any.
func (h *attribution) ofThing() whose {
	if h.noun.device {
		return owned
	}
	if h.led || h.spoke && !h.being {
		return foreign
	}
	return same
}

// ofOther returns whose a noun is of which nothing is known: behind "is a", and between
// the commas behind a device's name, it is the device.
func (h *attribution) ofOther() whose {
	if !h.led && !h.noun.definite && (h.being && h.noun.open || h.apart && !h.spoken && !h.spoke && h.subject == owned) {
		return same
	}
	return foreign
}
