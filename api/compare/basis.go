package compare

import (
	"cmp"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
)

// byBasis parts a comparison of claims that rest on different things: where every
// device is claimed to reach something on one basis, that is a comparison of its
// own, peak against peak. What is left, if anything, comes last.
func (c Comparison) byBasis() []Comparison {
	var parts []Comparison
	bases := c.sharedBases()
	for _, basis := range bases {
		parts = append(parts, c.only(func(s quarry.Spec) bool { return s.Conditions.Value(quarry.AxisBasis) == basis }))
	}
	rest := c.only(func(s quarry.Spec) bool { return !slices.Contains(bases, s.Conditions.Value(quarry.AxisBasis)) })
	if rest.filled() > 0 {
		parts = append(parts, rest)
	}
	return parts
}

// byCurrency parts a comparison of prices: sums in two currencies have nothing to
// do with each other. Whatever states none stays together.
func (c Comparison) byCurrency() []Comparison {
	var currencies []string
	for _, cell := range c.Cells {
		for _, claim := range cell.Claims {
			if currency := claim.Conditions.Value(axisCurrency); !slices.Contains(currencies, currency) {
				currencies = append(currencies, currency)
			}
		}
	}
	if len(currencies) < 2 {
		return []Comparison{c}
	}
	parts := make([]Comparison, 0, len(currencies))
	for _, currency := range currencies {
		parts = append(parts, c.only(func(s quarry.Spec) bool { return s.Conditions.Value(axisCurrency) == currency }))
	}
	return parts
}

// byPart parts a comparison in which something is claimed of a device and of its part: of
// a part there is less than of the whole, which is no claim against it.
func (c Comparison) byPart(l *lexicon.Lexicon) []Comparison {
	isOfPart := func(s quarry.Spec) bool { return !l.IsOfWhole(s) }
	if !slices.ContainsFunc(c.Cells, func(cell Cell) bool {
		return slices.ContainsFunc(cell.Claims, isOfPart) && slices.ContainsFunc(cell.Claims, l.IsOfWhole)
	}) {
		return []Comparison{c}
	}
	return []Comparison{c.only(l.IsOfWhole), c.only(isOfPart)}
}

// axisCurrency is the currency of a price, where one is stated.
const axisCurrency quarry.Axis = "currency"

// sharedBases returns what claims of every device are stated to rest on, peak
// first.
func (c Comparison) sharedBases() []string {
	devices := map[string]int{}
	for _, cell := range c.Cells {
		stated := map[string]bool{}
		for _, claim := range cell.Claims {
			if basis := claim.Conditions.Value(quarry.AxisBasis); basis != quarry.Unstated && !stated[basis] {
				stated[basis] = true
				devices[basis]++
			}
		}
	}
	var shared []string
	for basis, count := range devices {
		if count == len(c.Cells) {
			shared = append(shared, basis)
		}
	}
	const first = "peak"
	slices.SortFunc(shared, func(a, b string) int {
		rank := func(basis string) int { return len(strings.TrimPrefix(basis, first)) }
		return cmp.Or(cmp.Compare(min(rank(a), 1), min(rank(b), 1)), cmp.Compare(a, b))
	})
	return shared
}

// only is the comparison of some of the claims.
func (c Comparison) only(wanted func(quarry.Spec) bool) Comparison {
	part := Comparison{Attribute: c.Attribute, Cells: make([]Cell, len(c.Cells))}
	for i, cell := range c.Cells {
		part.Cells[i].Device = cell.Device
		for _, claim := range cell.Claims {
			if wanted(claim) {
				part.Cells[i].Claims = append(part.Cells[i].Claims, claim)
			}
		}
	}
	return part
}
