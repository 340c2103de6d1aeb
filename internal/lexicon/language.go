package lexicon

import "github.com/quarrykb/quarry/internal/text"

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
	for _, code := range []string{"en", "de"} {
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

// wordsIn returns the words of a cue in one language.
func wordsIn(cues []CueWords, cue Cue, language string) []string {
	for _, one := range cues {
		if one.Cue == cue && one.Language == language {
			return one.Words
		}
	}
	return nil
}
