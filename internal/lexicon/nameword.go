package lexicon

import "unicode"

// word is a run of letters, the marks on them and digits, by its bytes.
type word struct{ start, end int }

// wordsOf appends the words of a text to some.
func wordsOf(words []word, text string) []word {
	start := -1
	for i, r := range text {
		inside := unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)
		if inside && start < 0 {
			start = i
		}
		if !inside && start >= 0 {
			words = append(words, word{start, i})
			start = -1
		}
	}
	if start >= 0 {
		words = append(words, word{start, len(text)})
	}
	return words
}
