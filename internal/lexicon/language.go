package lexicon

import (
	"slices"
	"strings"

	"github.com/quarrykb/quarry/internal/text"
)

// The words of a language that its rules of spelling do not hold for.
const (
	alwaysPlural Cue = "always_plural"
	pluralByS    Cue = "plural_by_s"
	spellingKept Cue = "spelling_kept"
	shortForms   Cue = "short_forms"
)

// commonWords stand in every text of a language.
const commonWords Cue = "common_words"

// Languages returns the codes of the languages that texts are folded in, English first.
func Languages() []string { return []string{"en", "de"} }

// Language returns how the words of a language are folded and its sentences cut: "en" or
// "de". Any other is taken for English.
func (l *Lexicon) Language(code string) *text.Language {
	if language, ok := l.languages[code]; ok {
		return language
	}
	return l.languages["en"]
}

func languagesOf(cues []CueWords) map[string]*text.Language {
	languages := map[string]*text.Language{}
	for _, code := range Languages() {
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

func commonestOf(cues []CueWords) map[string]string {
	codes := map[string]string{}
	for _, code := range Languages() {
		for _, word := range wordsIn(cues, commonWords, code) {
			codes[word] = code
		}
	}
	return codes
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

// LanguageOfWord returns the code of the language that a word is one of the commonest of;
// "" if it is of none.
func (l *Lexicon) LanguageOfWord(word string) string { return l.commonest[strings.ToLower(word)] }

// LanguageOf returns the code of the language that a text is in, as its commonest words
// tell: "en" unless it has some of another and few of English. It looks at no more than
// [text.LanguageShown] bytes.
func (l *Lexicon) LanguageOf(s string) string {
	const fewest, times = 3, 2
	found := map[string]int{}
	for word := range text.CutPlain(text.Clip(s, text.LanguageShown)) {
		if code := l.LanguageOfWord(word.Text); code != "" {
			found[code]++
		}
	}
	codes := Languages()
	most := slices.MaxFunc(codes[1:], func(a, b string) int { return found[a] - found[b] })
	if found[most] < max(fewest, times*found[codes[0]]) {
		return codes[0]
	}
	return most
}

// smallOf returns the words that say nothing of what a query is about, by language.
func smallOf(cues []CueWords, asking AskingWords) map[string]map[string]bool {
	small := map[string]map[string]bool{}
	for _, code := range Languages() {
		small[code] = map[string]bool{}
		for _, cue := range []Cue{commonWords, "stop_words", "query_words", "question_words", "commands", "chatter"} {
			for _, word := range wordsIn(cues, cue, code) {
				small[code][word] = true
			}
		}
	}
	for _, word := range slices.Concat(asking.Instructions, asking.Courtesies, asking.Fillers) {
		small[Languages()[0]][word] = true
	}
	return small
}

// LanguageOfQuery returns the code of the language that a query is in, which is too short for
// [Lexicon.LanguageOf]: "en" unless it has more small words of another, and not one alone:
// "die" is a word of English.
func (l *Lexicon) LanguageOfQuery(s string) string {
	const fewest = 2
	found := map[string]int{Languages()[0]: fewest - 1}
	small := map[string]int{}
	for word := range text.CutPlain(text.Clip(s, text.LanguageShown)) {
		for code, words := range l.small {
			if words[strings.ToLower(word.Text)] {
				small[code]++
			}
		}
	}
	for code, count := range small {
		found[code] = max(found[code], count)
	}
	return slices.MaxFunc(Languages(), func(a, b string) int { return found[a] - found[b] })
}
