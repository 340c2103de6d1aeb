package bleveindex

import (
	"slices"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search"
)

// Demands prepares what a query's text demands besides its words, for engines
// that do not go by words: that the entry holds every phrase and nothing that is
// excluded, in its title or in its text. It is nil where the text demands nothing.
func (i *Index) Demands(query string) func(quarry.Entry) bool {
	a := i.schema.analyzer
	expression := search.ParseExpression(query)
	must, not := a.phrases(expression.Phrases), a.phrases(expression.Excluded)
	if len(must)+len(not) == 0 {
		return nil
	}
	return func(e quarry.Entry) bool {
		title, text := slotsOf(a.entryTerms(a.words(e.Title))), slotsOf(a.entryTerms(a.words(e.Text)))
		holds := func(phrase [][]string) bool { return stands(phrase, title) || stands(phrase, text) }
		return !slices.ContainsFunc(not, holds) &&
			!slices.ContainsFunc(must, func(phrase [][]string) bool { return !holds(phrase) })
	}
}

// phrases splits phrases into what may stand at each of their places. Those in
// which nothing can be searched for are left out.
func (a analyzer) phrases(texts []string) [][][]string {
	var all [][][]string
	for _, text := range texts {
		if slots := slotsOf(a.terms(a.words(text))); len(slots) > 0 {
			all = append(all, slots)
		}
	}
	return all
}

// stands reports whether a phrase stands in a text.
func stands(phrase, text [][]string) bool {
	for start := range max(0, len(text)-len(phrase)+1) {
		if agree(phrase, text[start:start+len(phrase)]) {
			return true
		}
	}
	return false
}

// agree compares a phrase with as many places of a text. A place of the phrase
// that stands for a word that stands everywhere agrees with any.
func agree(phrase, text [][]string) bool {
	for at, may := range phrase {
		if len(may) > 0 && !slices.ContainsFunc(may, func(term string) bool { return slices.Contains(text[at], term) }) {
			return false
		}
	}
	return true
}
