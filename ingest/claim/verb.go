package claim

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
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
	if slices.ContainsFunc(before, func(word token) bool { return !isArticle(word.text) && !l.reader.generic[word.text] }) {
		return
	}
	l.subject = device
	behind := tokensOf(firstWordsOf(strings.TrimSpace(l.said.text[device.end:]), 1))
	if n := len(before); n > 0 && before[n-1].text == "each" && len(behind) == 1 && isThingWord(behind[0].text, device.Class) {
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
		joined := slices.IndexFunc(words, func(word token) bool { return word.text == "and" })
		if joined < 0 || joined > mostBetween {
			return false
		}
		words = words[joined+1:]
	}
	for len(words) > 0 && isThingWord(words[0].text, l.subject.Class) && i == 0 {
		words = words[1:]
	}
	if len(words) == 0 || !saysOf(words[0].text, l.reader.kindOf(l.said.numbers[i].Unit)) {
		return false
	}
	return !slices.ContainsFunc(words[1:], func(word token) bool { return !isMeasured(word.text) && !l.reader.isStating(word.text) })
}

// endsSaying reports whether what stands behind a number says no more of it than
// how it is meant: "per lane", "of GDDR7".
func (l *line) endsSaying(i int) bool {
	behind := nearWords(l.said.text[l.said.numbers[i].end:])
	behind, _, _ = strings.Cut(behind, " and ")
	words := tokensOf(strings.TrimRight(behind, "."))
	if len(words) < 2 {
		return len(words) == 0 || l.reader.isStating(words[0].text)
	}
	switch words[0].text {
	case "per", "in", "each":
		return len(words) <= mostBetween
	case "of":
		kind, ok := l.reader.lexicon.FindDevice(strings.Trim(behind[words[1].start:], " ."))
		return ok && kind.Class == quarry.ClassMemory
	}
	return l.reader.onlyStates(behind)
}

func isArticle(word string) bool {
	switch word {
	case "the", "a", "an", "each", "every", "one", "der", "die", "das", "le", "la", "l", "el":
		return true
	}
	return false
}

// isThingWord reports whether a word behind a name of a class only says what is
// called so. Any other makes it another thing's: "the H100 superchip".
func isThingWord(word string, class quarry.DeviceClass) bool {
	switch word {
	case "chip", "gpu", "card", "accelerator", "processor", "itself":
		return true
	case "link", "lane", "bus", "interconnect":
		return class == quarry.ClassInterconnect
	case "switch":
		return class == quarry.ClassSwitch || class == quarry.ClassInterconnect
	}
	return word == string(class)
}

// saysOf reports whether a verb says that its subject has, gives or takes a
// quantity of a kind: who moves 3 GB does not hold them, and who supports 300 W
// does not draw them.
func saysOf(verb string, kind quarry.QuantityKind) bool {
	switch verb {
	case "has", "have", "offers", "provides", "features", "hat", "bietet", "besitzt", "offre", "possède", "tiene", "ofrece":
		return true
	case "draws", "consumes", "uses", "verbraucht", "consomme", "consume":
		return kind == "power"
	case "weighs", "wiegt", "pèse", "pesa":
		return kind == "mass"
	case "holds", "carries", "packs":
		return kind == "data"
	case "moves", "transfers":
		return isTransfer(kind)
	case "supports", "supporte":
		return kind == "data" || isTransfer(kind)
	case "runs":
		return kind == "power" || kind == "voltage" || isTransfer(kind)
	case "delivers", "reaches", "sustains", "liefert", "erreicht", "atteint", "alcanza":
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
func isMeasured(word string) bool {
	switch word {
	case "about", "around", "roughly", "approximately", "nearly", "almost", "some", "up", "to", "at", "a", "an", "total", "of", "data",
		"only", "just", "exactly", "as", "much", "power":
		return true
	}
	return false
}
