package bleveindex

import (
	"slices"

	"github.com/blevesearch/bleve/v2/analysis"
)

// keptStemmer is a stemmer that keeps stems.
type keptStemmer struct {
	filter analysis.TokenFilter
	stems  kept[[]byte]
}

func newKeptStemmer(filter analysis.TokenFilter) keptStemmer {
	return keptStemmer{filter: filter, stems: newKept[[]byte]()}
}

// Filter makes stems of words.
func (k keptStemmer) Filter(words analysis.TokenStream) analysis.TokenStream {
	for i, word := range words {
		if word.KeyWord || len(word.Term) > longestKept {
			k.filter.Filter(words[i : i+1])
			continue
		}
		stem := get(k.stems, word.Term)
		if stem == nil {
			written := string(word.Term)
			k.filter.Filter(words[i : i+1])
			stem = k.stems.put(written, word.Term)
		}
		word.Term = slices.Clip(stem.is)
	}
	return words
}
