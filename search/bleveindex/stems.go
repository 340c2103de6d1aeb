package bleveindex

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/blevesearch/bleve/v2/analysis"
	"github.com/blevesearch/bleve/v2/analysis/lang/en"
	"github.com/blevesearch/bleve/v2/analysis/token/lowercase"
	segmenter "github.com/blevesearch/bleve/v2/analysis/tokenizer/unicode"
	"github.com/blevesearch/bleve/v2/registry"
	"golang.org/x/text/unicode/norm"

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

// languageOf returns how a language is folded; English, if no lexicon is known.
func languageOf(known *lexicon.Lexicon, code string) *text.Language {
	if known != nil {
		return known.Language(code)
	}
	language, _ := text.NewLanguage(english, text.Exceptions{})
	return language
}

// Filter makes stems of words. A name that signs end, "C++", has none.
func (s stemmer) Filter(words analysis.TokenStream) analysis.TokenStream {
	for _, word := range words {
		if !word.KeyWord {
			word.Term = s.of(word.Term)
		}
	}
	return words
}

// of returns the stem of a word in lower case. The caller does not change it.
func (s stemmer) of(word []byte) []byte {
	stem := get(s.stems, word)
	if stem == nil {
		written := string(word)
		stem = s.stems.put(written, []byte(s.stem(written)))
	}
	return slices.Clip(stem.is)
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
	if before := base[:len(base)-1]; !text.IsDigit(base[len(base)-1]) && strings.ContainsAny(before, "aeiouy") {
		return word
	}
	return base
}

// TermsVersion changes whenever NewTerms splits a text into other terms.
const TermsVersion = "2"

// NewTerms returns what splits a text into English stems without the words that
// stand everywhere, to learn from texts what the index finds in them. A nil lexicon
// knows no exceptions of spelling. The function may be called by several goroutines.
func NewTerms(known *lexicon.Lexicon) (func(text string) []string, error) {
	stop, err := registry.NewCache().TokenFilterNamed(en.StopName)
	if err != nil {
		return nil, fmt.Errorf("load the words that stand everywhere: %w", err)
	}
	words, possessive, lower := segmenter.NewUnicodeTokenizer(), en.NewPossessiveFilter(), lowercase.NewLowerCaseFilter()
	stem := newStemmer(languageOf(known, english))
	return func(text string) []string {
		tokens := words.Tokenize([]byte(norm.NFC.String(text)))
		tokens = stem.Filter(stop.Filter(lower.Filter(possessive.Filter(tokens))))
		terms := make([]string, len(tokens))
		for i, token := range tokens {
			terms[i] = string(token.Term)
		}
		return terms
	}, nil
}
