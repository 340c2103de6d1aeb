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
	written []spelled     // the words that could be slips of the pen
	names   []identifier  // and the names of code that could have one
	demands demanded      // of a match, besides its words
	gate    conditions    // what a match must pass besides

	asking map[string]bool // those of the terms that only say that somebody asks
	figure bool            // it asks for nothing but a value, or for an attribute of a device
}

// alternative is what an entry may have in the place of some of a query's
// terms.
type alternative struct {
	terms  []string // all of them
	of     []string // which of the query's terms they stand for
	weight float64  // of the terms, against the query's own
	covers float64  // how much of what they stand for is there with them; weight where it is 0

	lastly  bool // it counts only where no entry has what it stands for
	instead bool // it says nothing more of an entry that has what it stands for
}

// newRequest reads a query. It has no terms where the text names none.
func newRequest(s *schema, q quarry.Query) (request, error) {
	expression := search.ParseExpression(q.Text)
	must, err := filterClauses(q.Filter)
	if err != nil {
		return request{}, err
	}
	var not []query.Query
	if guard := s.guard(expression.Positive()); guard != nil {
		not = append(not, guard)
	}
	wanted := s.read(expression)
	wanted.demands, wanted.gate = s.analyzer.demanded(expression), conditions{must: must, not: not}
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
	others.AddMust(bleve.NewDisjunctionQuery(oneOf(fieldClass, classes)...))
	others.AddMustNot(bleve.NewDisjunctionQuery(oneOf(fieldDevice, asked)...))
	return others
}

// filterClauses turns a filter into conditions. What the index does not know is
// refused rather than left out.
func filterClauses(f quarry.Filter) ([]query.Query, error) {
	if err := search.CheckFilter(f); err != nil {
		return nil, err
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
	add(slices.Concat(oneOf(fieldDocument, f.Documents), oneOf(fieldElsewhere, f.Documents), oneOf(fieldPath, f.Documents))...)
	add(oneOf(fieldCollection, f.Collections)...)
	if f.Answered != quarry.Either {
		add(oneOf(fieldAnswered, []string{strconv.FormatBool(f.Answered == quarry.Yes)})...)
	}
	return all, nil
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
