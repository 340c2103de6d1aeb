package vectorindex

import (
	"cmp"
	"slices"
	"strconv"

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

// filter lets those rows pass that meet a query's filter and name the right
// devices.
type filter struct {
	conditions []condition
	asked      map[uint32]bool // devices
	others     map[uint32]bool
	answers    bool   // lets no question through that has no answer
	skips      bitmap // rows that a scan does not look at
}

// condition demands one of some values in one of some columns or in a list.
type condition struct {
	columns []column
	list    list // lists where the columns count
	numbers []uint32
}

// newFilter reads a filter that CheckFilter lets through.
func newFilter(n *names, f quarry.Filter, guard search.DeviceGuard) filter {
	var g filter
	oneOf(&g, n, f.Kinds, columnKind)
	oneOf(&g, n, f.Difficulties, columnDifficulty)
	oneOf(&g, n, f.DifficultySources, columnDifficultySource)
	oneOf(&g, n, f.Styles, columnStyle)
	oneOf(&g, n, f.Documents, columnDocument, columnPath)
	oneOf(&g, n, f.Collections, columnCollection)
	if len(f.Kinds) > 0 {
		g.answers = !slices.Contains(f.Kinds, quarry.EntryQuestion)
	}
	if f.Answered != quarry.Either {
		g.answers = g.answers || f.Answered == quarry.Yes
		oneOf(&g, n, []string{strconv.FormatBool(f.Answered == quarry.Yes)}, columnAnswered)
	}
	if len(f.Topics) > 0 {
		g.conditions = append(g.conditions, condition{list: listTopics, numbers: n.known(texts(f.Topics))})
	}
	if len(guard.Others) > 0 {
		g.asked, g.others = setOf(n.known(texts(guard.Asked))), setOf(n.known(texts(guard.Others)))
	}
	return g
}

func oneOf[T ~string](g *filter, n *names, values []T, columns ...column) {
	if len(values) > 0 {
		g.conditions = append(g.conditions, condition{columns: columns, list: lists, numbers: n.known(texts(values))})
	}
}

func setOf(numbers []uint32) map[uint32]bool {
	set := make(map[uint32]bool, len(numbers))
	for _, number := range numbers {
		set[number] = true
	}
	return set
}

// open reports whether every row passes.
func (g filter) open() bool { return len(g.conditions) == 0 && len(g.others) == 0 }

func (g filter) passes(c *card) bool {
	for i := range g.conditions {
		if !g.conditions[i].met(c) {
			return false
		}
	}
	named := c.lists[listDevices]
	return len(g.others) == 0 || !slices.ContainsFunc(named, func(n uint32) bool { return g.others[n] }) ||
		slices.ContainsFunc(named, func(n uint32) bool { return g.asked[n] })
}

func (c condition) met(of *card) bool {
	if c.list < lists {
		return slices.ContainsFunc(of.lists[c.list], func(n uint32) bool { return slices.Contains(c.numbers, n) })
	}
	for _, column := range c.columns {
		if slices.Contains(c.numbers, of.values[column]) {
			return true
		}
	}
	for i, n := range of.lists[listElsewhere] {
		if slices.Contains(c.columns, placeColumns()[i%len(placeColumns())]) && slices.Contains(c.numbers, n) {
			return true
		}
	}
	return false
}
