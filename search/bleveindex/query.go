package bleveindex

import (
	"slices"
	"strconv"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/search/query"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search"
)

// mostTerms bounds what one query costs: words beyond it are passed over.
const mostTerms = 512

// request is a query in the index's terms.
type request struct {
	terms   []string      // each once, in the order of the text
	also    []alternative // what says the same as some of the terms
	meant   []paraphrase  // what it means besides
	written []spelled     // the words that could be slips of the pen
	names   []identifier  // and the names of code that could have one
	demands demanded      // of a match, besides its words
	filter  []clause      // all of which a match must meet
	guard   query.Query   // what a match must not be; nil stops none

	asking map[string]bool // those of the terms that only say that something is asked
	forms  otherForms      // of its terms and of those of its alternatives
	figure bool            // it asks for nothing but a value, or for an attribute of a device
}

// alternative is what an entry may have in the place of some of a query's
// terms.
type alternative struct {
	terms  []string // all of them
	of     []string // which of the query's terms they stand for
	weight float64  // of the terms, against the query's own
	covers float64  // how much of what they stand for is there with them; weight where it is 0

	named   string // the name that it is, if it is one
	lastly  bool   // it counts only where no entry has what it stands for
	instead bool   // it says nothing more of an entry that has what it stands for
}

// newRequest reads a query to an index of some languages. It has no terms where the text names none.
func newRequest(s *schema, a analyzer, q quarry.Query) (request, error) {
	expression := search.ParseExpression(q.Text)
	filter, err := filterClauses(q.Filter)
	if err != nil {
		return request{}, err
	}
	wanted := s.read(expression)
	wanted.demands, wanted.filter, wanted.guard = a.demanded(expression), filter, s.guard(expression.Positive())
	wanted.translate(a, expression.Positive())
	return wanted, nil
}

// guard matches the entries that name other devices than those that a text asks
// for, and none of these; nil where it asks for none.
func (s *schema) guard(text string) query.Query {
	if s.lexicon == nil {
		return nil
	}
	asked := search.GuardDevices(s.lexicon, text).Asked
	if len(asked) == 0 {
		return nil
	}
	var classes []quarry.DeviceClass
	for _, id := range asked {
		if device, ok := s.lexicon.Device(id); ok && !slices.Contains(classes, device.Class) {
			classes = append(classes, search.Rivals(device.Class)...)
		}
	}
	others := bleve.NewBooleanQuery()
	others.AddMust(bleve.NewDisjunctionQuery(termQueries(fieldClass, classes)...))
	others.AddMustNot(bleve.NewDisjunctionQuery(termQueries(fieldDevice, asked)...))
	return others
}

// clause is met by a document that has one of some terms in one of some fields.
type clause []fielded

// fielded is a term of a field.
type fielded struct{ field, term string }

// filterClauses turns a filter into clauses. What the index does not know is
// refused rather than left out.
func filterClauses(f quarry.Filter) ([]clause, error) {
	if err := search.CheckFilter(f); err != nil {
		return nil, err
	}
	var answered []string
	if f.Answered != quarry.Either {
		answered = append(answered, strconv.FormatBool(f.Answered == quarry.Yes))
	}
	all := []clause{
		oneOf(fieldKind, f.Kinds), oneOf(fieldTopic, f.Topics), oneOf(fieldDifficulty, f.Difficulties),
		oneOf(fieldDifficultySource, f.DifficultySources), oneOf(fieldStyle, f.Styles), oneOf(fieldCollection, f.Collections),
		slices.Concat(oneOf(fieldDocument, f.Documents), oneOf(fieldElsewhere, f.Documents), oneOf(fieldPath, f.Documents)),
		oneOf(fieldAnswered, answered),
	}
	return slices.DeleteFunc(all, func(c clause) bool { return len(c) == 0 }), nil
}

func oneOf[T ~string](field string, values []T) clause {
	either := make(clause, len(values))
	for i, value := range values {
		either[i] = fielded{field, string(value)}
	}
	return either
}

func termQueries[T ~string](field string, values []T) []query.Query {
	clauses := make([]query.Query, 0, len(values))
	for _, value := range values {
		clause := bleve.NewTermQuery(string(value))
		clause.SetField(field)
		clauses = append(clauses, clause)
	}
	return clauses
}

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
