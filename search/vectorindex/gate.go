package vectorindex

import (
	"slices"
	"strconv"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/search"
)

// gate lets those rows pass that meet a query's filter and name the right
// devices.
type gate struct {
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

// newGate reads a filter that CheckFilter lets through.
func newGate(n *names, f quarry.Filter, guard search.DeviceGuard) gate {
	var g gate
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

func oneOf[T ~string](g *gate, n *names, values []T, columns ...column) {
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
func (g gate) open() bool { return len(g.conditions) == 0 && len(g.others) == 0 }

func (g gate) passes(c *card) bool {
	for i := range g.conditions {
		if !g.conditions[i].met(c) {
			return false
		}
	}
	return len(g.others) == 0 || g.devicesPass(c.lists[listDevices])
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

// devicesPass is search.DeviceGuard's Passes in numbers.
func (g gate) devicesPass(named []uint32) bool {
	return !slices.ContainsFunc(named, func(n uint32) bool { return g.others[n] }) ||
		slices.ContainsFunc(named, func(n uint32) bool { return g.asked[n] })
}
