package acronym

import (
	"strings"
	"unicode"

	"github.com/quarrykb/quarry/internal/text"
)

// longestShort is the longest short form, in bytes.
const longestShort = 12

// short is a word that may be a short form.
type short struct {
	text   string // without dots, in the singular where it may be a plural
	whole  string // without dots
	plural bool   // text lacks the s of whole
	weak   bool   // it looks like any other word: only its letters can prove it
}

// shortOf reads a word.
func shortOf(word string) (short, bool) {
	word = strings.Trim(word, " ,;:.'")
	if word == "" || len(word) > longestShort || strings.IndexFunc(word, isNoShort) >= 0 {
		return short{}, false
	}
	form := short{text: strings.ReplaceAll(word, ".", "")}
	form.whole = form.text
	upper, lower, digits := cases(form.text)
	switch {
	case upper == 1 && lower == 0 && digits > 0 && len(form.text) > 1, upper >= 2, upper == 1 && isNumeronym(form.text):
	case upper+lower == len(form.text) && upper < 2 && len(form.text) >= 2 && isSkeleton(form.text), isNumeronym(form.text):
		form.weak = true
	default:
		return short{}, false
	}
	if unicode.IsDigit(rune(form.text[0])) && upper < 2 {
		return short{}, false // "70B", "8K"
	}
	if bare, ok := strings.CutSuffix(form.text, "s"); ok && !form.weak && len(bare) > 1 {
		form.text, form.plural = bare, true
	}
	return form, true
}

func isNoShort(r rune) bool { return !text.IsWord(r) && !strings.ContainsRune(".&/-", r) }

// cases counts the upper-case letters, the other letters and the digits of a word.
func cases(word string) (int, int, int) {
	upper, lower, digits := 0, 0, 0
	for _, r := range word {
		switch {
		case unicode.IsUpper(r):
			upper++
		case unicode.IsDigit(r):
			digits++
		case unicode.IsLetter(r):
			lower++
		}
	}
	return upper, lower, digits
}

// isSkeleton reports whether a word is what is left of one without its vowels:
// "tbsp", "Cd", "vs".
func isSkeleton(word string) bool {
	return len(word) <= 6 && !strings.ContainsAny(strings.ToLower(word), "aeiouy")
}

// isNumeronym reports whether a word is one in which a number stands for so many
// letters: "i18n".
func isNumeronym(word string) bool {
	return len(word) >= 3 && text.IsLetter(word[0]) && text.IsLetter(word[len(word)-1]) &&
		text.AllDigits(word[1:len(word)-1])
}
