package vectorindex

import (
	"slices"
	"strconv"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search"
)

// facets counts every value of what was found. A topic counts what stands within
// it too. Values come by falling count, equal counts by value.
func facets(found []scored, names []quarry.FacetName, topics search.TopicNames) map[quarry.FacetName][]quarry.Facet {
	if len(names) == 0 {
		return nil
	}
	all := make(map[quarry.FacetName][]quarry.Facet, len(names))
	for _, name := range names {
		counter := search.NewFacetCounter(name, topics)
		for i, s := range found {
			for _, one := range factsOf(s.card, name) {
				if word := one.Value(); word != "" {
					counter.Count(i+1, []byte(word))
				}
			}
		}
		all[name] = counter.Sorted()
	}
	return all
}

// factsOf returns what a facet counts of a row; "" is no value.
func factsOf(c *card, name quarry.FacetName) []value {
	one := func(of column) []value { return c.values[of : of+1] }
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
func everywhere(c *card, of column) []value {
	values := c.values[of : of+1]
	for i, n := range c.lists[listElsewhere] {
		if placeColumns()[i%len(placeColumns())] == of && !slices.Contains(values, n) {
			values = append(slices.Clip(values), n)
		}
	}
	return values
}

// filter lets those rows pass that meet a query's filter and name the right
// devices.
type filter struct {
	conditions []condition
	asked      map[value]bool // devices
	others     map[value]bool
	answers    bool   // lets no question through that has no answer
	skips      bitmap // rows that a scan does not look at
}

// condition demands one of some values in one of some columns or in a list.
type condition struct {
	columns []column
	list    list // lists where the columns count
	values  []value
}

// newFilter reads a filter that CheckFilter lets through.
func newFilter(f quarry.Filter, guard search.DeviceGuard) filter {
	var g filter
	oneOf(&g, f.Kinds, columnKind)
	oneOf(&g, f.Difficulties, columnDifficulty)
	oneOf(&g, f.DifficultySources, columnDifficultySource)
	oneOf(&g, f.Styles, columnStyle)
	oneOf(&g, f.Documents, columnDocument, columnPath)
	oneOf(&g, f.Collections, columnCollection)
	if len(f.Kinds) > 0 {
		g.answers = !slices.Contains(f.Kinds, quarry.EntryQuestion)
	}
	if f.Answered != quarry.Either {
		g.answers = g.answers || f.Answered == quarry.Yes
		oneOf(&g, []string{strconv.FormatBool(f.Answered == quarry.Yes)}, columnAnswered)
	}
	if len(f.Topics) > 0 {
		g.conditions = append(g.conditions, condition{list: listTopics, values: valuesOf(f.Topics)})
	}
	if len(guard.Others) > 0 {
		g.asked, g.others = setOf(guard.Asked), setOf(guard.Others)
	}
	return g
}

func oneOf[T ~string](g *filter, words []T, columns ...column) {
	if len(words) > 0 {
		g.conditions = append(g.conditions, condition{columns: columns, list: lists, values: valuesOf(words)})
	}
}

func setOf(ids []quarry.DeviceID) map[value]bool {
	set := make(map[value]bool, len(ids))
	for _, one := range valuesOf(ids) {
		set[one] = true
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
	return len(g.others) == 0 || !slices.ContainsFunc(named, func(n value) bool { return g.others[n] }) ||
		slices.ContainsFunc(named, func(n value) bool { return g.asked[n] })
}

func (c condition) met(of *card) bool {
	if c.list < lists {
		return slices.ContainsFunc(of.lists[c.list], func(n value) bool { return slices.Contains(c.values, n) })
	}
	for _, column := range c.columns {
		if slices.Contains(c.values, of.values[column]) {
			return true
		}
	}
	for i, n := range of.lists[listElsewhere] {
		if slices.Contains(c.columns, placeColumns()[i%len(placeColumns())]) && slices.Contains(c.values, n) {
			return true
		}
	}
	return false
}
