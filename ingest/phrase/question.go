package phrase

import (
	"strings"
	"unicode"

	"github.com/quarrykb/quarry"
)

// IsQuestion reports whether a line asks something: it ends in a question
// mark, opens with a question word or with an imperative that examiners use,
// or is labelled as a question.
func IsQuestion(line string) bool {
	bare := Strip(line)
	if bare == "" {
		return false
	}
	if EndsAsking(bare) {
		return true
	}
	if _, labelled := CutQuestionLabel(line); labelled {
		return true
	}
	first, rest := firstWord(bare)
	return rest != "" && (asks(first) || commands(first) || IsTrueFalse(bare))
}

// EndsAsking reports whether a line ends in a question mark, of any script,
// inside of quotes, brackets and emphasis or not.
func EndsAsking(line string) bool {
	bare := strings.TrimRight(line, "\"'”’»)]*_` \u200e\u200f")
	return hasAnySuffix(bare, "?", "？", "؟", "⁇", "⁉", "‽")
}

// IsTrueFalse reports whether a question offers true and false.
func IsTrueFalse(text string) bool {
	folded := strings.Join(strings.Fields(strings.ToLower(text)), " ")
	for _, opening := range []string{"true or false", "true/false", "t/f", "(true/false)", "(t/f)"} {
		if strings.HasPrefix(folded, opening) || strings.HasSuffix(strings.TrimRight(folded, "?. "), opening) {
			return true
		}
	}
	return false
}

// Style returns how a question is put, from its own words and the titles that
// it stands under.
func Style(question string, titles ...string) quarry.Style {
	if IsTrueFalse(question) {
		return quarry.StyleTrueFalse
	}
	for _, title := range titles {
		if strings.Contains(strings.ToLower(title), "scenario") {
			return quarry.StyleScenario
		}
	}
	return quarry.StyleOpen
}

func firstWord(text string) (string, string) {
	text = strings.TrimLeft(text, "\"'“‘*_`([ ")
	end := strings.IndexFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && r != '\'' && r != '’' })
	if end < 0 {
		return strings.ToLower(text), ""
	}
	return strings.ToLower(text[:end]), strings.TrimSpace(text[end:])
}

func asks(word string) bool {
	word, _, _ = strings.Cut(strings.ReplaceAll(word, "’", "'"), "'")
	switch word {
	case "what", "why", "how", "when", "where", "which", "who", "whose", "whom":
		return true
	}
	return false
}

func commands(word string) bool {
	switch word {
	case "explain", "describe", "compare", "contrast", "define", "discuss", "name", "list", "outline",
		"derive", "prove", "calculate", "compute", "estimate", "diagnose", "distinguish", "differentiate",
		"identify", "illustrate", "justify", "summarise", "summarize", "sketch", "interpret", "evaluate":
		return true
	}
	return false
}
