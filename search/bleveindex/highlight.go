package bleveindex

import (
	"github.com/quarrykb/quarry/search"
)

// Matches prepares a query's text for finding its words, phrases included and
// exclusions not, in texts.
func (i *Index) Matches(query string) func(text string) []search.Range {
	wanted := termSet(i.schema.analyse(search.ParseExpression(query).Positive()))
	return func(text string) []search.Range {
		if len(wanted) == 0 {
			return nil
		}
		var found []search.Range
		for _, token := range i.schema.analyzer.Analyze([]byte(text)) {
			if wanted[string(token.Term)] {
				found = append(found, search.Range{Start: token.Start, End: token.End})
			}
		}
		return found
	}
}
