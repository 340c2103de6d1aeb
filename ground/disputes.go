package ground

import (
	"fmt"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
)

// disputes knows what sources disagree on.
type disputes struct {
	conflicts []quarry.Conflict
	wanted    map[quarry.ConflictID]bool // of claims that are asked for by device and attribute
}

func newDisputes(g quarry.Grounds) *disputes {
	d := &disputes{conflicts: g.Conflicts, wanted: map[quarry.ConflictID]bool{}}
	for _, claim := range g.Claims {
		d.wanted[claim.ConflictID] = true
	}
	return d
}

// of returns the conflicts that touch what was taken or what is asked for.
func (d *disputes) of(all []taken) []quarry.Conflict {
	var touched []quarry.Conflict
	for _, conflict := range d.conflicts {
		if slices.ContainsFunc(all, func(t taken) bool { return touches(t.candidate, conflict) }) ||
			d.wanted[conflict.ID] && len(all) > 0 {
			touched = append(touched, conflict)
		}
	}
	return touched
}

// touches reports whether a candidate makes one of the claims of a conflict, or holds
// its lines.
func touches(c *candidate, conflict quarry.Conflict) bool {
	return slices.Contains(c.conflict, conflict.ID) || slices.ContainsFunc(conflict.Claims, func(claim quarry.Spec) bool {
		return c.source.DocumentID == claim.Source.DocumentID && c.source.Contains(claim.Source.Span)
	})
}

// sentences says what sources disagree on, a line each.
func (d *disputes) sentences(all []taken) []string {
	return mapped(d.of(all), func(c quarry.Conflict) string {
		return sentenceOf(c, func(claim quarry.Spec) int {
			return 1 + slices.IndexFunc(all, func(t taken) bool {
				return t.source.DocumentID == claim.Source.DocumentID && t.source.Contains(claim.Source.Span)
			})
		})
	})
}

// news returns what would have to be said for a candidate that was not said yet.
func (d *disputes) news(all []taken, c *candidate) string {
	var lines []string
	before := d.of(all)
	for _, conflict := range d.of(append(slices.Clone(all), taken{candidate: c})) {
		if !slices.ContainsFunc(before, func(known quarry.Conflict) bool { return known.ID == conflict.ID }) {
			lines = append(lines, sentenceOf(conflict, func(quarry.Spec) int { return 1 }))
		}
	}
	return strings.Join(lines, "\n")
}

// mostSides is how many of the claims of a conflict a sentence names.
const mostSides = 4

// sentenceOf names the values of a conflict with their places, and with the number of
// the passage that has them, 0 for none.
func sentenceOf(c quarry.Conflict, number func(quarry.Spec) int) string {
	var sides []string
	for _, claim := range c.Claims {
		side := fmt.Sprintf("%s (%s, line %d)", oneLine(claim.Value.Text), oneLine(claim.Source.Path), claim.Source.LineStart)
		if n := number(claim); n > 0 {
			side += fmt.Sprintf(" [%d]", n)
		}
		if !slices.Contains(sides, side) && len(sides) < mostSides {
			sides = append(sides, side)
		}
	}
	line := "- " + c.Device.Name + ", " + c.Attribute.Name + ": " + strings.Join(sides, " against ")
	if c.Hint != "" {
		line += "; " + c.Hint
	}
	return oneLine(line) + "."
}
