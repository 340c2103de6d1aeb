package condition

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry/internal/text"
)

// word is a word of a text in lower case, by its bytes.
type word struct {
	text       string
	start, end int
}

func wordsOf(s string) []word {
	var words []word
	for one := range text.CutPlain(s) {
		words = append(words, word{strings.ToLower(one.Text), one.Start, one.End})
	}
	return words
}

// begins reports whether the words begin with a phrase.
func begins(words []word, phrase []string) bool {
	same := func(one word, other string) bool { return one.text == other }
	return len(words) >= len(phrase) && slices.EqualFunc(words[:len(phrase)], phrase, same)
}

// isYear reports whether a word is a year of our time.
func isYear(s string) bool {
	return len(s) == 4 && (strings.HasPrefix(s, "19") || strings.HasPrefix(s, "20")) && text.AllDigits(s)
}
