package bleveindex

import (
	"github.com/quarrykb/quarry"
)

// queryWords returns the words of a query's text that were looked for, in its order,
// with how rare each is.
func (s *schema) queryWords(text string, r *ranker) []quarry.QueryWord {
	if r.rarest == 0 {
		return nil
	}
	var words []quarry.QueryWord
	seen := map[string]bool{}
	for _, word := range s.analyzer.words(text) {
		term := s.stemOf(string(word.Term))
		idf, asked := r.idf[term]
		if word.Type == compound || !asked || seen[term] {
			continue
		}
		seen[term] = true
		words = append(words, quarry.QueryWord{
			Text: string(word.Term), Rarity: min(1, idf/r.rarest), Known: !r.missing[term],
		})
	}
	return words
}
