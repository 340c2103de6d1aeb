package vectorindex

import (
	"cmp"
	"slices"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search"
)

// facets counts every value of what was found. A topic counts what stands within
// it too. Values come by falling count, equal counts by value.
func (v *view) facets(
	found []scored, names []quarry.FacetName, topics search.TopicNames,
) map[quarry.FacetName][]quarry.Facet {
	if len(names) == 0 {
		return nil
	}
	all := make(map[quarry.FacetName][]quarry.Facet, len(names))
	for _, name := range names {
		counts := map[string]int{}
		for _, s := range found {
			for _, value := range v.counted(s.card, name, topics) {
				counts[value]++
			}
		}
		all[name] = sorted(counts)
	}
	return all
}

// counted returns by which values a row is counted.
func (v *view) counted(c *card, name quarry.FacetName, topics search.TopicNames) []string {
	var words []string
	for _, number := range valuesOf(c, name) {
		if number != 0 {
			words = append(words, v.names.word(number))
		}
	}
	if name != quarry.FacetTopic {
		return words
	}
	own := make([]quarry.TopicID, len(words))
	for i, word := range words {
		own[i] = quarry.TopicID(word)
	}
	return texts(search.CountedTopics(topics, own))
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
		return everywhere(c, columnPath)
	case quarry.FacetCollection:
		return everywhere(c, columnCollection)
	}
	return nil
}

// everywhere returns what a row has in a column of places, and in those of further
// documents that it stands in, each once.
func everywhere(c *card, of column) []uint32 {
	values := c.values[of : of+1]
	for i, n := range c.lists[listElsewhere] {
		if placeColumns()[i%len(placeColumns())] == of && !slices.Contains(values, n) {
			values = append(slices.Clip(values), n)
		}
	}
	return values
}

func sorted(counts map[string]int) []quarry.Facet {
	facets := make([]quarry.Facet, 0, len(counts))
	for value, count := range counts {
		facets = append(facets, quarry.Facet{Value: value, Count: count})
	}
	slices.SortFunc(facets, func(a, b quarry.Facet) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Value, b.Value))
	})
	return facets
}
