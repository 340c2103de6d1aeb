package acronym

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/quarrykb/quarry/internal/quantity"
	"github.com/quarrykb/quarry/internal/text"
)

// word is a piece of a long form that letters of the short one may stand for.
type word struct {
	text       string // lower case
	start, end int    // in the text
	part       bool   // of a longer word: no letter has to stand for it
	number     bool
	small      bool // "of" and the like: no letter has to stand for it
	first      bool // a long form may begin with it
}

// wordsOf returns the words of a text, parted where the case changes and between
// letters and digits.
func (f *finder) wordsOf(s string) []word {
	all := cut(s)
	for i := range all {
		all[i].small = f.small.Has(all[i].text)
		all[i].first = !f.neverFirst.Has(all[i].text)
	}
	return all
}

// cut is wordsOf for words of which nothing else is known.
func cut(s string) []word {
	var all []word
	start, last := -1, rune(0)
	end := func(at int) {
		if start >= 0 {
			w := word{text: strings.ToLower(s[start:at]), start: start, end: at}
			w.number = unicode.IsDigit(rune(w.text[0]))
			if len(all) > 0 {
				gap := s[all[len(all)-1].end:start]
				w.part = gap == "" || gap == "-"
			}
			all = append(all, w)
		}
		start = -1
	}
	for at, r := range s {
		inside := text.IsWord(r) || r == '\'' && start >= 0
		if !inside || start >= 0 && parts(last, r) {
			end(at)
		}
		if inside && start < 0 {
			start = at
		}
		last = r
	}
	end(len(s))
	return all
}

// parts reports whether a word is parted between two runes.
func parts(last, next rune) bool {
	return unicode.IsDigit(last) != unicode.IsDigit(next) || unicode.IsLower(last) && unicode.IsUpper(next)
}

// digitsOf returns the digits of the number that a word writes out, or "".
func (a *aligner) digitsOf(word string) string {
	if value, ok := a.numerals.Value(word); ok {
		return quantity.Format(value)
	}
	if place, ok := a.numerals.Ordinal(word); ok {
		return strconv.Itoa(place)
	}
	return ""
}

// begins returns how many bytes of a word a letter stands for that begins it, 0
// where it does not. An X is also what sounds like one.
func (a *aligner) begins(w word, letter rune) int {
	first, size := utf8.DecodeRuneInString(w.text)
	if first == letter {
		return size
	}
	if letter == 'x' {
		for _, sound := range a.sounds {
			if strings.HasPrefix(w.text, sound) {
				return len(sound)
			}
		}
	}
	return 0
}
