package lexicon

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarrykb/quarry/internal/text"
)

// addNamesakes takes in the names that hold a device's name and are of something
// else, and the words that make another's name of it.
func (l *Lexicon) addNamesakes() {
	for _, name := range l.data.Namesakes {
		slug := text.Slug(name)
		l.namesakes[nameKey(slug)] = true
		l.addFirstWords(slug)
	}
	for _, word := range l.data.Variants {
		l.variants = append(l.variants, word)
		if upper := strings.ToUpper(word); upper != word {
			l.variants = append(l.variants, upper)
		}
	}
}

// addFirstWords remembers by which words names may begin, and how long they are.
func (l *Lexicon) addFirstWords(slug string) {
	for _, first := range firstWords(slug) {
		l.nameWords[first] = max(l.nameWords[first], 1+strings.Count(slug, "-"))
	}
}

// goesOn reports whether a name that was found goes on behind its end, so that
// it is the name of something else: "GPT-4" in "GPT-4.5", "RTX 4090" in "RTX
// 4090-X", "RX 560" in "RX 560 XT".
func (l *Lexicon) goesOn(rest string) bool {
	if rest == "" {
		return false
	}
	switch behind := rest[1:]; rest[0] {
	case '.':
		return startsNumber(behind)
	case '-':
		return l.isVariant(behind) || l.isSuffix(leadingWord(behind), behind)
	case ' ':
		return l.isVariant(strings.TrimPrefix(behind, "("))
	}
	return false
}

// longestSuffix is the longest code, in bytes, that a hyphen joins to a name.
const longestSuffix = 2

// isSuffix reports whether a word that a hyphen joins to a name belongs to it: a
// number ("TPU v4-8"), or a short code that begins no other name ("M1-M4").
func (l *Lexicon) isSuffix(word, text string) bool {
	if word == "" {
		return false
	}
	if strings.Trim(word, "0123456789") == "" {
		after := text[len(word):]
		return !strings.HasPrefix(after, ".") || !startsNumber(after[1:]) // "PCIe 4.0-5.0"
	}
	_, begins := l.nameWords[strings.ToLower(word)]
	return len(word) <= longestSuffix && strings.ToUpper(word) == word && !begins
}

// isVariant reports whether a text begins with a word that tells one device from
// another of nearly the same name, as it is written or in capitals.
func (l *Lexicon) isVariant(text string) bool {
	for _, word := range l.variants {
		if rest, ok := strings.CutPrefix(text, word); ok && leadingWord(rest) == "" {
			return true
		}
	}
	return false
}

func startsNumber(text string) bool {
	r, _ := utf8.DecodeRuneInString(text)
	return unicode.IsDigit(r)
}

// leadingWord returns the letters and digits with which a text begins.
func leadingWord(text string) string {
	end := strings.IndexFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	if end < 0 {
		return text
	}
	return text[:end]
}
