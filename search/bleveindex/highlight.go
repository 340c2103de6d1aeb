package bleveindex

import (
	"cmp"
	"slices"

	"github.com/blevesearch/bleve/v2/analysis"

	"github.com/quarrykb/quarry/search"
)

// Matches prepares a query's text for finding its words, phrases included and
// exclusions not, in texts. A phrase of nothing but small words is found as a whole.
func (i *Index) Matches(query string) func(text string) []search.Range {
	a := i.schema.analyzer
	expression := search.ParseExpression(query)
	small := slices.DeleteFunc(a.phrases(expression.Phrases), func(p phrase) bool { return !p.isSmall() })
	read := a.entryTerms
	if len(small) > 0 {
		read = a.terms
	}
	wanted := termSet(read(a.words(expression.Positive())))
	return func(text string) []search.Range {
		if len(wanted)+len(small) == 0 {
			return nil
		}
		found := a.quoted(small, text)
		for _, token := range read(a.asIs(text)) {
			if wanted[string(token.Term)] {
				found = append(found, search.Range{Start: token.Start, End: token.End})
			}
		}
		return apart(found)
	}
}

// quoted returns where phrases stand in a text.
func (a analyzer) quoted(phrases []phrase, text string) []search.Range {
	if len(phrases) == 0 {
		return nil
	}
	places, words := map[string][]int{}, map[int]*analysis.Token{}
	for _, term := range a.placed(a.asIs(text)) {
		places[string(term.Term)] = append(places[string(term.Term)], term.Position)
		words[term.Position] = term
	}
	var found []search.Range
	for _, p := range phrases {
		for _, start := range p.starts(func(term string) []int { return places[term] }) {
			found = append(found, search.Range{Start: words[start].Start, End: words[start+len(p)-1].End})
		}
	}
	return found
}

// apart puts ranges in order without overlap. A whole name comes before its parts,
// and stands for them.
func apart(found []search.Range) []search.Range {
	slices.SortStableFunc(found, func(one, other search.Range) int { return cmp.Compare(one.Start, other.Start) })
	last := 0
	return slices.DeleteFunc(found, func(next search.Range) bool {
		if next.Start < last {
			return true
		}
		last = next.End
		return false
	})
}
