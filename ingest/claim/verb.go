package claim

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// verbed returns what a number may be by its unit alone that stands right behind
// a verb of its sentence's one device: "PCIe 6.0 moves data at 64 GT/s per lane".
func (l *line) verbed(i int) []meaning {
	if l.subject.ID == "" || !l.isGoverned(i) || !l.endsSaying(i) {
		return nil
	}
	n := l.said.numbers[i]
	attribute, ok := l.reader.ofKind(l.subject.Class, l.reader.kindOf(n.Unit))
	if !ok {
		return nil
	}
	return []meaning{{attributes: []quarry.Attribute{attribute}, written: strings.TrimSpace(n.Text[digitsEnd(n.Text):])}}
}

// about lets a sentence's one device be whose its numbers are, where the sentence
// begins with its name.
func (l *line) about(device mention) {
	before := tokensOf(l.said.text[:device.start])
	if slices.ContainsFunc(before, func(word token) bool { return !l.reader.isArticle(word.text) && !l.reader.generic[word.text] }) {
		return
	}
	l.subject = device
	behind := tokensOf(firstWordsOf(strings.TrimSpace(l.said.text[device.end:]), 1))
	if n := len(before); n > 0 && before[n-1].text == "each" && len(behind) == 1 && l.reader.isThingWord(behind[0].text, device.Class) {
		l.spoken += " per " + behind[0].text
	}
}

// isGoverned reports whether nothing stands between the subject, or the number
// before, and a number but a verb that says the device has it.
func (l *line) isGoverned(i int) bool {
	from := l.subject.end
	if i > 0 {
		from = l.said.numbers[i-1].end
	}
	start := l.said.numbers[i].start
	if from > start {
		return false
	}
	words := tokensOf(l.said.text[from:start])
	if i > 0 {
		joined := slices.IndexFunc(words, l.reader.isAnd)
		if joined < 0 || joined > mostBetween {
			return false
		}
		words = words[joined+1:]
	}
	for len(words) > 0 && l.reader.isThingWord(words[0].text, l.subject.Class) && i == 0 {
		words = words[1:]
	}
	if len(words) == 0 || !l.reader.saysOf(words[0].text, l.reader.kindOf(l.said.numbers[i].Unit)) {
		return false
	}
	return !slices.ContainsFunc(words[1:], func(word token) bool { return !l.reader.isMeasured(word.text) && !l.reader.isStating(word.text) })
}

// endsSaying reports whether what stands behind a number says no more of it than
// how it is meant: "per lane", "of GDDR7".
func (l *line) endsSaying(i int) bool {
	behind := nearWords(l.said.text[l.said.numbers[i].end:])
	words := tokensOf(strings.TrimRight(behind, "."))
	if joined := slices.IndexFunc(words, l.reader.isAnd); joined >= 0 {
		behind, words = behind[:words[joined].start], words[:joined]
	}
	if len(words) < 2 {
		return len(words) == 0 || l.reader.isStating(words[0].text)
	}
	switch first := words[0].text; {
	case l.reader.cues["behind_figures"].Has(first):
		return len(words) <= mostBetween
	case l.reader.cues[ofWords].Has(first):
		kind, ok := l.reader.lexicon.FindDevice(strings.Trim(behind[words[1].start:], " ."))
		return ok && kind.Class == quarry.ClassMemory
	}
	return l.reader.onlyStates(behind)
}

func (r *Reader) isAnd(word token) bool { return r.cues[andWords].Has(word.text) }

func (r *Reader) isArticle(word string) bool {
	return r.cues["articles"].Has(word) || r.cues[eachWords].Has(word)
}

// isThingWord reports whether a word behind a name of a class only says what is
// called so. Any other makes it another thing's: "the H100 superchip".
func (r *Reader) isThingWord(word string, class quarry.DeviceClass) bool {
	switch {
	case r.cues["device_nouns"].Has(word):
		return true
	case r.cues["link_nouns"].Has(word):
		return class == quarry.ClassInterconnect
	case word == string(quarry.ClassSwitch):
		return class == quarry.ClassSwitch || class == quarry.ClassInterconnect
	}
	return word == string(class)
}

// saysOf reports whether a verb says that its subject has, gives or takes a
// quantity of a kind: who moves 3 GB does not hold them, and who supports 300 W
// does not draw them.
func (r *Reader) saysOf(verb string, kind quarry.QuantityKind) bool {
	said := func(cue lexicon.Cue) bool { return r.cues[cue].Has(verb) }
	switch {
	case said("verbs_of_having"):
		return true
	case said("verbs_of_power"):
		return kind == "power"
	case said("verbs_of_mass"):
		return kind == "mass"
	case said("verbs_of_data"):
		return kind == "data"
	case said("verbs_of_transfer"):
		return isTransfer(kind)
	case said("verbs_of_support"):
		return kind == "data" || isTransfer(kind)
	case said("verbs_of_running"):
		return kind == "power" || kind == "voltage" || isTransfer(kind)
	case said("verbs_of_reaching"):
		return kind == "torque" || kind == kindOfFLOPS || kind == kindOfOPS || isTransfer(kind)
	}
	return false
}

// isTransfer reports whether a kind is one of data in a time.
func isTransfer(kind quarry.QuantityKind) bool {
	return kind == "data_rate" || kind == "bit_rate" || kind == "transfer_rate"
}

// isMeasured reports whether a word between a verb and its number says nothing of
// what is measured.
func (r *Reader) isMeasured(word string) bool { return r.cues["before_figures"].Has(word) }
