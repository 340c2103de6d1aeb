package claim

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// mostThingWords is how many words the name of a thing has at most that is
// not known and no table lists.
const mostThingWords = 5

// namesThing reports whether a title is a name as things have, though it
// is not known: "Topping E30", "Eiffel Tower", "Concorde". An attribute, a part, a
// chapter, a time and a phrase are none.
func (r *Reader) namesThing(title string) bool {
	name := unbracketed(withoutColon(title))
	words := strings.Fields(name)
	if len(words) == 0 || len(words) > mostThingWords || len(name) > longestName || strings.ContainsAny(name, "?!;:,=<>{}|\"&/→*`_#%$€") {
		return false
	}
	if isIdentifier(name) || r.isCoded(name) || r.isMoment(name) || r.isOccasion(name) || isSeries(name) || r.isSeveral(name) || r.isNothing(name) ||
		r.isProperty(name) || r.isComparison(name) || r.isGeneric(name) || len(r.attributesCalled(name)) > 0 || !r.areCapital(words) {
		return false
	}
	first, last := strings.ToLower(words[0]), strings.ToLower(words[len(words)-1])
	if strings.HasSuffix(first, "ing") && slices.Contains(words, "the") || r.opensPhrase(first) || r.is(first, titleWord) || strings.Trim(first, "0123456789.") == "" {
		return false
	}
	if hasDigit(last) {
		return len(words) > 1 || unicode.IsUpper(firstRune(name)) || strings.Contains(last, "-")
	}
	return r.isProper(words, last)
}

// isProper reports whether words in capitals and without digits are a name: the
// last one is no noun for parts, chapters and what is measured.
func (r *Reader) isProper(words []string, last string) bool {
	if r.is(last, titleWord) || r.is(last, partWord) || r.isAbstract(last) || strings.HasSuffix(words[0], "ing") ||
		slices.ContainsFunc(words, func(word string) bool { return len(r.attributesCalled(word)) > 0 }) {
		return false
	}
	return len(words) > 1 || utf8.RuneCountInString(last) > 2 && !r.isPlural(last)
}

// areCapital reports whether every word begins with a capital or a digit, but for
// those that join others: "Rock of Gibraltar".
func (r *Reader) areCapital(words []string) bool {
	for i, word := range words {
		switch first := firstRune(word); {
		case unicode.IsUpper(first) || unicode.IsDigit(first):
		case i > 0 && i+1 < len(words) && r.cues["name_joints"].Has(word):
		default:
			return false
		}
	}
	return true
}

func firstRune(text string) rune {
	first, _ := utf8.DecodeRuneInString(text)
	return first
}

func hasDigit(text string) bool { return strings.ContainsAny(text, "0123456789") }

// opensPhrase reports whether a word begins what is said, and no name.
func (r *Reader) opensPhrase(word string) bool { return r.cues["openings_of_phrases"].Has(word) }

// isAbstract reports whether a word ends as those do that name what is done or
// what something is like.
func (r *Reader) isAbstract(word string) bool {
	return slices.ContainsFunc(r.cues["abstract_endings"].List(), func(ending string) bool { return strings.HasSuffix(word, ending) })
}

// MayName reports whether a short line may be the name of a thing that is
// not known, and says nothing else.
func (r *Reader) MayName(line string) bool {
	_, ok := r.thingCalled(line)
	return ok
}

// thingCalled returns the unknown device that a title names.
func (r *Reader) thingCalled(title string) (quarry.DeviceMention, bool) {
	if len(title) > longestLabel || !r.namesThing(title) || len(r.carriers(title)) > 0 {
		return quarry.DeviceMention{}, false
	}
	name := unbracketed(withoutColon(title))
	device, ok := lexicon.DiscoveredDevice(name)
	return quarry.DeviceMention{Device: device, Written: name}, ok
}
