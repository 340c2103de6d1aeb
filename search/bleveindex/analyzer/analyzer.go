package analyzer

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

// MostTerms bounds what one query costs: words beyond it are passed over.
const MostTerms = 512

// Analyzer turns texts into terms: stems without stop words, and the names of code whole
// and in parts. It may be used by several goroutines.
type Analyzer struct {
	StopWords StopWords

	tokenizer  codeTokenizer
	possessive analysis.TokenFilter
	lower      analysis.TokenFilter
	stop       analysis.TokenFilter

	language            // of the texts
	others   []language // besides English, in which texts may be
	lexicon  *lexicon.Lexicon
}

// New returns the analyzer of English texts, which knows the other languages of a
// lexicon. A nil lexicon knows no language and no exceptions of spelling.
func New(known *lexicon.Lexicon) (Analyzer, error) {
	stop, err := registry.NewCache().TokenFilterNamed(en.StopName)
	if err != nil {
		return Analyzer{}, fmt.Errorf("load the stop words: %w", err)
	}
	stopWords, err := newStopWords()
	if err != nil {
		return Analyzer{}, err
	}
	a := Analyzer{
		StopWords:  stopWords,
		tokenizer:  codeTokenizer{words: asciiTokenizer{any: segmenter.NewUnicodeTokenizer()}},
		possessive: en.NewPossessiveFilter(),
		lower:      lowercase.NewLowerCaseFilter(),
		stop:       stop,
		language:   newLanguage(known, English),
		lexicon:    known,
	}
	if known != nil {
		for _, code := range lexicon.Languages() {
			if code != English {
				a.others = append(a.others, newLanguage(known, code))
			}
		}
	}
	return a, nil
}

// Words splits a text into words in lower case. Both sides, entries and queries,
// come here in NFC, or a decomposed é would never be found.
func (a Analyzer) Words(written string) analysis.TokenStream {
	return a.visible(norm.NFC.String(text.Visible(written)))
}

// asShown is Words for a text that is in NFC: their places are the text's own.
func (a Analyzer) asShown(written string) analysis.TokenStream {
	visible := text.Visible(written)
	words := a.visible(visible)
	if len(visible) == len(written) {
		return words
	}
	places := make([]int, 0, len(visible)) // where each visible byte stands in the text
	for at, r := range written {
		shown := utf8.RuneLen(r)
		if text.IsFormat(r) {
			shown = len(text.Visible(string(r)))
		}
		for i := range shown {
			places = append(places, at+i)
		}
	}
	for _, word := range words {
		word.Start, word.End = places[word.Start], places[word.End-1]+1
	}
	return words
}

// visible is Words for a text in which every character is seen. Apostrophes that are set
// in print are written as they are typed: words are the same with either. Where the words
// stand does not change.
func (a Analyzer) visible(text string) analysis.TokenStream {
	words := a.tokenizer.Tokenize([]byte(text))
	for _, word := range words {
		if !isASCII(word.Term) && bytes.ContainsFunc(word.Term, isApostrophe) {
			word.Term = bytes.Map(func(r rune) rune {
				if isApostrophe(r) {
					return '\''
				}
				return r
			}, word.Term)
		}
	}
	return a.lower.Filter(a.possessive.Filter(words))
}

// isApostrophe reports whether a character is an apostrophe that is not typed.
func isApostrophe(r rune) bool { return r == '\u2019' || r == '\u02bc' || r == '\uff07' }

// Terms turns words into what the index holds of them.
func (a Analyzer) Terms(words analysis.TokenStream) analysis.TokenStream {
	return a.stem.Filter(a.stop.Filter(words))
}

// EntryTerms is Terms for an entry's field: one that holds nothing but stop words is
// found by these ("The Who").
func (a Analyzer) EntryTerms(words analysis.TokenStream) analysis.TokenStream {
	whole := slices.Clone(words) // filters work in place
	if terms := a.Terms(words); len(terms) > 0 {
		return terms
	}
	return a.stem.Filter(whole)
}

// TermsOf returns the distinct terms of a text that are no compounds, in their order.
func (a Analyzer) TermsOf(text string) []string { return Plain(a.Terms(a.Words(text))) }

// Stems returns the stems of all words of a text that are no compounds, stop words
// included, in their order.
func (a Analyzer) Stems(text string) []string {
	var stems []string
	for _, token := range a.stem.Filter(a.Words(text)) {
		if token.Type != Compound {
			stems = append(stems, string(token.Term))
		}
	}
	return stems
}

// StemOf returns the stem of one word.
func (a Analyzer) StemOf(word string) string {
	if stems := a.Stems(word); len(stems) == 1 {
		return stems[0]
	}
	return word
}

// Splitter returns what splits a text into the stems of its words, compounds unread,
// and into those of them that are no stop words. It may be called by several goroutines.
func (a Analyzer) Splitter() func(text string) ([]string, []string) {
	words := segmenter.NewUnicodeTokenizer()
	return func(text string) ([]string, []string) {
		tokens := a.lower.Filter(a.possessive.Filter(words.Tokenize([]byte(norm.NFC.String(text)))))
		stops := make([]bool, len(tokens))
		for i, token := range tokens {
			stops[i] = a.StopWords.has(token.Term)
		}
		stems, terms := make([]string, len(tokens)), make([]string, 0, len(tokens))
		for i, token := range a.stem.Filter(tokens) {
			stems[i] = string(token.Term)
			if !stops[i] {
				terms = append(terms, stems[i])
			}
		}
		return stems, terms
	}
}

// Plain returns the distinct terms that are no compounds, in their order.
func Plain(tokens analysis.TokenStream) []string {
	var terms []string
	for _, token := range tokens {
		if term := string(token.Term); token.Type != Compound && len(terms) < MostTerms && !slices.Contains(terms, term) {
			terms = append(terms, term)
		}
	}
	return terms
}

// Distinct returns terms each once.
func Distinct(terms []string) []string {
	var once []string
	for _, term := range terms {
		if !slices.Contains(once, term) {
			once = append(once, term)
		}
	}
	return once
}

// AsWritten returns a copy of words, without compounds.
func AsWritten(words analysis.TokenStream) analysis.TokenStream {
	written, copied := make([]analysis.Token, 0, len(words)), make(analysis.TokenStream, 0, len(words))
	for _, word := range words {
		if word.Type != Compound {
			written = append(written, *word)
			copied = append(copied, &written[len(written)-1])
		}
	}
	return copied
}

// The words that a repair may offer, in letters.
const (
	shortestSpelled = 4
	LongestSpelled  = 32
)

// Spelling collects words as they are written: what a repair may offer.
type Spelling [][]byte

// Add takes in the words of a text that are made of letters alone. It keeps them as
// they are: what is done to the text's words later gives them other ones.
func (s *Spelling) Add(words analysis.TokenStream) {
	for _, word := range words {
		if word.Type != Compound && IsSpelled(word.Term) {
			*s = append(*s, word.Term)
		}
	}
}

// Tokens returns the words in their order, each once.
func (s *Spelling) Tokens() analysis.TokenStream {
	slices.SortFunc(*s, bytes.Compare)
	return tokensOf(slices.CompactFunc(*s, bytes.Equal))
}

// IsSpelled reports whether a word is made of letters alone, neither too few nor too many.
func IsSpelled(word []byte) bool {
	letters := utf8.RuneCount(word)
	if letters < shortestSpelled || letters > LongestSpelled {
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

// tokensOf returns terms as tokens in their order.
func tokensOf(terms [][]byte) analysis.TokenStream {
	room, tokens := make([]analysis.Token, len(terms)), make(analysis.TokenStream, len(terms))
	for i, term := range terms {
		room[i] = analysis.Token{Term: term, Position: i + 1}
		tokens[i] = &room[i]
	}
	return tokens
}
