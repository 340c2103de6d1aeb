package bleveindex

import (
	"slices"
	"strconv"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/analysis"
	"github.com/blevesearch/bleve/v2/search/query"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search"
)

// mostTerms bounds what one query costs: words beyond it are passed over.
const mostTerms = 512

// request is a query in the index's terms.
type request struct {
	terms []string    // each once, in the order of the text
	gate  query.Query // what a match must pass besides; nil where all pass
}

// newRequest reads a query. It has no terms where the text names none.
func newRequest(s *schema, q quarry.Query) (request, error) {
	expression := search.ParseExpression(q.Text)
	terms := s.terms(expression.Positive())
	if len(terms) > mostTerms {
		terms = terms[:mostTerms]
	}
	must, err := filterClauses(q.Filter)
	if err != nil {
		return request{}, err
	}
	for _, phrase := range expression.Phrases {
		if len(s.terms(phrase)) > 0 {
			must = append(must, either(phrase))
		}
	}
	var not []query.Query
	for _, excluded := range expression.Excluded {
		if len(s.terms(excluded)) > 0 {
			not = append(not, either(excluded))
		}
	}
	return request{terms: terms, gate: gateOf(must, not)}, nil
}

// gateOf joins conditions, nil where there are none.
func gateOf(must, not []query.Query) query.Query {
	if len(must)+len(not) == 0 {
		return nil
	}
	gate := bleve.NewBooleanQuery()
	gate.AddMust(must...)
	gate.AddMustNot(not...)
	return gate
}

// either matches a phrase in the title or in the text. One word is a phrase
// too.
func either(phrase string) query.Query {
	title, text := bleve.NewMatchPhraseQuery(phrase), bleve.NewMatchPhraseQuery(phrase)
	title.SetField(fieldTitle)
	text.SetField(fieldText)
	return bleve.NewDisjunctionQuery(title, text)
}

// filterClauses turns a filter into conditions. What the index does not know is
// refused rather than left out.
func filterClauses(f quarry.Filter) ([]query.Query, error) {
	if name := unknownTo(f); name != "" {
		return nil, quarry.Errorf(quarry.KindInvalid, "a search cannot be filtered by %s", name).
			OnField(name, "is not a filter of searches")
	}
	var all []query.Query
	add := func(clauses ...query.Query) {
		if len(clauses) > 0 {
			all = append(all, bleve.NewDisjunctionQuery(clauses...))
		}
	}
	add(oneOf(fieldKind, f.Kinds)...)
	add(oneOf(fieldTopic, f.Topics)...)
	add(oneOf(fieldDifficulty, f.Difficulties)...)
	add(oneOf(fieldDifficultySource, f.DifficultySources)...)
	add(oneOf(fieldStyle, f.Styles)...)
	add(append(oneOf(fieldDocument, f.Documents), oneOf(fieldPath, f.Documents)...)...)
	add(oneOf(fieldCollection, f.Collections)...)
	if f.Answered != quarry.Either {
		add(oneOf(fieldAnswered, []string{strconv.FormatBool(f.Answered == quarry.Yes)})...)
	}
	return all, nil
}

// unknownTo returns the name of a set filter that entries are not indexed by.
func unknownTo(f quarry.Filter) string {
	switch {
	case len(f.AnswerStates) > 0:
		return "answer_state"
	case len(f.Subjects) > 0:
		return "subject"
	case len(f.Devices) > 0:
		return "device"
	case len(f.Attributes) > 0:
		return "attribute"
	case len(f.Conditions) > 0:
		return "conditions"
	case f.Value != quarry.Bounds{}:
		return "value"
	case f.Conflict != quarry.Either:
		return "conflict"
	}
	return ""
}

func oneOf[T ~string](field string, values []T) []query.Query {
	clauses := make([]query.Query, 0, len(values))
	for _, value := range values {
		clause := bleve.NewTermQuery(string(value))
		clause.SetField(field)
		clauses = append(clauses, clause)
	}
	return clauses
}

// terms returns the distinct terms of a text, in their order.
func (s *schema) terms(text string) []string {
	var terms []string
	for _, token := range s.analyse(text) {
		if term := string(token.Term); !slices.Contains(terms, term) {
			terms = append(terms, term)
		}
	}
	return terms
}

// termSet returns the terms of a text for look-ups.
func termSet(tokens analysis.TokenStream) map[string]bool {
	set := make(map[string]bool, len(tokens))
	for _, token := range tokens {
		set[string(token.Term)] = true
	}
	return set
}
