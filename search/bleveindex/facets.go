package bleveindex

import (
	"cmp"
	"fmt"
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
// value is left out. A topic counts what stands within it too, as its filter finds
// that. Values come by falling count, equal counts by value.
func (s *snapshot) countFacets(matches []score.Match, names []quarry.FacetName) (map[quarry.FacetName][]quarry.Facet, error) {
	if len(names) == 0 {
		return nil, nil
	}
	counts := make(map[string]counter, len(names))
	fields := make([]string, 0, len(names))
	for _, name := range names {
		field := facetField(name)
		if field == "" {
			return nil, quarry.Errorf(quarry.KindInvalid, "facet %q is not known", name)
		}
		counts[field] = counter{values: map[string]*counted{}}
		fields = append(fields, field)
	}
	if topics, asked := counts[postings.FieldTopic]; asked {
		if s.schema.lexicon != nil {
			topics.names = s.schema.lexicon
		}
		counts[postings.FieldTopic] = topics
	}
	values, err := s.DocValueReader(fields)
	if err != nil {
		return nil, fmt.Errorf("read facets: %w", err)
	}
	for i, m := range matches {
		err := values.VisitDocValues(index.NewIndexInternalID(nil, m.Number), func(field string, value []byte) {
			counts[field].count(i+1, value)
		})
		if err != nil {
			return nil, fmt.Errorf("count the facets of document %d: %w", m.Number, err)
		}
	}
	facets := make(map[quarry.FacetName][]quarry.Facet, len(names))
	for _, name := range names {
		facets[name] = counts[facetField(name)].sorted()
	}
	return facets, nil
}

// counter counts the values of one field.
type counter struct {
	values map[string]*counted
	names  search.TopicNames // of topics only
}

// counted is one value.
type counted struct {
	quarry.Facet

	within *counted // nil where it is within nothing
	match  int      // the one that was counted last
}

// count counts a value of a match, which counts once however often it has it.
func (c counter) count(match int, value []byte) {
	one, known := c.values[string(value)]
	if !known {
		one = c.add(string(value))
	}
	for ; one != nil && one.match != match; one = one.within {
		one.match = match
		one.Count++
	}
}

// add begins to count a value.
func (c counter) add(value string) *counted {
	one := &counted{Facet: quarry.Facet{Value: value}}
	c.values[value] = one
	if parent := string(search.ParentTopic(c.names, quarry.TopicID(value))); parent != "" {
		if one.within = c.values[parent]; one.within == nil {
			one.within = c.add(parent)
		}
	}
	return one
}

func (c counter) sorted() []quarry.Facet {
	facets := make([]quarry.Facet, 0, len(c.values))
	for _, one := range c.values {
		facets = append(facets, one.Facet)
	}
	slices.SortFunc(facets, func(a, b quarry.Facet) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Value, b.Value))
	})
	return facets
}
