package claim

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// token is a word of a text in lower case, by its bytes. A word is a run of
// letters and digits; "@" is the word that it stands for.
type token struct {
	text       string
	start, end int
}

func tokensOf(text string) []token {
	tokens := make([]token, 0, 1+len(text)/6)
	start := -1
	end := func(at int) {
		if start >= 0 {
			tokens = append(tokens, token{strings.ToLower(text[start:at]), start, at})
			start = -1
		}
	}
	for i, c := range text {
		switch {
		case unicode.IsLetter(c) || unicode.IsDigit(c):
			if start < 0 {
				start = i
			}
		case c == '@':
			end(i)
			tokens = append(tokens, token{"at", i, i + 1})
		default:
			end(i)
		}
	}
	end(len(text))
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
func window(text string) string {
	if len(text) <= widest {
		return text
	}
	if cut := strings.LastIndexByte(text[:widest], ' '); cut > 0 {
		return text[:cut]
	}
	cut := widest
	for cut > 0 && !utf8.RuneStart(text[cut]) {
		cut--
	}
	return text[:cut]
}
