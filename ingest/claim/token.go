package claim

import (
	"strings"

	"github.com/quarrykb/quarry/internal/text"
)

// token is a word of a text in lower case, by its bytes; "@" is the word that it stands
// for.
type token struct {
	text       string
	start, end int
}

func tokensOf(s string) []token {
	tokens := make([]token, 0, 1+len(s)/6)
	at := 0
	skip := func(to int) {
		for ; at < to; at++ {
			if s[at] == '@' {
				tokens = append(tokens, token{"at", at, at + 1})
			}
		}
	}
	for word := range text.CutPlain(s) {
		skip(word.Start)
		tokens = append(tokens, token{strings.ToLower(word.Text), word.Start, word.End})
		at = word.End
	}
	skip(len(s))
	return tokens
}

func textsOf(tokens []token) []string {
	texts := make([]string, len(tokens))
	for i, one := range tokens {
		texts[i] = one.text
	}
	return texts
}

// begins reports whether the tokens begin with the words.
func begins(tokens []token, words []string) bool {
	if len(tokens) < len(words) {
		return false
	}
	for i, word := range words {
		if tokens[i].text != word {
			return false
		}
	}
	return true
}

// widest is how much of a text is looked at where a quantity may begin: none
// is longer.
const widest = 160

// window cuts a text to what a quantity may take up, at the end of a word.
func window(s string) string {
	if len(s) > widest {
		if cut := strings.LastIndexByte(s[:widest], ' '); cut > 0 {
			return s[:cut]
		}
	}
	return text.Clip(s, widest)
}
