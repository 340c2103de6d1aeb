package text

import (
	"strings"

	"github.com/blevesearch/snowballstem"
)

// Stemmer folds the forms of a word: "organises" and "organized" have one stem. It is
// not for use by several goroutines.
type Stemmer struct {
	language  *Language
	irregular map[string]string
	env       *snowballstem.Env
}

// Stemmer returns a stemmer by the Snowball algorithm of the language, Porter's second
// for English. The irregular forms are by the form, "built", the word that the rules
// hold for, "build"; nil knows none.
func (l *Language) Stemmer(irregular map[string]string) *Stemmer {
	return &Stemmer{language: l, irregular: irregular, env: snowballstem.NewEnv("")}
}

// Stem returns the stem of a word in lower case. A word of more than 40 bytes is none
// that has forms, and stays as it is.
func (s *Stemmer) Stem(word string) string {
	const longest = 40
	if len(word) > longest {
		return word
	}
	if regular, ok := s.irregular[word]; ok {
		word = regular
	}
	s.env.SetCurrent(s.language.normalize(word))
	s.language.stem(s.env)
	return s.env.Current()
}

// Stems returns the stems of some words in lower case.
func (s *Stemmer) Stems(words []string) []string {
	stems := make([]string, len(words))
	for i, word := range words {
		stems[i] = s.Stem(word)
	}
	return stems
}

// withoutUmlauts writes a German word with the letters that umlauts are made of, also
// where these are written with an "e" behind: "grösse" and "groesse" are "grosse". An "e"
// behind a "u" is none of an umlaut if a vowel or a "q" stands before: "neue", "quelle".
func withoutUmlauts(word string) string {
	var plain strings.Builder
	before, last := ' ', ' '
	for _, r := range word {
		umlaut := last == 'a' || last == 'o' || last == 'u' && !strings.ContainsRune("aeiouyqäöü", before)
		before, last = last, r
		switch {
		case r == 'e' && umlaut:
		case r == 'ä':
			plain.WriteByte('a')
		case r == 'ö':
			plain.WriteByte('o')
		case r == 'ü':
			plain.WriteByte('u')
		case r == 'ß':
			plain.WriteString("ss")
		default:
			plain.WriteRune(r)
		}
	}
	return plain.String()
}
