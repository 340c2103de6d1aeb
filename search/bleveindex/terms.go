package bleveindex

import (
	"fmt"

	"github.com/blevesearch/bleve/v2/analysis/lang/en"
	"github.com/blevesearch/bleve/v2/analysis/token/lowercase"
	segmenter "github.com/blevesearch/bleve/v2/analysis/tokenizer/unicode"
	"github.com/blevesearch/bleve/v2/registry"
	"golang.org/x/text/unicode/norm"

	"github.com/quarrykb/quarry/internal/lexicon"
)

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
