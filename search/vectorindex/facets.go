package vectorindex

import (
	"cmp"
	"slices"

	"github.com/quarrykb/quarry"
)

// facets counts every value of what was found. Values come by falling count,
// equal counts by value.
func (v *view) facets(found []scored, names []quarry.FacetName) map[quarry.FacetName][]quarry.Facet {
	if len(names) == 0 {
		return nil
	}
	all := make(map[quarry.FacetName][]quarry.Facet, len(names))
	for _, name := range names {
		counts := map[uint32]int{}
		for _, s := range found {
			for _, number := range valuesOf(s.card, name) {
				counts[number]++
			}
		}
		all[name] = v.sorted(counts)
	}
	return all
}

// valuesOf returns what a facet counts of a row; 0 is no value.
func valuesOf(c *card, name quarry.FacetName) []uint32 {
	one := func(of column) []uint32 { return c.values[of : of+1] }
	switch name {
	case quarry.FacetKind:
		return one(columnKind)
	case quarry.FacetTopic:
		return c.lists[listTopics]
	case quarry.FacetDifficulty:
		return one(columnDifficulty)
	case quarry.FacetStyle:
		return one(columnStyle)
	case quarry.FacetDocument:
		return one(columnPath)
	case quarry.FacetCollection:
		return one(columnCollection)
	}
	return nil
}

func (v *view) sorted(counts map[uint32]int) []quarry.Facet {
	facets := make([]quarry.Facet, 0, len(counts))
	for number, count := range counts {
		if number != 0 {
			facets = append(facets, quarry.Facet{Value: v.names.word(number), Count: count})
		}
	}
	slices.SortFunc(facets, func(a, b quarry.Facet) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Value, b.Value))
	})
	return facets
}
