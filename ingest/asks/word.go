package asks

import (
	"slices"
	"strings"
	"unicode"
)

// stem folds the forms of a word that mean the same in any sentence: plural and
// singular, British and American. It leaves "training" and "train" apart.
func stem(word string) string {
	switch word {
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
	return american(singular(word))
}

func singular(word string) string {
	const shortest = 4
	base, many := strings.CutSuffix(word, "s")
	if !many || len(word) < shortest || isAlwaysPlural(word) || hasEnding(word, "ss", "us", "is", "ics") {
		return word
	}
	switch stemmed, isY := strings.CutSuffix(word, "ies"); {
	case isY && len(stemmed) > 1:
		return stemmed + "y"
	case hasEnding(word, "sses", "xes", "ches", "shes", "zzes") && word != "caches":
		return strings.TrimSuffix(word, "es")
	case !strings.ContainsAny(base, "aeiouy") && isASCII(base):
		return word // "https"
	}
	return base
}

func hasEnding(word string, endings ...string) bool {
	return slices.ContainsFunc(endings, func(ending string) bool { return strings.HasSuffix(word, ending) })
}

func isASCII(word string) bool {
	return !strings.ContainsFunc(word, func(r rune) bool { return r > unicode.MaxASCII })
}

// isAlwaysPlural reports whether a word without its "s" would be another one.
func isAlwaysPlural(word string) bool {
	return slices.Contains([]string{
		"news", "goods", "arms", "series", "species", "lens", "glasses", "customs", "means", "times", "windows", "kubernetes",
		"savings", "odds", "headquarters", "aids", "always", "perhaps", "gas", "bias", "atlas", "canvas", "texas",
	}, word)
}

func american(word string) string {
	const shortest = 5
	if len(word) < shortest {
		return word
	}
	for _, pair := range [][2]string{
		{"isation", "ization"},
		{"ise", "ize"},
		{"ised", "ized"},
		{"ising", "izing"},
		{"yse", "yze"},
		{"our", "or"},
		{"ogue", "og"},
		{"metre", "meter"},
		{"litre", "liter"},
		{"fibre", "fiber"},
		{"centre", "center"},
	} {
		if base, ok := strings.CutSuffix(word, pair[0]); ok {
			return base + pair[1]
		}
	}
	return word
}

func isArticle(word string) bool { return word == "a" || word == "an" || word == "the" }

// withoutArticles drops articles. An "A" that nothing follows is none, nor is one
// in capitals: "vitamin A".
func withoutArticles(tokens []token) []token {
	out := make([]token, 0, len(tokens))
	for i, t := range tokens {
		last := i == len(tokens)-1 || t.ends
		if isArticle(t.word) && (t.word == "the" || !last) && (i == 0 || !t.caps) {
			continue
		}
		out = append(out, t)
	}
	return out
}

// spoken drops words that are only said: "exactly", "actually".
func spoken(tokens []token) []token {
	return slices.DeleteFunc(tokens, func(t token) bool {
		return slices.Contains([]string{"exactly", "actually", "basically", "please"}, t.word)
	})
}

func joined(tokens []token) string {
	words := make([]string, 0, len(tokens))
	for _, t := range tokens {
		words = append(words, t.form())
	}
	return strings.Join(words, " ")
}

// form returns the token as it counts.
func (t token) form() string {
	if t.known {
		return t.word
	}
	if t.caps {
		return t.word // "HTTPS" is no plural
	}
	return stem(t.word)
}

// pointsElsewhere reports whether words speak of what only stands around them.
func pointsElsewhere(tokens []token, offers bool) bool {
	return slices.ContainsFunc(tokens, func(t token) bool {
		switch t.word {
		case "this", "these", "those", "above", "below", "previous", "preceding", "aforementioned", "figure", "diagram",
			"excerpt", "passage", "snippet", "exhibit":
			return true
		case "following":
			return !offers
		}
		return false
	})
}

// isEmpty reports whether words name nothing: none of them does, or it takes what
// stands around them to know what "it" is. "What is a trie and why use it" says
// what.
func (r *Reader) isEmpty(tokens []token) bool {
	const enough = 3
	names, vague := 0, false
	for _, t := range withoutArticles(tokens) {
		switch {
		case isPronoun(t.word):
			vague = vague || names == 0
		case !r.isEverybodys(t.form()):
			names++
		}
	}
	return names == 0 || (vague && names < enough)
}

func isPronoun(word string) bool {
	return slices.Contains([]string{"it", "its", "they", "them", "their", "he", "she", "his", "her", "him", "your", "here", "that"}, word)
}

// isEverybodys reports whether a word stands in questions about anything.
func (r *Reader) isEverybodys(word string) bool {
	return isAuxiliary(word) || r.phrases.IsQuestionWord(word) || slices.Contains([]string{
		"answer", "example", "summary", "question", "conclusion", "result", "purpose", "goal", "definition", "problem", "solution",
		"difference", "explanation", "introduction", "note", "topic", "reason", "advantage", "disadvantage", "benefit", "use",
		"work", "happen", "name", "type", "step", "_", "concept", "term", "meaning", "give", "you", "of", "in", "to", "and", "or",
		"for", "not", "following", "correct", "right", "wrong", "true", "false", "statement", "main", "important",
	}, word)
}
