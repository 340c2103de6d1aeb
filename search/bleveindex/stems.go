package bleveindex

import (
	"slices"
	"strings"
	"sync"

	"github.com/blevesearch/bleve/v2/analysis"
	segmenter "github.com/blevesearch/bleve/v2/analysis/tokenizer/unicode"
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
const TermsVersion = "3"

// NewTerms returns what splits a text into English stems without the words that
// stand everywhere, to learn from texts what the index finds in them. Behind them comes a
// term for each thing that the text names and the lexicon has other names of: what one
// entry calls OOM and another one "out of memory" keeps one company. A nil lexicon knows
// neither names nor exceptions of spelling. The function may be called by several
// goroutines.
func NewTerms(known *lexicon.Lexicon) (func(text string) []string, error) {
	a, err := newAnalyzer(known)
	if err != nil {
		return nil, err
	}
	words, names := segmenter.NewUnicodeTokenizer(), newThesaurus(a, synonymsOf(known))
	return func(text string) []string {
		tokens := a.lower.Filter(a.possessive.Filter(words.Tokenize([]byte(norm.NFC.String(text)))))
		small := make([]bool, len(tokens))
		for i, token := range tokens {
			small[i] = a.small.has(token.Term)
		}
		stems, terms := make([]string, len(tokens)), make([]string, 0, len(tokens))
		for i, token := range a.stem.Filter(tokens) {
			stems[i] = string(token.Term)
			if !small[i] {
				terms = append(terms, stems[i])
			}
		}
		return append(terms, names.named(stems)...)
	}, nil
}
