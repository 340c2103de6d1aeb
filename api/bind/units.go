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
	names      []string // what the attributes are called, each once
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
	measures := func(unit quantity.Unit) bool { return b.measures(of, unit) }
	unit, known := b.Lexicon.FindUnit(symbol)
	switch {
	case known && !measures(unit):
		b.RefuseUnit(p, strings.Join(of.names, ", "), measures, of.claimed...)
	case !known:
		fixes := unitsLike(b.Lexicon, symbol)
		switch {
		case len(fixes) > 0:
		case len(of.claimed)+len(of.attributes) > 0:
			fixes = b.unitsThat(measures, symbol, of.claimed)
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

// measures reports whether a value of what is asked for can be in a unit, as far as is known.
func (b *Binder) measures(of Measured, unit quantity.Unit) bool {
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
// unit is asked for that is unknown or that the lexicon does not know to be one of theirs.
func (b *Binder) UnitsClaimed(ctx context.Context, p *rest.Parameters, of quarry.Filter) (Measured, error) {
	asked := Measured{attributes: of.Attributes}
	if !p.Has("unit") || len(of.Attributes)+len(of.Devices) == 0 {
		return asked, nil
	}
	isBrought := func(id quarry.AttributeID) bool {
		_, ours := b.Lexicon.Attribute(id)
		return !ours
	}
	unit, known := b.Lexicon.FindUnit(b.AskedUnit(p))
	if known && b.measures(asked, unit) && !slices.ContainsFunc(of.Attributes, isBrought) {
		return asked, nil
	}
	page, err := b.store.Specs(ctx, quarry.Filter{Attributes: of.Attributes, Devices: of.Devices},
		quarry.PageRequest{Limit: rest.MostPerPage})
	if err != nil {
		return asked, fmt.Errorf("look for the units of claims: %w", err)
	}
	seen := map[string]bool{}
	called := make(map[quarry.AttributeID]string, len(of.Attributes))
	for _, spec := range page.Items {
		called[spec.Attribute.ID] = spec.Attribute.Name
		if unit, known := b.Lexicon.FindUnit(spec.Value.Unit); known && !seen[unit.Symbol] {
			seen[unit.Symbol] = true
			asked.claimed = append(asked.claimed, unit)
		}
	}
	asked.all = len(page.Items) > 0 && len(page.Items) == page.Total
	for _, id := range of.Attributes {
		ours, _ := b.Lexicon.Attribute(id)
		asked.names = append(asked.names, cmp.Or(ours.Name, called[id], string(id)))
	}
	slices.Sort(asked.names)
	asked.names = slices.Compact(asked.names)
	return asked, nil
}

// RefuseUnit says that something is not measured in the unit that is asked
// for, and names some that fit, those first that claims are made in.
func (b *Binder) RefuseUnit(p *rest.Parameters, what string, fits func(quantity.Unit) bool, claimed ...quantity.Unit) {
	unit := p.Text("unit")
	p.Refuse("unit", fmt.Sprintf("%s cannot be shown in %s", what, unit), b.unitsThat(fits, unit, claimed)...)
}

// unitsThat names some units that fit: those first that claims are made in, then those that are
// written almost like the one that is asked for; the lexicon's first ones where there are none of
// these.
func (b *Binder) unitsThat(fit func(quantity.Unit) bool, asked string, claimed []quantity.Unit) []string {
	symbolsOf := func(units []quantity.Unit) []string {
		return view.Map(slices.DeleteFunc(slices.Clone(units), func(u quantity.Unit) bool { return !fit(u) }),
			func(u quantity.Unit) string { return u.Symbol })
	}
	all := symbolsOf(b.Lexicon.Units())
	near := slices.Clone(all)
	asked = strings.ToLower(asked)
	apart := func(symbol string) int { return text.Slips(asked, strings.ToLower(symbol)) }
	near = slices.DeleteFunc(near, func(symbol string) bool { return apart(symbol) > text.SlipsAllowed(asked) })
	slices.SortStableFunc(near, func(a, b string) int { return cmp.Compare(apart(a), apart(b)) })
	symbols := symbolsOf(claimed)
	for _, symbol := range near {
		if !slices.Contains(symbols, symbol) {
			symbols = append(symbols, symbol)
		}
	}
	if len(symbols) == 0 {
		symbols = all
	}
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
