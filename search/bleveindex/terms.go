package bleveindex

import (
	"fmt"

	"github.com/blevesearch/bleve/v2/analysis/lang/en"
	"github.com/blevesearch/bleve/v2/registry"
	"golang.org/x/text/unicode/norm"
)

// TermsVersion changes whenever NewTerms splits a text into other terms.
const TermsVersion = "1"

// NewTerms returns what splits a text into English stems without the words that
// stand everywhere, for whoever learns from texts what the index finds in them.
// It may be called side by side.
func NewTerms() (func(text string) []string, error) {
	analyzer, err := registry.NewCache().AnalyzerNamed(en.AnalyzerName)
	if err != nil {
		return nil, fmt.Errorf("load the English analyser: %w", err)
	}
	return func(text string) []string {
		tokens := analyzer.Analyze([]byte(norm.NFC.String(text)))
		terms := make([]string, len(tokens))
		for i, token := range tokens {
			terms[i] = string(token.Term)
		}
		return terms
	}, nil
}
