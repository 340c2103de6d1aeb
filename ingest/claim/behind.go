package claim

import (
	"slices"
	"strings"
)

// isOfOtherBehind reports whether the one device that may have a number of a sentence
// about something else, "It", "The card" or an attribute, stands behind the number and
// is not said to have it: "Its TDP is 400 W, half that of the MI325X".
func (l *line) isOfOtherBehind(i int, mentions []mention) bool {
	n := l.said.numbers[i]
	for _, m := range mentions {
		switch {
		case isAside(m.DeviceMention):
		case m.start < n.end:
			return false
		default:
			return l.reader.refersBack(l.said.text[:n.start]) && !l.reader.isJoinedTo(l.said.text, n.end, m)
		}
	}
	return false
}

// refersBack reports whether a sentence that begins so is about what was named before
// it, or about an attribute.
func (r *Reader) refersBack(before string) bool {
	words := tokensOf(before)
	if len(words) > 0 && (r.isArticle(words[0].text) || len(r.lexicon.FindAttributes(words[0].text)) > 0) {
		return true
	}
	for i, word := range words {
		if r.cues[backWords].Has(word.text) || i == 0 && r.cues[openingBackWords].Has(word.text) {
			return true
		}
	}
	first := min(len(words), longestAttribute)
	return first > 1 && len(r.lexicon.FindAttributes(before[:words[first-1].end])) > 0 ||
		len(words) > 1 && len(r.lexicon.FindAttributes(before[:words[1].end])) > 0
}

// isJoinedTo reports whether a device right behind a number is said to have it:
// "3.35 TB/s of the H100", "700 W for the H200", "700 W TDP of the H200",
// "2 TB/s (A100)". Of what is a device's own, "the H200's 8 TB/s", it is a part.
func (r *Reader) isJoinedTo(text string, end int, device mention) bool {
	if behind := text[device.end:]; strings.HasPrefix(behind, "'s") || strings.HasPrefix(behind, "’s") {
		return false
	}
	between := strings.TrimSpace(text[end:device.start])
	if between == "" || between == "(" {
		return true
	}
	return !strings.ContainsAny(between, ",;:()[]–—/") && r.joins(between)
}

// joins reports whether words between a number and a device say that the device has
// it: "of the", "TDP for the".
func (r *Reader) joins(between string) bool {
	words := tokensOf(between)
	last := len(words) - 1
	if last >= 0 && r.isArticle(words[last].text) {
		last--
	}
	if last < 0 || !r.cues[ofWords].Has(words[last].text) && !r.cues[forWhomWords].Has(words[last].text) {
		return false
	}
	if last > 0 && r.cues[ofWords].Has(words[0].text) {
		words, last = words[1:], last-1
	}
	return last == 0 || r.endsMeasured(between, words[:last])
}

// isPast reports whether a number of a sentence is one that its device had at
// another time: "had a weight of 4.3 kg before the revision and 4.5 kg after".
func (l *line) isPast(i int) bool {
	n, past := l.said.numbers[i], false
	for _, word := range tokensOf(l.said.text[:n.start]) {
		past = l.reader.cues[wasWords].Has(word.text) || past && !l.reader.cues[isWords].Has(word.text)
	}
	return past && slices.ContainsFunc(tokensOf(l.said.text), func(word token) bool { return l.reader.cues[otherTimeWords].Has(word.text) })
}
