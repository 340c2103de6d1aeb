package analyzer

import (
	"github.com/blevesearch/bleve/v2/analysis"
	segmenter "github.com/blevesearch/bleve/v2/analysis/tokenizer/unicode"

	"github.com/quarrykb/quarry/internal/text"
	"github.com/quarrykb/quarry/search"
)

// SplitWords splits a text as entries and queries are split, and as the tokenizer
// does that reads every script.
func SplitWords(text string) (analysis.TokenStream, analysis.TokenStream) {
	every := segmenter.NewUnicodeTokenizer()
	return asciiTokenizer{any: every}.Tokenize([]byte(text)), every.Tokenize([]byte(text))
}

// Marked returns where a text has what a query looks for as it is shown, and as it
// comes of reading the text whole.
func (a Analyzer) Marked(query, text string) ([]search.Range, []search.Range) {
	wanted := termSet(a.EntryTerms(a.Words(search.ParseExpression(query).Positive())))
	whole := []search.Range(nil)
	for _, token := range a.EntryTerms(a.asShown(text)) {
		if wanted[string(token.Term)] {
			whole = append(whole, search.Range{Start: token.Start, End: token.End})
		}
	}
	return a.Marker(query)(text), apart(whole)
}

// StemsOf returns the stem of a word as the index has it, twice in a row, and as it is
// made.
func StemsOf(word string) [3]string {
	folding, _ := text.NewLanguage(English, text.Exceptions{})
	s, stems := newStemmer(folding), [3]string{}
	for n := range stems[:2] {
		stems[n] = string(s.Filter(analysis.TokenStream{{Term: []byte(word)}})[0].Term)
	}
	stems[2] = s.stem(word)
	return stems
}
