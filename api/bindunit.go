package api

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
)

// measured is what a unit is asked for of: attributes, and the units in which
// claims of what was asked for are made, where somebody looked.
type measured struct {
	attributes []quarry.AttributeID
	claimed    []string
}

// bindUnit returns the unit that values are asked for in, or "". One that no value
// of the attributes can be in is refused; where some can the others stay as they
// are.
func (s *Server) bindUnit(p *parameters, of measured) string {
	symbol := p.text("unit")
	if symbol == "" {
		return ""
	}
	measures := func(unit quarry.Unit) bool {
		return len(of.attributes) == 0 || slices.ContainsFunc(of.attributes, func(id quarry.AttributeID) bool {
			attribute, _ := s.lexicon.Attribute(id)
			return s.measuredIn(attribute, unit)
		})
	}
	unit, known := s.lexicon.FindUnit(symbol)
	switch {
	case known && !measures(unit):
		s.refuseUnit(p, strings.Join(texts(of.attributes), ", "), measures)
	case !known:
		fixes := unitsLike(s.lexicon, symbol)
		switch {
		case len(fixes) > 0:
		case len(of.claimed) > 0:
			fixes = of.claimed
		case len(of.attributes) > 0:
			fixes = s.unitsThat(measures, symbol)
		default:
			fixes = baseUnits(s.lexicon)
		}
		p.refuse("unit", fmt.Sprintf("%q is not known", symbol), fixes...)
	}
	return unit.Symbol
}

// measuredIn reports whether values of an attribute can be in a unit, or in one of
// the attribute's own kind that is spelled so and has the same base: 1 is a count,
// and a ratio.
func (s *Server) measuredIn(attribute quarry.Attribute, unit quarry.Unit) bool {
	kinds := append([]quarry.QuantityKind{attribute.Kind}, attribute.Kinds...)
	return attribute.Measures(unit.Kind) || slices.ContainsFunc(kinds, func(kind quarry.QuantityKind) bool {
		other, spelled := s.lexicon.FindUnitOf(kind, unit.Symbol)
		return spelled && other.Base == unit.Base
	})
}

// unitsClaimed returns some units of what claims are made in, where a unit is asked
// for that nobody knows, and the lexicon does not say what the attributes measure.
func (s *Server) unitsClaimed(ctx context.Context, p *parameters, of quarry.Filter) ([]string, error) {
	const looked = 20
	_, known := s.lexicon.FindUnit(p.text("unit"))
	told := slices.ContainsFunc(of.Attributes, func(id quarry.AttributeID) bool {
		_, ours := s.lexicon.Attribute(id)
		return ours
	})
	if !p.has("unit") || known || told || len(of.Attributes)+len(of.Devices) == 0 {
		return nil, nil
	}
	page, err := s.specs.Specs(ctx, quarry.Filter{Attributes: of.Attributes, Devices: of.Devices}, quarry.PageRequest{Limit: looked})
	if err != nil {
		return nil, fmt.Errorf("look for the units of claims: %w", err)
	}
	var claimed []string
	for _, spec := range page.Items {
		unit, known := s.lexicon.FindUnit(spec.Value.Unit)
		if known && !slices.Contains(claimed, unit.Symbol) {
			claimed = append(claimed, unit.Symbol)
		}
	}
	return claimed[:min(len(claimed), mostFixes)], nil
}

// refuseUnit says that something is not measured in the unit that is asked
// for, and names some that fit.
func (s *Server) refuseUnit(p *parameters, what string, fits func(quarry.Unit) bool) {
	unit := p.text("unit")
	p.refuse("unit", fmt.Sprintf("%s cannot be shown in %s", what, unit), s.unitsThat(fits, unit)...)
}

// unitsThat names some units that fit: those first that are written almost like
// the one that is asked for, the others in the lexicon's order.
func (s *Server) unitsThat(fit func(quarry.Unit) bool, asked string) []string {
	var symbols []string
	for _, unit := range s.lexicon.Units() {
		if fit(unit) {
			symbols = append(symbols, unit.Symbol)
		}
	}
	asked = strings.ToLower(asked)
	apart := func(symbol string) int {
		return min(quarry.Slips(asked, strings.ToLower(symbol)), quarry.SlipsAllowed(asked)+1)
	}
	slices.SortStableFunc(symbols, func(a, b string) int { return cmp.Compare(apart(a), apart(b)) })
	return symbols[:min(len(symbols), mostFixes)]
}
