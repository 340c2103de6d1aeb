package compare

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
)

// gaps says where there is nothing to compare with.
func (c comparing) gaps() []string {
	var empty []string
	for i, cell := range c.row.Cells {
		if len(cell.Claims) == 0 {
			empty = append(empty, c.devices[i].Name)
		}
	}
	if len(empty) == 0 {
		return nil
	}
	return []string{"nothing is claimed of " + strings.Join(empty, ", ")}
}

// foreignUnits names the units that cannot be converted to the one of the cells.
func (c comparing) foreignUnits() []string {
	var reasons []string
	for i, cell := range c.row.Cells {
		units := map[string]bool{}
		for _, claim := range cell.Claims {
			if dimensionOf(claim) != c.dimension {
				units[orWithout(claim.Value.Unit)] = true
			}
		}
		if len(units) > 0 {
			reasons = append(reasons, fmt.Sprintf("of %s there are claims in %s, which cannot be converted to %s",
				c.devices[i].Name, listed(units), orWithout(c.row.Unit)))
		}
	}
	return reasons
}

func orWithout(unit string) string {
	if unit == "" {
		return "no unit"
	}
	return unit
}

// mostListed is how many words of one kind a reason names.
const mostListed = 8

// listed writes words in the order of the alphabet, so many that they can be
// read.
func listed(words map[string]bool) string {
	sorted := slices.Sorted(maps.Keys(words))
	if len(sorted) <= mostListed {
		return strings.Join(sorted, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(sorted[:mostListed], ", "), len(sorted)-mostListed)
}

// conditions keeps what all claims state alike, and names what those that lead do not.
func (c comparing) conditions() []string {
	axes := map[quarry.Axis]map[string]bool{} //nolint:exhaustive // what is stated on those that are there
	for claim := range c.claims() {
		for axis := range claim.Conditions {
			axes[axis] = map[string]bool{}
		}
	}
	for claim := range c.claims() {
		for axis, values := range axes {
			values[claim.Conditions.Value(axis)] = true
		}
	}
	var reasons []string
	for _, axis := range slices.Sorted(maps.Keys(axes)) {
		if len(axes[axis]) == 1 {
			c.row.Conditions[axis] = listed(axes[axis])
		}
		leads := map[string]bool{}
		var each []string
		for i, cell := range c.row.Cells {
			if cell.Best != nil {
				value := cell.Best.Conditions.Value(axis)
				leads[value] = true
				each = append(each, c.devices[i].Name+": "+value)
			}
		}
		if len(leads) > 1 {
			reasons = append(reasons, fmt.Sprintf("the claims differ in %s (%s)", axis, strings.Join(each, "; ")))
		}
	}
	return reasons
}

// unpaired names the devices with which the first one has no ratio although both have a
// greatest value: what is stated of one is the contrary of what is stated of the other.
func (c comparing) unpaired() []string {
	first := c.row.Cells[0]
	if first.Max == nil || !c.hasRatios() {
		return nil
	}
	var reasons []string
	for i, cell := range c.row.Cells {
		if i == 0 || cell.Max == nil || c.row.Pairs[i] != nil {
			continue
		}
		var words []string
		for _, axis := range first.Best.Conditions.Contrary(cell.Best.Conditions) {
			words = append(words, first.Best.Conditions[axis]+" is not "+cell.Best.Conditions[axis])
		}
		if len(words) > 0 {
			reasons = append(reasons, fmt.Sprintf("there is no ratio of %s to %s, as %s", c.devices[0].Name, c.devices[i].Name, strings.Join(words, " and ")))
		}
	}
	return reasons
}

// skus names the devices that a SKU leads for, and the SKUs that are said to be not like what
// leads: no source says that a whole family is like one of them.
func (c comparing) skus() []string {
	var reasons []string
	for i, cell := range c.row.Cells {
		if cell.Best == nil {
			continue
		}
		asked, leads := c.devices[i], cell.Best.Device
		unlike := map[string]bool{}
		alone := true
		for _, claim := range cell.Claims {
			alone = alone && claim.Device.ID == leads.ID
			if claim.Device.ID != leads.ID && c.isUnlike(claim, *cell.Best) {
				unlike[claim.Device.Name] = true
			}
		}
		switch {
		case alone && leads.ID != asked.ID:
			reasons = append(reasons, fmt.Sprintf("all claims of %s are of %s", asked.Name, leads.Name))
		case len(unlike) > 0 && leads.ID != asked.ID:
			reasons = append(reasons, fmt.Sprintf("%s stands for %s, although others differ (%s)", leads.Name, asked.Name, listed(unlike)))
		case len(unlike) > 0:
			reasons = append(reasons, fmt.Sprintf("%s stands for devices that differ (%s)", asked.Name, listed(unlike)))
		}
	}
	return reasons
}

// isUnlike reports whether a claim states of its device another value than one of another
// device, under conditions that are not contrary. "Up to 230" is meant to be reached: it is
// not the 155 of another.
func (c comparing) isUnlike(claim, other quarry.Spec) bool {
	value, ok := c.shown(claim)
	its, same := c.shown(other)
	return ok && same && len(claim.Conditions.Contrary(other.Conditions)) == 0 && !value.Reached().Meets(its.Reached())
}

// conflicts names the devices whose claims disagree.
func (c comparing) conflicts() []string {
	var reasons []string
	for i, cell := range c.row.Cells {
		if cell.Conflict {
			reasons = append(reasons, "sources disagree on "+c.devices[i].Name)
		}
	}
	return reasons
}

// openEnds names the devices that no greatest value is claimed of, whose greatest value no
// source claims to be reached, or of which a claim with an open end begins above it.
func (c comparing) openEnds() []string {
	var reasons []string
	for i, cell := range c.row.Cells {
		reached, exceeded := false, false
		for _, claim := range cell.Claims {
			value, ok := c.shown(claim)
			if !ok || cell.Max == nil {
				continue
			}
			reached = reached || value.Qualifier != quarry.LessThan && value.Max != nil && *value.Max == *cell.Max
			exceeded = exceeded || value.Min != nil && value.Max == nil && *value.Min > *cell.Max
		}
		switch name := c.devices[i].Name; {
		case cell.Min != nil && cell.Max == nil:
			reasons = append(reasons, "of "+name+" only a least value is claimed")
		case cell.Max != nil && !reached:
			reasons = append(reasons, "the greatest value of "+name+" is a bound that it is said to stay below")
		case exceeded:
			reasons = append(reasons, "of "+name+" a least value above all others is claimed too")
		}
	}
	return reasons
}

// hasRatios reports whether numbers in the unit of the row may have ratios: whether it counts
// from nothing, and they are no years.
func (c comparing) hasRatios() bool {
	unit := c.comparedUnit()
	return unit.Offset == 0 && !unit.Logarithmic && !c.isOfYears()
}

// ratioless says why numbers have no ratio.
func (c comparing) ratioless() []string {
	if c.comparedUnit().Offset != 0 {
		return []string{"0 " + c.row.Unit + " is not nothing, so that values in it have no ratio"}
	}
	if c.comparedUnit().Logarithmic {
		return []string{c.row.Unit + " is a logarithmic unit, so that values in it have no ratio"}
	}
	if c.isOfYears() {
		return []string{"years are not measured against each other"}
	}
	var below []string
	for i, cell := range c.row.Cells {
		if cell.isNegative() {
			below = append(below, c.devices[i].Name)
		}
	}
	if len(below) == 0 {
		return nil
	}
	return []string{"values below 0 have no ratio (" + strings.Join(below, ", ") + ")"}
}
