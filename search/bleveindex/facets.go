package bleveindex

import (
	"fmt"
	"maps"
	"slices"

	index "github.com/blevesearch/bleve_index_api"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search"
	"github.com/quarrykb/quarry/search/bleveindex/postings"
	"github.com/quarrykb/quarry/search/bleveindex/score"
)

// facetField returns the field that a facet counts, or "" for an unknown one.
func facetField(name quarry.FacetName) string {
	switch name {
	case quarry.FacetKind:
		return postings.FieldKind
	case quarry.FacetTopic:
		return postings.FieldTopic
	case quarry.FacetDifficulty:
		return postings.FieldDifficulty
	case quarry.FacetStyle:
		return postings.FieldStyle
	case quarry.FacetDocument:
		return postings.FieldPath
	case quarry.FacetCollection:
		return postings.FieldCollection
	}
	return ""
}

// countFacets counts every value of every match: the counts are exact, and no
// value is left out.
func (s *snapshot) countFacets(matches []score.Match, names []quarry.FacetName) (map[quarry.FacetName][]quarry.Facet, error) {
	if len(names) == 0 {
		return nil, nil
	}
	var topics search.TopicNames
	if s.schema.lexicon != nil {
		topics = s.schema.lexicon
	}
	counts := make(map[string]search.FacetCounter, len(names)) // by field
	for _, name := range names {
		counts[facetField(name)] = search.NewFacetCounter(name, topics)
	}
	values, err := s.DocValueReader(slices.Collect(maps.Keys(counts)))
	if err != nil {
		return nil, fmt.Errorf("read facets: %w", err)
	}
	for i, m := range matches {
		err := values.VisitDocValues(index.NewIndexInternalID(nil, m.Number), func(field string, value []byte) {
			counts[field].Count(i+1, value)
		})
		if err != nil {
			return nil, fmt.Errorf("count the facets of document %d: %w", m.Number, err)
		}
	}
	facets := make(map[quarry.FacetName][]quarry.Facet, len(names))
	for _, name := range names {
		facets[name] = counts[facetField(name)].Sorted()
	}
	return facets, nil
}
