package bind

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/rest"
	"github.com/quarrykb/quarry/api/view"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/quantity"
	"github.com/quarrykb/quarry/internal/text"
)

// Measured is what a unit is asked for of: attributes, and the units in which
// claims of what was asked for are made, where that was looked up.
type Measured struct {
	attributes []quarry.AttributeID
	claimed    []quantity.Unit
	all        bool // there is a claim, and those are the units of all of them
}

// AskedUnit is the unit that is asked for, as claims may have it; "" where none is.
func (b *Binder) AskedUnit(p *rest.Parameters) string { return b.Lexicon.AskedUnit(p.Text("unit")) }

// Unit returns the unit that values are asked for in, or "". One that no value
// of the attributes can be in is refused; where some can the others stay as they
// are.
func (b *Binder) Unit(p *rest.Parameters, of Measured) string {
	symbol := b.AskedUnit(p)
	if symbol == "" {
		return ""
	}
	measures := func(unit quantity.Unit) bool {
		isClaimed := slices.ContainsFunc(of.claimed, func(c quantity.Unit) bool {
			other, spelled := b.Lexicon.FindUnitOf(c.Kind, unit.Symbol)
			_, converts := unit.BasedOn(c.Base)
			return converts || spelled && other.Base == c.Base
		})
		return len(of.attributes) == 0 || slices.ContainsFunc(of.attributes, func(id quarry.AttributeID) bool {
			attribute, ours := b.Lexicon.Attribute(id)
			return (ours || !of.all) && b.measuredIn(attribute, unit) || !ours && isClaimed
		})
	}
	unit, known := b.Lexicon.FindUnit(symbol)
	switch {
	case known && !measures(unit):
		named := slices.Compact(slices.Sorted(slices.Values(view.Texts(of.attributes)))) // each once
		b.RefuseUnit(p, strings.Join(named, ", "), measures)
	case !known:
		fixes := unitsLike(b.Lexicon, symbol)
		switch {
		case len(fixes) > 0:
		case len(of.claimed) > 0:
			fixes = view.Map(of.claimed[:min(len(of.claimed), rest.MostFixes)], func(u quantity.Unit) string { return u.Symbol })
		case len(of.attributes) > 0:
			fixes = b.unitsThat(measures, symbol)
		default: // some that others are converted to
			for _, unit := range b.Lexicon.Units() {
				if unit.Symbol == unit.Base && len(fixes) < mostBases {
					fixes = append(fixes, unit.Base)
				}
			}
		}
		p.Refuse("unit", fmt.Sprintf("%q is not known", symbol), fixes...)
	}
	return unit.Symbol
}

// mostBases is how many base units are offered where nothing else tells.
const mostBases = 12

// measuredIn reports whether values of an attribute can be in a unit, or in one of
// the attribute's own kind that is spelled so and has the same base: 1 is a count,
// and a ratio.
func (b *Binder) measuredIn(attribute quarry.Attribute, unit quantity.Unit) bool {
	kinds := append([]quarry.QuantityKind{attribute.Kind}, attribute.Kinds...)
	return attribute.Measures(unit.Kind) || slices.ContainsFunc(kinds, func(kind quarry.QuantityKind) bool {
		other, spelled := b.Lexicon.FindUnitOf(kind, unit.Symbol)
		_, rate := b.Lexicon.FindUnitOf(kind, quantity.OtherBase(unit.Base))
		return rate || spelled && other.Base == unit.Base
	})
}

// UnitsClaimed returns in which units claims are made of what is asked for, where a
// unit is asked for and the lexicon does not say what the attributes measure, or
// the unit is unknown.
func (b *Binder) UnitsClaimed(ctx context.Context, p *rest.Parameters, of quarry.Filter) (Measured, error) {
	asked := Measured{attributes: of.Attributes}
	if !p.Has("unit") {
		return asked, nil
	}
	brought := 0 // attributes that stand in no lexicon
	for _, id := range of.Attributes {
		if _, ours := b.Lexicon.Attribute(id); !ours {
			brought++
		}
	}
	onlyClaimsTell := brought == len(of.Attributes) && len(of.Attributes)+len(of.Devices) > 0
	if _, known := b.Lexicon.FindUnit(b.AskedUnit(p)); known {
		onlyClaimsTell = brought > 0
	}
	if !onlyClaimsTell {
		return asked, nil
	}
	page, err := b.store.Specs(ctx, quarry.Filter{Attributes: of.Attributes, Devices: of.Devices},
		quarry.PageRequest{Limit: rest.MostPerPage})
	if err != nil {
		return asked, fmt.Errorf("look for the units of claims: %w", err)
	}
	seen := map[string]bool{}
	for _, spec := range page.Items {
		if unit, known := b.Lexicon.FindUnit(spec.Value.Unit); known && !seen[unit.Symbol] {
			seen[unit.Symbol] = true
			asked.claimed = append(asked.claimed, unit)
		}
	}
	asked.all = len(page.Items) > 0 && len(page.Items) == page.Total
	return asked, nil
}

// RefuseUnit says that something is not measured in the unit that is asked
// for, and names some that fit.
func (b *Binder) RefuseUnit(p *rest.Parameters, what string, fits func(quantity.Unit) bool) {
	unit := p.Text("unit")
	p.Refuse("unit", fmt.Sprintf("%s cannot be shown in %s", what, unit), b.unitsThat(fits, unit)...)
}

// unitsThat names some units that fit: those first that are written almost like
// the one that is asked for, the others in the lexicon's order.
func (b *Binder) unitsThat(fit func(quantity.Unit) bool, asked string) []string {
	var symbols []string
	for _, unit := range b.Lexicon.Units() {
		if fit(unit) {
			symbols = append(symbols, unit.Symbol)
		}
	}
	asked = strings.ToLower(asked)
	apart := func(symbol string) int {
		return min(text.Slips(asked, strings.ToLower(symbol)), text.SlipsAllowed(asked)+1)
	}
	slices.SortStableFunc(symbols, func(a, b string) int { return cmp.Compare(apart(a), apart(b)) })
	return symbols[:min(len(symbols), rest.MostFixes)]
}

// unitsLike returns the symbols of the units that a spelling comes close to, in
// whatever way they may be written.
func unitsLike(lexicon *lexicon.Lexicon, written string) []string {
	if unit, ok := unitOfParts(lexicon, written); ok {
		return []string{unit.Symbol}
	}
	near := rest.NewNear(written)
	for _, unit := range lexicon.Units() {
		for _, spelling := range append([]string{unit.Symbol}, unit.Aliases...) {
			near.Try(spelling, unit.Symbol)
		}
	}
	return near.Best()
}

// unitOfParts returns the unit whose parts are spelled so: TB/s of "terabytes/s" and of
// "terabytes per s".
func unitOfParts(lexicon *lexicon.Lexicon, written string) (quantity.Unit, bool) {
	parts := strings.Split(strings.ReplaceAll(strings.ToLower(written), " per ", "/"), "/")
	if len(parts) == 1 {
		return quantity.Unit{}, false
	}
	for i, part := range parts {
		unit, known := lexicon.FindUnit(strings.TrimSpace(part))
		if !known {
			return quantity.Unit{}, false
		}
		parts[i] = unit.Symbol
	}
	return lexicon.FindUnit(strings.Join(parts, "/"))
}
