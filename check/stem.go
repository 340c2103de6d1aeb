package check

import (
	"slices"
	"strings"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/english"
)

// stemmer folds the forms of a word. It is not for use by several goroutines.
type stemmer struct {
	words *thesaurus
	env   *snowballstem.Env
}

func newStemmer(words *thesaurus) *stemmer {
	return &stemmer{words: words, env: snowballstem.NewEnv("")}
}

// stem returns the stem of a word in small letters.
func (s *stemmer) stem(word string) string {
	const longest = 40
	if len(word) > longest {
		return word
	}
	if regular, ok := s.words.irregular[word]; ok {
		word = regular
	}
	s.env.SetCurrent(american(word))
	english.Stem(s.env)
	return s.env.Current()
}

// american writes a word the American way.
func american(word string) string {
	const shortest = 6
	if len(word) < shortest || keepsSpelling(word) {
		return word
	}
	for _, pair := range [][2]string{
		{"isation", "ization"},
		{"isations", "izations"},
		{"ise", "ize"},
		{"ises", "izes"},
		{"ised", "ized"},
		{"ising", "izing"},
		{"iser", "izer"},
		{"isers", "izers"},
		{"our", "or"},
		{"ours", "ors"},
		{"oured", "ored"},
		{"ouring", "oring"},
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

// keepsSpelling reports whether a word is written so everywhere.
func keepsSpelling(word string) bool {
	return slices.ContainsFunc([]string{
		"preci", "conci", "exerci", "promis", "compromi", "premis", "compris", "enterpris", "surpris", "prais", "rais",
		"nois", "otherwi", "likewi", "advis", "revis", "supervis", "devis", "disgui", "experti", "franchi", "aris",
	}, func(base string) bool { return strings.HasPrefix(word, base) })
}
