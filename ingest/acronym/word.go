package acronym

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// word is a piece of a long form that letters of the short one may stand for.
type word struct {
	text       string // lower case
	start, end int    // in the text
	part       bool   // of a longer word: no letter has to stand for it
	number     bool
	small      bool // "of" and the like: no letter has to stand for it
}

// wordsOf returns the words of a text, parted where the case changes and between
// letters and digits.
func wordsOf(text string) []word {
	var all []word
	start, last := -1, rune(0)
	end := func(at int) {
		if start >= 0 {
			all = append(all, newWord(text, start, at, all))
		}
		start = -1
	}
	for at, r := range text {
		inside := isWordRune(r) || r == '\'' && start >= 0
		if !inside || start >= 0 && parts(last, r) {
			end(at)
		}
		if inside && start < 0 {
			start = at
		}
		last = r
	}
	end(len(text))
	return all
}

// parts reports whether a word is parted between two runes.
func parts(last, next rune) bool {
	return unicode.IsDigit(last) != unicode.IsDigit(next) || unicode.IsLower(last) && unicode.IsUpper(next)
}

func newWord(text string, start, end int, before []word) word {
	w := word{text: strings.ToLower(text[start:end]), start: start, end: end}
	w.number = unicode.IsDigit(rune(w.text[0]))
	w.small = isSmall(w.text)
	if len(before) > 0 {
		gap := text[before[len(before)-1].end:start]
		w.part = gap == "" || gap == "-"
	}
	return w
}

func isSmall(word string) bool {
	switch word {
	case "of", "the", "and", "for", "in", "on", "to", "a", "an", "with", "by", "per", "over", "at", "from", "or", "as",
		"de", "la", "le", "du", "des", "der", "die", "das", "und", "et", "y", "e", "di", "del", "via", "into", "than":
		return true
	}
	return false
}

// mayBegin reports whether a long form begins with a word: it does with no
// article and no conjunction.
func (w word) mayBegin() bool {
	switch w.text {
	case "a", "an", "the", "of", "and", "or", "is", "as", "to", "by", "at", "from", "than":
		return false
	}
	return true
}

// digitsOf returns the digits that a word writes out, or "".
func digitsOf(text string) string {
	switch text {
	case "two", "second":
		return "2"
	case "three", "third":
		return "3"
	case "four", "fourth":
		return "4"
	case "five", "fifth":
		return "5"
	}
	return ""
}

// begins returns how many bytes of a word a letter stands for that begins it, 0
// where it does not. An X is also what sounds like one.
func (w word) begins(letter rune) int {
	first, size := utf8.DecodeRuneInString(w.text)
	if first == letter {
		return size
	}
	if letter == 'x' {
		for _, sound := range [...]string{"ex", "cross", "trans"} {
			if strings.HasPrefix(w.text, sound) && (len(w.text) > len(sound) || sound == "cross") {
				return len(sound)
			}
		}
	}
	return 0
}
