package bleveindex

import (
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/search/bleveindex/analyzer"
	"github.com/quarrykb/quarry/search/bleveindex/query"
)

// TermsVersion changes whenever NewTerms splits a text into other terms.
const TermsVersion = "3"

// NewTerms returns what splits a text into English stems without stop words, to learn from
// texts what the index finds in them. Behind them comes a term for each thing that the text
// names and the lexicon has other names of: what one entry calls OOM and another one "out of
// memory" keeps one company. A nil lexicon knows neither names nor exceptions of spelling.
// The function may be called by several goroutines.
func NewTerms(known *lexicon.Lexicon) (func(text string) []string, error) {
	a, err := analyzer.New(known)
	if err != nil {
		return nil, err
	}
	split, names := a.Splitter(), query.NewNames(a, known)
	return func(text string) []string {
		stems, terms := split(text)
		return append(terms, names.TermsIn(stems)...)
	}, nil
}
