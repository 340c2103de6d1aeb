package questionkey

import "github.com/quarrykb/quarry/internal/lexicon"

// mostWords is how many words the phrases have at most by which parts of questions
// open.
const mostWords = 8

// cut returns what follows the longest of some phrases that the tokens open with.
func cut(tokens []token, phrases lexicon.Words) ([]token, bool) {
	size := longestPhrase(tokens, func(t token) string { return t.word }, phrases.Has)
	return tokens[size:], size > 0
}

// longestPhrase returns how many of the first tokens make the longest phrase that
// is known.
func longestPhrase(tokens []token, written func(token) string, known func(string) bool) int {
	phrase, size := "", 0
	for i, t := range tokens[:min(len(tokens), mostWords)] {
		if phrase += written(t); known(phrase) {
			size = i + 1
		}
		phrase += " "
	}
	return size
}
