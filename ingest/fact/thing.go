package fact

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarrykb/quarry/internal/text"
)

// mostThingWords is how many words the name of a thing has at most that is not known.
const mostThingWords = 5

// MayNameThing reports whether a short line may be the name of a thing that is not known,
// and says nothing else: "Topping E30", "Eiffel Tower", "Concorde". An attribute, a part, a
// chapter, a time and a phrase are none.
func (r *Reader) MayNameThing(line string) bool {
	name := withoutBrackets(withoutColon(line))
	words := strings.Fields(name)
	if len(words) == 0 || len(words) > mostThingWords || len(name) > longestName || len(line) > longestLabel {
		return false
	}
	if strings.ContainsAny(name, "?!;:,=<>{}|\"&/→*`_#%$€@\\") || !r.areCapital(words) || text.Slug(name) == "" {
		return false
	}
	if r.saysWhat(name) || r.saysWhen(name) || r.saysHowMany(name) || r.compares(name) || r.opensPhrase(words) {
		return false
	}
	return r.isProper(name, words) && len(r.devicesIn(line)) == 0
}

// isProper reports whether words in capitals are a name: the last one has a digit, or is no
// noun for parts, chapters and what is measured.
func (r *Reader) isProper(name string, words []string) bool {
	last := strings.ToLower(words[len(words)-1])
	if hasDigit(last) {
		return len(words) > 1 || unicode.IsUpper(firstRune(name)) || strings.Contains(last, "-")
	}
	if r.is(last, "titles", "parts") || r.isAbstract(last) || strings.HasSuffix(words[0], "ing") || slices.ContainsFunc(words, r.isAttribute) {
		return false
	}
	return len(words) > 1 || utf8.RuneCountInString(last) > 2 && !r.isPlural(last)
}

// areCapital reports whether every word begins with a capital or a digit, but for those
// that join others: "Rock of Gibraltar".
func (r *Reader) areCapital(words []string) bool {
	for i, word := range words {
		first := firstRune(word)
		joins := i > 0 && i+1 < len(words) && r.cues["name_joints"].Has(word)
		if !unicode.IsUpper(first) && !unicode.IsDigit(first) && !joins {
			return false
		}
	}
	return true
}

// isPlural reports whether a word is for several things, and not for how fast they are.
func (r *Reader) isPlural(word string) bool {
	return r.english.IsPlural(word) && !r.cues["plural_measures"].Has(word)
}

// isAbstract reports whether a word ends as those do that name what is done or what
// something is like.
func (r *Reader) isAbstract(word string) bool {
	return slices.ContainsFunc(r.cues["abstract_endings"].List(), func(ending string) bool { return strings.HasSuffix(word, ending) })
}

// withoutBrackets drops what stands in brackets behind a name.
func withoutBrackets(name string) string {
	if open := strings.IndexAny(name, "(["); open > 0 {
		name = name[:open]
	}
	return strings.TrimSpace(name)
}

func firstRune(text string) rune {
	first, _ := utf8.DecodeRuneInString(text)
	return first
}
