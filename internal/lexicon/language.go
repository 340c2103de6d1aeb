package lexicon

import (
	"slices"
	"strings"
	"unicode"

	"github.com/quarrykb/quarry/internal/text"
)

// The words of a language that its rules of spelling do not hold for.
const (
	alwaysPlural Cue = "always_plural"
	pluralByS    Cue = "plural_by_s"
	spellingKept Cue = "spelling_kept"
	shortForms   Cue = "short_forms"
)

// Language returns how the words of a language are folded and its sentences cut: "en" or
// "de". Any other is taken for English.
func (l *Lexicon) Language(code string) *text.Language {
	if language, ok := l.languages[code]; ok {
		return language
	}
	return l.languages["en"]
}

// languagesOf returns the languages that texts are folded in.
func languagesOf(cues []CueWords) map[string]*text.Language {
	languages := map[string]*text.Language{}
	for _, code := range languageCodes() {
		words := func(cue Cue) []string { return wordsIn(cues, cue, code) }
		language, ok := text.NewLanguage(code, text.Exceptions{
			AlwaysPlural: words(alwaysPlural), PluralByS: words(pluralByS),
			SpellingKept: words(spellingKept), ShortForms: words(shortForms),
		})
		if ok {
			languages[code] = language
		}
	}
	return languages
}

// languageCodes returns the codes of the languages that texts are folded in, English first.
func languageCodes() []string { return []string{"en", "de"} }

// commonWords stand in every text of a language.
const commonWords Cue = "common_words"

// common is which language has a word among its commonest.
type common struct {
	languages map[string]string // codes by word
	longest   int               // bytes of such a word
}

func commonIn(cues []CueWords) common {
	c := common{languages: map[string]string{}}
	for _, code := range languageCodes() {
		for _, word := range wordsIn(cues, commonWords, code) {
			c.languages[word] = code
			c.longest = max(c.longest, len(word))
		}
	}
	return c
}

// languageOf returns the code of the language that a word is one of the commonest of; ""
// if it is of none.
func (c common) languageOf(word string) string {
	if len(word) > c.longest {
		return ""
	}
	if code, ok := c.languages[word]; ok {
		return code
	}
	return c.languages[strings.ToLower(word)]
}

// Languages returns the codes of the languages that texts are folded in, English first.
func (l *Lexicon) Languages() []string { return languageCodes() }

// LanguageOfWord returns the code of the language that a word is one of the commonest of;
// "" if it is of none.
func (l *Lexicon) LanguageOfWord(word string) string { return l.common.languageOf(word) }

// LanguageOf returns the code of the language that a text is in, as its commonest words
// tell: "en" unless it has some of another and few of English.
func (l *Lexicon) LanguageOf(s string) string {
	const mostRead, fewest, times = 1 << 14, 3, 2
	found := map[string]int{}
	for word := range strings.FieldsFuncSeq(text.Clip(s, mostRead), func(r rune) bool { return !unicode.IsLetter(r) }) {
		if code := l.common.languageOf(word); code != "" {
			found[code]++
		}
	}
	codes := languageCodes()
	most := slices.MaxFunc(codes[1:], func(a, b string) int { return found[a] - found[b] })
	if found[most] < max(fewest, times*found[codes[0]]) {
		return codes[0]
	}
	return most
}

// wordsIn returns the words of a cue in one language.
func wordsIn(cues []CueWords, cue Cue, language string) []string {
	for _, one := range cues {
		if one.Cue == cue && one.Language == language {
			return one.Words
		}
	}
	return nil
}
