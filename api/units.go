package api

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/quantity"
)

// UnitView is one unit of the lexicon: value × factor + offset is the value in the
// base unit. Values in a logarithmic one have no ratio.
type UnitView struct {
	// how it is written
	Symbol string `json:"symbol" validate:"required" example:"GB/s"`
	// what it measures; units of one kind convert into each other
	Kind string `json:"kind" validate:"required" example:"data_rate"`
	// the base unit of its kind
	Base string `json:"base" validate:"required" example:"B/s"`
	// what a value is multiplied by for the base unit
	Factor float64 `json:"factor" validate:"required" example:"1000000000"`
	// what is then added, in the base unit: 273.15 of degrees Celsius, 0 of most
	Offset float64 `json:"offset" validate:"required" example:"0"`
	// whether twice the number is not twice as much, as of decibels
	Logarithmic bool `json:"logarithmic" validate:"required" example:"false"`
	// other spellings that are read as it; case counts
	Aliases []string `json:"aliases" validate:"required" example:"GBps"`
}

func viewUnit(u quantity.Unit) UnitView {
	return UnitView{
		Symbol: u.Symbol, Kind: string(u.Kind), Base: u.Base, Factor: u.Factor, Offset: u.Offset,
		Logarithmic: u.Logarithmic, Aliases: texts(u.Aliases),
	}
}

// listUnits answers a part of the units.
//
//	@ID				listUnits
//	@Summary		List units
//	@Description	The units of the lexicon by kind and symbol, with all spellings that are read as theirs. Units of one kind convert into each other.
//	@Tags			specs
//	@Produce		json
//	@Param			measures	query	[]string	false	"what the units measure: power, data_rate, length …"	collectionFormat(csv)	example(power)
//	@Param			limit	query		integer		false	"units per page"					minimum(1)	maximum(100)	default(20)
//	@Param			cursor	query		string		false	"next_cursor of the page before; it goes with the filters of that page"
//	@Success		200		{object}	List[UnitView]
//	@Success		304		"the caller has this answer already"
//	@Router			/v1/units [get]
func (s *Server) listUnits(c *gin.Context) {
	p := newParameters(c)
	var known []quarry.QuantityKind
	for _, unit := range s.lexicon.Units() {
		if !slices.Contains(known, unit.Kind) {
			known = append(known, unit.Kind)
		}
	}
	kinds := vocabulary(p, "measures", known)
	if err := p.err(); err != nil {
		s.fail(c, err)
		return
	}
	revision, err := s.read.Revisions.Revision(c.Request.Context())
	if err != nil {
		s.fail(c, fmt.Errorf("read the revision: %w", err))
		return
	}
	units := slices.DeleteFunc(slices.Clone(s.lexicon.Units()), func(u quantity.Unit) bool {
		return len(kinds) > 0 && !slices.Contains(kinds, u.Kind)
	})
	slices.SortFunc(units, func(a, b quantity.Unit) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Symbol, b.Symbol))
	})
	serveListed(s, c, listed[quantity.Unit]{
		items: units, revision: revision,
		place: func(u quantity.Unit) quarry.Position {
			return quarry.Position{Path: string(u.Kind), ID: quarry.EntryID(u.Symbol)}
		},
	}, viewUnit)
}
