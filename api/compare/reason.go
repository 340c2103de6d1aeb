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

// conditions keeps what all claims state alike, and names what they do not.
func (c comparing) conditions() []string {
	axes := map[quarry.Axis]bool{} //nolint:exhaustive // those that are there
	for claim := range c.claims() {
		for axis := range claim.Conditions {
			axes[axis] = true
		}
	}
	var reasons []string
	for _, axis := range slices.Sorted(maps.Keys(axes)) {
		all := map[string]bool{}
		var each []string
		for i, cell := range c.row.Cells {
			values := map[string]bool{}
			for _, claim := range cell.Claims {
				value := claim.Conditions.Value(axis)
				values[value], all[value] = true, true
			}
			if len(values) > 0 {
				each = append(each, c.devices[i].Name+": "+listed(values))
			}
		}
		if len(all) > 1 {
			reasons = append(reasons, fmt.Sprintf("the claims differ in %s (%s)", axis, strings.Join(each, "; ")))
		} else {
			c.row.Conditions[axis] = listed(all)
		}
	}
	return reasons
}

// skus names the devices that share a cell and are not the same in it, and the
// one that speaks for its whole family: no source says that the others are like it.
func (c comparing) skus() []string {
	var reasons []string
	for i, cell := range c.row.Cells {
		if len(cell.Claims) == 0 {
			continue
		}
		asked, first := c.devices[i], cell.Claims[0].Device
		several := slices.ContainsFunc(cell.Claims, func(s quarry.Spec) bool { return s.Device.ID != first.ID })
		switch {
		case !several && first.ID != asked.ID:
			reasons = append(reasons, fmt.Sprintf("all claims of %s are of %s", asked.Name, first.Name))
		case several:
			if names := c.unlike(cell); len(names) > 0 {
				reasons = append(reasons, fmt.Sprintf("%s stands for devices that differ (%s)", asked.Name, listed(names)))
			}
		}
	}
	return reasons
}

// unlike returns the devices of which claims under the same conditions do not
// meet those of another device in the cell.
func (c comparing) unlike(cell Cell) map[string]bool {
	names := map[string]bool{}
	for _, values := range c.underConditions(cell) {
		for device, value := range values {
			for other, its := range values {
				if other != device && !its.bounds().Meets(value.bounds()) {
					names[device] = true
				}
			}
		}
	}
	return names
}

// underConditions returns what all claims of a device have in common, by the
// conditions and then by the device.
func (c comparing) underConditions(cell Cell) map[string]map[string]inCommon {
	under := map[string]map[string]inCommon{}
	for _, claim := range cell.Claims {
		shown, ok := c.shown(claim)
		if !ok {
			continue
		}
		value := inCommon{possible: shown.Rounded(), reached: shown.Reached()}
		conditions := strings.Join(claim.Conditions.Pairs(), "\n")
		if under[conditions] == nil {
			under[conditions] = map[string]inCommon{}
		}
		if before, known := under[conditions][claim.Device.Name]; known {
			value = inCommon{within(before.possible, value.possible), within(before.reached, value.reached)}
		}
		under[conditions][claim.Device.Name] = value
	}
	return under
}

// inCommon is what claims of one device have in common.
type inCommon struct {
	possible quarry.Bounds
	reached  quarry.Bounds // where "up to 230" means that 230 are reached
}

// bounds are those of the greatest value, which is the one that is compared:
// "up to 230" of one device is not the 155 of another. What the device's own
// claims do not agree to be reached is any less.
func (v inCommon) bounds() quarry.Bounds {
	if v.reached.Min != nil && v.reached.Max != nil && *v.reached.Min > *v.reached.Max {
		return v.possible
	}
	return v.reached
}

// within returns what two intervals have in common; crossed bounds where that
// is nothing.
func within(b, other quarry.Bounds) quarry.Bounds {
	if b.Min == nil || other.Min != nil && *other.Min > *b.Min {
		b.Min = other.Min
	}
	if b.Max == nil || other.Max != nil && *other.Max < *b.Max {
		b.Max = other.Max
	}
	return b
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
