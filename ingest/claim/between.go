package claim

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
)

// passesOn reports whether a title between the name of a thing and numbers leaves
// them that thing's: it says of which side or part of it they are, or how they are
// meant. Any other may name something else.
func (r *Reader) passesOn(title string) bool {
	title = strings.TrimLeft(unbracketed(withoutColon(title)), "0123456789. ")
	switch {
	case title == "":
		return true
	case len(title) > longestLabel:
		return false
	case r.isSideTitle(title) || r.isEdition(title) || r.speaks(title) || r.scopeOf(title) != "":
		return true
	}
	words := textsOf(tokensOf(r.withoutNames(title)))
	if slices.Contains(words, "it") || slices.Contains(words, "its") {
		return true
	}
	for i := 0; i < len(words); i++ {
		switch {
		case i+1 < len(words) && len(r.attributesCalled(words[i]+" "+words[i+1])) > 0:
			i++
		case !r.isOfSide(words[i]):
			return false
		}
	}
	return true
}

// isOfSide reports whether a word of a title says which side of a thing is meant,
// or refers to the thing.
func (r *Reader) isOfSide(word string) bool {
	if word == "" || r.isOfSection(word) || r.isSheetTitle(word) || r.isRatingsTitle(word) || r.is(word, partWord) || r.isGenericWord(word) || isNumeric(word) {
		return true
	}
	if r.isStating(word) || r.generic[word] || r.isEditionWord(word) || r.cues[editionNouns].Has(word) || len(r.attributesCalled(word)) > 0 {
		return true
	}
	return r.is(word, sideWords)
}

// isOfOther reports whether a key says of another thing than those around it what
// its number is of: "Weight of the Dell R740", "Dell R740 weight".
func (r *Reader) isOfOther(key string) bool {
	if key == "" || len(r.lexicon.FindAttributes(unbracketed(key))) > 0 {
		return false
	}
	if _, name, ok := cutOf(unbracketed(key)); ok {
		return r.isWholeTitle(name) || r.MayName(name)
	}
	words := strings.Fields(unbracketed(key))
	for i := len(words) - 1; i > 1; i-- {
		name := strings.Join(words[:i], " ")
		if hasDigit(name) && len(r.attributesCalled(strings.Join(words[i:], " "))) > 0 && r.MayName(name) {
			return true
		}
	}
	return false
}

// keyOwner is owner for the key of a line, whose bracket may name a thing that the
// document has named: "Weight (Dorica 5)".
func (r *Reader) keyOwner(l *line) owner {
	o := r.owner(l.Key)
	if inside := bracketBehind(l.Key); inside != "" && len(o.devices) == 0 {
		if device, ok := l.Place.Devices.called(inside); ok {
			o.devices = []quarry.DeviceMention{device}
		}
	}
	return o
}

// isOfSibling reports whether the bracket of a key names another model than the one
// above, which is unknown too: "Weight (Dorica 7)" below "Dorica 5".
func (s *Sheet) isOfSibling(key string) bool {
	inside := bracketBehind(key)
	if inside == "" || !hasDigit(inside) || !s.reader.MayName(inside) {
		return false
	}
	above := s.parent.device
	if len(s.around) > 0 {
		above = s.around[0].devices[0]
	}
	first, _, more := strings.Cut(inside, " ")
	return more && above.ID != "" && inside != above.Written && strings.HasPrefix(above.Written, first+" ")
}
