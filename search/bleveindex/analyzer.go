package bleveindex

import (
	"bytes"
	"fmt"
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/blevesearch/bleve/v2/analysis"
	"github.com/blevesearch/bleve/v2/analysis/lang/en"
	"github.com/blevesearch/bleve/v2/analysis/token/lowercase"
	segmenter "github.com/blevesearch/bleve/v2/analysis/tokenizer/unicode"
	"github.com/blevesearch/bleve/v2/registry"
	"golang.org/x/text/unicode/norm"

	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/text"
)

// analyzer turns texts into terms: stems without the words that stand everywhere, and
// the names of code whole and in parts.
type analyzer struct {
	tokenizer  codeTokenizer
	possessive analysis.TokenFilter
	lower      analysis.TokenFilter
	stop       analysis.TokenFilter
	small      smallWords // those that it stops

	language            // of the texts
	others   []language // besides English, in which texts may be
	lexicon  *lexicon.Lexicon
}

func newAnalyzer(known *lexicon.Lexicon) (analyzer, error) {
	stop, err := registry.NewCache().TokenFilterNamed(en.StopName)
	if err != nil {
		return analyzer{}, fmt.Errorf("load the words that stand everywhere: %w", err)
	}
	small, err := newSmallWords()
	if err != nil {
		return analyzer{}, err
	}
	return analyzer{
		tokenizer:  codeTokenizer{words: plainWords{any: segmenter.NewUnicodeTokenizer()}},
		possessive: en.NewPossessiveFilter(),
		lower:      lowercase.NewLowerCaseFilter(),
		stop:       stop,
		small:      small,
		language:   newLanguage(known, english),
		others:     otherLanguages(known),
		lexicon:    known,
	}, nil
}

// words splits a text into words in lower case. Both sides, entries and queries,
// come here in NFC, or a decomposed é would never be found.
func (a analyzer) words(written string) analysis.TokenStream {
	return a.seen(norm.NFC.String(text.Visible(written)))
}

// asIs is words for a text that is in NFC: their places are the text's own.
func (a analyzer) asIs(written string) analysis.TokenStream {
	visible := text.Visible(written)
	words := a.seen(visible)
	if len(visible) == len(written) {
		return words
	}
	places := placesIn(written, len(visible))
	for _, word := range words {
		word.Start, word.End = places[word.Start], places[word.End-1]+1
	}
	return words
}

// placesIn returns where each byte of a text stands that is seen.
func placesIn(written string, seen int) []int {
	places := make([]int, 0, seen)
	for at, r := range written {
		shown := utf8.RuneLen(r)
		if text.IsFormat(r) {
			shown = len(text.Visible(string(r)))
		}
		for i := range shown {
			places = append(places, at+i)
		}
	}
	return places
}

// seen is words for a text in which every character is seen.
func (a analyzer) seen(text string) analysis.TokenStream {
	return a.lower.Filter(a.possessive.Filter(withPlainApostrophes(a.tokenizer.Tokenize([]byte(text)))))
}

// withPlainApostrophes writes the apostrophes that are set in print as they are
// typed: words are the same with either. Where the words stand does not change.
func withPlainApostrophes(words analysis.TokenStream) analysis.TokenStream {
	for _, word := range words {
		if !isPlain(word.Term) && bytes.ContainsFunc(word.Term, isApostrophe) {
			word.Term = bytes.Map(func(r rune) rune {
				if isApostrophe(r) {
					return '\''
				}
				return r
			}, word.Term)
		}
	}
	return words
}

// isPlain reports whether a word is ASCII.
func isPlain(word []byte) bool {
	for _, c := range word {
		if c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// isApostrophe reports whether a character is an apostrophe that is not typed.
func isApostrophe(r rune) bool { return r == '\u2019' || r == '\u02bc' || r == '\uff07' }

// terms turns words into what the index holds of them.
func (a analyzer) terms(words analysis.TokenStream) analysis.TokenStream {
	return a.stem.Filter(a.stop.Filter(words))
}

// entryTerms is terms for an entry's field: one that holds nothing but words
// that stand everywhere is found by these ("The Who").
func (a analyzer) entryTerms(words analysis.TokenStream) analysis.TokenStream {
	whole := slices.Clone(words) // filters work in place
	if terms := a.terms(words); len(terms) > 0 {
		return terms
	}
	return a.stem.Filter(whole)
}

// asWritten returns a copy of words, without those that stand for others.
func asWritten(words analysis.TokenStream) analysis.TokenStream {
	written, copied := make([]analysis.Token, 0, len(words)), make(analysis.TokenStream, 0, len(words))
	for _, word := range words {
		if word.Type != compound {
			written = append(written, *word)
			copied = append(copied, &written[len(written)-1])
		}
	}
	return copied
}

// The words that a repair may offer, in letters.
const (
	shortestSpelled = 4
	longestSpelled  = 32
)

// spelling collects words as they are written.
type spelling [][]byte

// add takes in the words of a text that are made of letters alone. It keeps them as
// they are: what is done to the text's words later gives them other ones.
func (s *spelling) add(words analysis.TokenStream) {
	for _, word := range words {
		if word.Type != compound && isSpelled(word.Term) {
			*s = append(*s, word.Term)
		}
	}
}

// tokens returns the words in their order, each once.
func (s *spelling) tokens() analysis.TokenStream {
	slices.SortFunc(*s, bytes.Compare)
	return tokensOf(slices.CompactFunc(*s, bytes.Equal))
}

func isSpelled(word []byte) bool {
	letters := utf8.RuneCount(word)
	if letters < shortestSpelled || letters > longestSpelled {
		return false
	}
	for i := 0; i < len(word); {
		r, size := utf8.DecodeRune(word[i:])
		if !unicode.IsLetter(r) {
			return false
		}
		i += size
	}
	return true
}
