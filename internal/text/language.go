package text

import (
	"strings"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/english"
	"github.com/blevesearch/snowballstem/german"
)

// Exceptions are words of a language, in lower case, that rules of spelling do not hold
// for.
type Exceptions struct {
	AlwaysPlural []string // without their "s" they are other words or none: "news"
	PluralByS    []string // plurals that lose nothing but their "s", though they look like others: "caches", "gpus"
	SpellingKept []string // spelled alike in Britain and in America, and so are their forms: "noise"
	ShortForms   []string // a point behind them ends no sentence: "approx"
}

// Language folds the forms of words and cuts sentences as one language has them. It is
// never changed.
type Language struct {
	english      bool
	stem         func(env *snowballstem.Env) bool
	normalize    func(word string) string
	american     [][2]string // endings
	alwaysPlural map[string]bool
	pluralByS    map[string]bool
	spellingKept []string // beginnings of words
	shortForms   map[string]bool
}

// NewLanguage returns the language of a code, "en" or "de"; false for any other.
func NewLanguage(code string, exceptions Exceptions) (*Language, bool) {
	l := &Language{
		alwaysPlural: SetOf(exceptions.AlwaysPlural), pluralByS: SetOf(exceptions.PluralByS), shortForms: SetOf(exceptions.ShortForms),
	}
	for _, word := range exceptions.SpellingKept {
		l.spellingKept = append(l.spellingKept, strings.TrimSuffix(word, "e"))
	}
	switch code {
	case "en":
		l.english, l.american = true, americanEndings()
		l.stem, l.normalize = english.Stem, l.American
	case "de":
		l.stem, l.normalize = german.Stem, withoutUmlauts
	default:
		return nil, false
	}
	return l, true
}

// LanguageShown is how much of a text, in bytes, tells its language.
const LanguageShown = 1 << 14
