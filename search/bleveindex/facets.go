package bleveindex

import (
	"cmp"
	"fmt"
	"slices"

	index "github.com/blevesearch/bleve_index_api"

	"github.com/quarrykb/quarry"
)

// facetField returns the field that a facet counts, or "" for an unknown one.
func facetField(name quarry.FacetName) string {
	switch name {
	case quarry.FacetKind:
		return fieldKind
	case quarry.FacetTopic:
		return fieldTopic
	case quarry.FacetDifficulty:
		return fieldDifficulty
	case quarry.FacetStyle:
		return fieldStyle
	case quarry.FacetDocument:
		return fieldPath
	case quarry.FacetCollection:
		return fieldCollection
	}
	return ""
}

// countFacets counts every value of every match: the counts are exact, and no
// value is left out. Values come by falling count, equal counts by value.
func countFacets(
	reader index.IndexReader, matches []match, names []quarry.FacetName,
) (map[quarry.FacetName][]quarry.Facet, error) {
	counts := make(map[string]map[string]*quarry.Facet, len(names))
	fields := make([]string, 0, len(names))
	for _, name := range names {
		field := facetField(name)
		if field == "" {
			return nil, quarry.Errorf(quarry.KindInvalid, "facet %q is not known", name)
		}
		counts[field] = map[string]*quarry.Facet{}
		fields = append(fields, field)
	}
	if len(fields) == 0 {
		return nil, nil
	}
	values, err := reader.DocValueReader(fields)
	if err != nil {
		return nil, fmt.Errorf("read facets: %w", err)
	}
	for _, m := range matches {
		err := values.VisitDocValues(index.NewIndexInternalID(nil, m.number), func(field string, value []byte) {
			count(counts[field], value)
		})
		if err != nil {
			return nil, fmt.Errorf("count the facets of document %d: %w", m.number, err)
		}
	}
	facets := make(map[quarry.FacetName][]quarry.Facet, len(names))
	for _, name := range names {
		facets[name] = sorted(counts[facetField(name)])
	}
	return facets, nil
}

func count(counts map[string]*quarry.Facet, value []byte) {
	if facet, known := counts[string(value)]; known {
		facet.Count++
		return
	}
	counts[string(value)] = &quarry.Facet{Value: string(value), Count: 1}
}

func sorted(counts map[string]*quarry.Facet) []quarry.Facet {
	facets := make([]quarry.Facet, 0, len(counts))
	for _, facet := range counts {
		facets = append(facets, *facet)
	}
	slices.SortFunc(facets, func(a, b quarry.Facet) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Value, b.Value))
	})
	return facets
}
