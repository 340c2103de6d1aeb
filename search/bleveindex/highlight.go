package bleveindex

import (
	"github.com/quarrykb/quarry/search"
)

// Matches prepares a query's text for finding its words, phrases included and
// exclusions not, in texts.
func (i *Index) Matches(query string) func(text string) []search.Range {
	a := i.schema.analyzer
	wanted := termSet(a.entryTerms(a.words(search.ParseExpression(query).Positive())))
	return func(text string) []search.Range {
		if len(wanted) == 0 {
			return nil
		}
		var found []search.Range
		for _, token := range a.entryTerms(a.asIs(text)) {
			if wanted[string(token.Term)] {
				found = mark(found, search.Range{Start: token.Start, End: token.End})
			}
		}
		return found
	}
}

// mark adds a range behind others. A whole name comes before its parts, and
// stands for them.
func mark(found []search.Range, next search.Range) []search.Range {
	if n := len(found); n > 0 && next.Start < found[n-1].End {
		return found
	}
	return append(found, next)
}
