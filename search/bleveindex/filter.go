package bleveindex

import (
	"slices"
	"strconv"

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

// otherDevices keeps out the entries that name other devices than those that a text asks
// for, and none of these.
func (s *schema) otherDevices(text string) score.Guard {
	if s.lexicon == nil {
		return score.Guard{}
	}
	asked := search.GuardDevices(s.lexicon, text).Asked
	var classes []quarry.DeviceClass
	for _, id := range asked {
		if device, ok := s.lexicon.Device(id); ok && !slices.Contains(classes, device.Class) {
			classes = append(classes, search.Rivals(device.Class)...)
		}
	}
	return score.Guard{Not: oneOf(postings.FieldClass, classes), Unless: oneOf(postings.FieldDevice, asked)}
}
