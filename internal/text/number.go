package text

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Singular returns an English word in the singular if a rule makes it of the word: of
// "caches" and "GPUs", of "men" not. A word that is no plural stays what it is, "bus",
// "graphics", "https", and so does one of less than 4 letters in lower case.
func (l *Language) Singular(word string) string {
	const shortest = 4
	base, many := strings.CutSuffix(word, "s")
	if !l.english || !many {
		return word
	}
	if acronym, ok := AcronymPlural(word); ok {
		return acronym
	}
	lower := strings.ToLower(word)
	switch {
	case l.pluralByS[lower]:
		return base
	case len(word) < shortest, l.alwaysPlural[lower], EndsInAny(lower, "ss", "us", "is", "ics"):
		return word
	case len(word) > shortest && strings.HasSuffix(lower, "ies"):
		return word[:len(word)-len("ies")] + "y"
	case EndsInAny(lower, "sses", "xes", "ches", "shes", "zzes"):
		return word[:len(word)-len("es")]
	case !strings.ContainsFunc(lower, mayBeVowel):
		return word // "https"
	}
	return base
}

// IsPlural reports whether an English word in lower case has another singular that a
// rule makes of it.
func (l *Language) IsPlural(word string) bool { return l.Singular(word) != word }

// AcronymPlural returns what a word is the plural of that is written as short forms are,
// "GPUs"; false if it is none.
func AcronymPlural(written string) (string, bool) {
	const shortest = 2
	base, many := strings.CutSuffix(written, "s")
	if !many || len(base) < shortest || strings.ToLower(base) == base || strings.ToUpper(base) != base {
		return "", false
	}
	return base, true
}

// EndsInAny reports whether a text ends in one of some endings.
func EndsInAny(s string, endings ...string) bool {
	return slices.ContainsFunc(endings, func(ending string) bool { return strings.HasSuffix(s, ending) })
}

func mayBeVowel(r rune) bool { return r >= utf8.RuneSelf || strings.ContainsRune("aeiouy", r) }
