package api

import (
	"fmt"
	"slices"

	"github.com/quarrykb/quarry"
)

// noteConditions says which further conditions that are asked for no source can
// state as the lexicon has it: an axis that it does not know, or a value that none
// of the axis' phrases states. What was read with another lexicon may have them
// still.
func (s *Server) noteConditions(a *asked) {
	asked := slices.Sorted(furtherAxes(a.filter.Conditions))
	if len(asked) == 0 {
		return
	}
	known := s.knownAxes()
	var axes []string
	for axis := range known {
		axes = append(axes, string(axis))
	}
	slices.Sort(axes)
	for _, axis := range asked {
		values, ok := known[axis]
		if !ok {
			a.noteUnknown("condition axis", string(axis), fixesFor(string(axis), axes))
			continue
		}
		for _, value := range a.filter.Conditions[axis] {
			if len(values) > 0 && value != quarry.Unstated && !slices.Contains(values, value) {
				a.noteUnknown("condition", fmt.Sprintf("%s:%s", axis, value), fixesFor(value, values))
			}
		}
	}
}

// furtherAxes goes over the axes that have no parameter of their own.
func furtherAxes(conditions map[quarry.Axis][]string) func(yield func(quarry.Axis) bool) {
	own := []quarry.Axis{quarry.AxisPrecision, quarry.AxisSparsity, quarry.AxisPer, quarry.AxisBasis}
	return func(yield func(quarry.Axis) bool) {
		for axis := range conditions {
			if !slices.Contains(own, axis) && !yield(axis) {
				return
			}
		}
	}
}

// knownAxes returns what can be stated on each axis; nothing where that is a
// quantity or the source's own words.
func (s *Server) knownAxes() map[quarry.Axis][]string {
	const axisLimit quarry.Axis = "limit" // which titles of columns state
	known := make(map[quarry.Axis][]string)
	known[quarry.AxisVariant], known[axisLimit] = nil, nil
	open := make(map[quarry.Axis]bool)
	for _, term := range s.lexicon.ConditionTerms() {
		open[term.Axis] = open[term.Axis] || term.Value == "" || term.Axis == axisOfMoney
		known[term.Axis] = append(known[term.Axis], term.Value)
		if term.Denied != "" {
			known[term.Axis] = append(known[term.Axis], term.Denied)
		}
	}
	for axis, isOpen := range open {
		if isOpen {
			known[axis] = nil
		}
	}
	return known
}

// axisOfMoney is the axis of which every currency that the lexicon has a unit of
// is a value.
const axisOfMoney quarry.Axis = "currency"
