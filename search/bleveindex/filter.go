package bleveindex

import (
	"slices"
	"strconv"

	"github.com/blevesearch/bleve/v2"
	blevequery "github.com/blevesearch/bleve/v2/search/query"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search"
	"github.com/quarrykb/quarry/search/bleveindex/postings"
	"github.com/quarrykb/quarry/search/bleveindex/score"
)

// filterClauses turns a filter into clauses. What the index does not know is
// refused rather than left out.
func filterClauses(f quarry.Filter) ([]score.Clause, error) {
	if err := search.CheckFilter(f); err != nil {
		return nil, err
	}
	var answered []string
	if f.Answered != quarry.Either {
		answered = append(answered, strconv.FormatBool(f.Answered == quarry.Yes))
	}
	all := []score.Clause{
		oneOf(postings.FieldKind, f.Kinds), oneOf(postings.FieldTopic, f.Topics),
		oneOf(postings.FieldDifficulty, f.Difficulties), oneOf(postings.FieldDifficultySource, f.DifficultySources),
		oneOf(postings.FieldStyle, f.Styles), oneOf(postings.FieldCollection, f.Collections),
		slices.Concat(
			oneOf(postings.FieldDocument, f.Documents), oneOf(postings.FieldElsewhere, f.Documents),
			oneOf(postings.FieldPath, f.Documents),
		),
		oneOf(postings.FieldAnswered, answered),
	}
	return slices.DeleteFunc(all, func(c score.Clause) bool { return len(c) == 0 }), nil
}

func oneOf[T ~string](field string, values []T) score.Clause {
	either := make(score.Clause, len(values))
	for i, value := range values {
		either[i] = score.FieldTerm{Field: field, Term: string(value)}
	}
	return either
}

// otherDevices matches the entries that name other devices than those that a text asks
// for, and none of these; nil where it asks for none.
func (s *schema) otherDevices(text string) blevequery.Query {
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
	others.AddMust(bleve.NewDisjunctionQuery(termQueries(postings.FieldClass, classes)...))
	others.AddMustNot(bleve.NewDisjunctionQuery(termQueries(postings.FieldDevice, asked)...))
	return others
}

func termQueries[T ~string](field string, values []T) []blevequery.Query {
	clauses := make([]blevequery.Query, 0, len(values))
	for _, value := range values {
		clause := bleve.NewTermQuery(string(value))
		clause.SetField(field)
		clauses = append(clauses, clause)
	}
	return clauses
}
