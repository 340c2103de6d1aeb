package bleveindex

import (
	"slices"
	"strings"
	"sync"

	"github.com/blevesearch/bleve/v2/analysis"

	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/text"
)

// stemmer makes stems of the words of a language, and keeps them. It may be used by
// several goroutines.
type stemmer struct {
	fresh *sync.Pool // of *text.Stemmer, which may not
	stems kept[[]byte]
}

func newStemmer(language *text.Language) stemmer {
	return stemmer{
		fresh: &sync.Pool{New: func() any { return language.Stemmer(nil) }},
		stems: newKept[[]byte](),
	}
}

// englishOf returns the language that texts are taken for in which no other is found.
func englishOf(known *lexicon.Lexicon) *text.Language {
	if known != nil {
		return known.Language(english)
	}
	language, _ := text.NewLanguage(english, text.Exceptions{})
	return language
}

// Filter makes stems of words. A name that signs end, "C++", has none.
func (s stemmer) Filter(words analysis.TokenStream) analysis.TokenStream {
	for _, word := range words {
		if word.KeyWord {
			continue
		}
		stem := get(s.stems, word.Term)
		if stem == nil {
			written := string(word.Term)
			stem = s.stems.put(written, []byte(s.stem(written)))
		}
		word.Term = slices.Clip(stem.is)
	}
	return words
}

// stem returns the stem of a word in lower case, made anew.
func (s stemmer) stem(word string) string {
	fresh, _ := s.fresh.Get().(*text.Stemmer)
	defer s.fresh.Put(fresh)
	return fresh.Stem(withoutPluralOfCode(word))
}

// withoutPluralOfCode takes the "s" off a short form or a number that stands in the
// plural, "gpus" and "4090s": Snowball's rules leave it to a word that has no vowel but
// right before it, for the sake of "gas".
func withoutPluralOfCode(word string) string {
	const shortest = 2
	base, many := strings.CutSuffix(word, "s")
	if !many || len(base) < shortest || base[len(base)-1] == 's' {
		return word
	}
	if before := base[:len(base)-1]; !isDigitByte(base[len(base)-1]) && strings.ContainsAny(before, "aeiouy") {
		return word
	}
	return base
}
