package questionkey

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry/internal/lexicon"
)

// form returns a token as it counts. It folds the forms of a word that mean the same in any
// sentence: plural and singular, British and American. It leaves "training" and "train" apart.
func (r *Reader) form(t token) string {
	if t.known || t.caps {
		return t.word // "HTTPS" is no plural
	}
	switch t.word {
	case "are":
		return "is"
	case "were":
		return "was"
	case "does":
		return "do"
	case "has":
		return "have"
	case "an":
		return "a"
	case "v", "vs":
		return "versus"
	}
	return r.english.American(r.english.Singular(t.word))
}

func (r *Reader) isArticle(word string) bool { return r.cues["asked_articles"].Has(word) }

// withoutArticles drops articles. An "A" that nothing follows is none, nor is one
// in capitals: "vitamin A".
func (r *Reader) withoutArticles(tokens []token) []token {
	out := make([]token, 0, len(tokens))
	for i, t := range tokens {
		last := i == len(tokens)-1 || t.ends
		if r.isArticle(t.word) && (t.word == "the" || !last) && (i == 0 || !t.caps) {
			continue
		}
		out = append(out, t)
	}
	return out
}

func joined(tokens []token) string {
	words := make([]string, 0, len(tokens))
	for _, t := range tokens {
		words = append(words, t.form)
	}
	return strings.Join(words, " ")
}

// pointsElsewhere reports whether words speak of what only stands around them.
func (r *Reader) pointsElsewhere(tokens []token, offers bool) bool {
	return slices.ContainsFunc(tokens, func(t token) bool {
		return r.cues["pointing_around"].Has(t.word) || t.word == "following" && !offers
	})
}

// isEmpty reports whether words name nothing: none of them does, or it takes what
// stands around them to know what "it" is. "What is a trie and why use it" says
// what.
func (r *Reader) isEmpty(tokens []token) bool {
	const enough = 3
	names, vague := 0, false
	for _, t := range tokens {
		switch {
		case r.cues["vague_references"].Has(t.word):
			vague = vague || names == 0
		case !r.isOfAnyQuestion(t.form):
			names++
		}
	}
	return names == 0 || (vague && names < enough)
}

// isOfAnyQuestion reports whether a word stands in questions about anything.
func (r *Reader) isOfAnyQuestion(word string) bool {
	return r.isAuxiliary(word) || r.phrases.IsQuestionWord(word) || r.cues["words_of_any_question"].Has(word) || word == "_"
}

// mostWords is how many words the phrases have at most by which parts of questions
// open.
const mostWords = 8

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

// cut returns what follows the longest of some phrases that the tokens open with.
func cut(tokens []token, phrases lexicon.Words) ([]token, bool) {
	size := longestPhrase(tokens, func(t token) string { return t.word }, phrases.Has)
	return tokens[size:], size > 0
}
