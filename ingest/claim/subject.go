package claim

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/text"
)

// isGang reports whether words right before a device say of how many of them is
// spoken: "8-GPU", "4-way".
func isGang(text string, words []token) bool {
	last := len(words) - 1
	if last < 1 || words[last-1].text == "1" || !isNumeric(words[last-1].text) {
		return false
	}
	return text[words[last-1].end:words[last].start] == "-" && !strings.HasSuffix(words[last].text, "bit") && words[last].text != "nm"
}

// endsMeasured reports whether some words end in what is measured, an attribute or a
// unit: "the memory bandwidth", "80 GB".
func (r *Reader) endsMeasured(text string, words []token) bool {
	end := words[len(words)-1].end
	for first := max(0, len(words)-longestAttribute); first < len(words); first++ {
		if found := r.lexicon.FindAttributes(text[words[first].start:end]); slices.ContainsFunc(found, func(a quarry.Attribute) bool { return !isCount(a) }) {
			return true
		}
	}
	_, unit := r.lexicon.FindUnit(text[words[len(words)-1].start:end])
	return unit || r.cues[figureWords].Has(words[len(words)-1].text)
}

// mute takes the words out of a sentence's clauses that state what a number depends
// on elsewhere, and here only say of what kind another thing is: "sparse attention",
// "peak hours".
func (r *Reader) mute(said *statement) {
	for i := range said.clauses {
		said.clauses[i].words = r.withoutKinds(said.clauses[i].words)
	}
}

func (r *Reader) withoutKinds(words string) string {
	tokens := tokensOf(words)
	var kept []byte
	for _, one := range r.sayings(words, tokens, claimed{}) {
		manner := one.axis == quarry.AxisSparsity || one.axis == quarry.AxisBasis
		if one.first != one.last || one.reaches() || !manner || one.value == "" || !r.leadsOther(words, tokens[one.last:]) {
			continue
		}
		if kept == nil {
			kept = []byte(words)
		}
		for at := tokens[one.first].start; at < tokens[one.last].end; at++ {
			kept[at] = ' '
		}
	}
	if kept == nil {
		return words
	}
	return string(kept)
}

// leadsOther reports whether a word that may state a condition stands right before a
// noun that is no number's: no attribute, unit, number format nor figure.
func (r *Reader) leadsOther(written string, tokens []token) bool {
	if len(tokens) < 2 || strings.Trim(written[tokens[0].end:tokens[1].start], " ") != "" {
		return false
	}
	next := tokens[1].text
	if isNumeric(next) || text.IsDigit(next[0]) || r.isStating(next) || r.isFiller(next) || r.isMeasured(next) || r.cues[prepositionWords].Has(next) || r.isDenialLink(next) || r.cues[figureWords].Has(next) {
		return false
	}
	if unit, known := r.lexicon.FindUnit(written[tokens[1].start:tokens[1].end]); known {
		return unit.Kind == "time"
	}
	if _, end := r.nameAt(written, tokens[1:]); end > 0 {
		return false
	}
	behind := written[tokens[1].start:]
	return !slices.ContainsFunc(r.lexicon.DevicesIn(firstWordsOf(behind, mostBetween)), func(d quarry.DeviceMention) bool {
		return strings.HasPrefix(behind, d.Written)
	}) && len(r.lexicon.FindAttributes(next)) == 0
}

// isUnreadShare reports whether the words around a number say that it is of each of
// several, or per something, where what that is was not read: "two dies, each with
// 96 GB", "3.35 TB/s per pair".
func (l *line) isUnreadShare(i int, spec *quarry.Spec) bool {
	words := l.said.clauses[l.said.of[i]].words
	tokens := tokensOf(words)
	if first := tokensOf(firstWordsOf(l.said.text, 1)); len(first) > 0 && first[0].text == "per" {
		words, tokens = l.said.text, tokensOf(l.said.text)
	}
	at := slices.IndexFunc(tokens, func(word token) bool { return l.reader.cues[forEachWords].Has(word.text) })
	switch {
	case at < 0 || l.said.numbers[i].each != nil || spec.Conditions[quarry.AxisPer] != quarry.Unstated || spec.Conditions["direction"] != "":
		return false
	case strings.Contains(spec.Value.Text+" "+spec.Attribute.Written+" "+spec.Attribute.Name, "per "):
		return false
	}
	rest := strings.TrimLeft(words[tokens[at].end:], " ")
	generic := at+1 < len(tokens) && l.reader.generic[tokens[at+1].text]
	return !generic && !strings.HasPrefix(rest, spec.Device.Written)
}

// isJoined reports whether a device's make is only one of several that a text names
// of it: "the H100 SXM5 and PCIe cards".
func (r *Reader) isJoined(text string, device mention) bool {
	words := tokensOf(firstWordsOf(strings.TrimLeft(text[device.end:], " ,/"), mostBetween))
	if len(words) > 0 && r.cues[pairingWords].Has(words[0].text) {
		words = words[1:]
	} else if !strings.HasPrefix(strings.TrimLeft(text[device.end:], " "), "/") {
		return false
	}
	if device.Family == "" || len(words) == 0 {
		return false
	}
	family := r.ofFamily(device.DeviceMention)
	return r.sku(family, words[0].text).ID != family.ID
}

func isOneOf(word string, words ...string) bool { return slices.Contains(words, word) }

// ofFamily returns the family that a make of a device belongs to.
func (r *Reader) ofFamily(sku quarry.DeviceMention) quarry.DeviceMention {
	if family, known := r.lexicon.Device(sku.Family); known {
		sku.Device = family
	}
	return sku
}
