package read

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/rest"
	"github.com/quarrykb/quarry/api/view"
	"github.com/quarrykb/quarry/internal/quantity"
)

// ListUnits answers a part of the units.
//
//	@Summary		List units
//	@Description	The units of the lexicon by kind and symbol, with all spellings that are read as theirs. Units of one kind convert into each other.
//	@Tags			specs
//	@Param			measures	query	[]string	false	"what the units measure: power, data_rate, length …"	collectionFormat(csv)	example(power)
//	@Success		200		{object}	view.List[view.Unit]
//	@Router			/v1/units [get]
func (h *Handlers) ListUnits(c *gin.Context) error {
	p := rest.NewParameters(c)
	var known []quarry.QuantityKind
	for _, unit := range h.Lexicon.Units() {
		if !slices.Contains(known, unit.Kind) {
			known = append(known, unit.Kind)
		}
	}
	kinds := rest.Vocabulary(p, "measures", known)
	if err := p.Err(); err != nil {
		return err
	}
	revision, err := h.Revisions.Revision(c.Request.Context())
	if err != nil {
		return fmt.Errorf("read the revision: %w", err)
	}
	units := slices.DeleteFunc(slices.Clone(h.Lexicon.Units()), func(u quantity.Unit) bool {
		return len(kinds) > 0 && !slices.Contains(kinds, u.Kind)
	})
	slices.SortFunc(units, func(a, b quantity.Unit) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Symbol, b.Symbol))
	})
	return serveListed(h, c, listed[quantity.Unit]{
		items: units, revision: revision,
		place: func(u quantity.Unit) quarry.Position {
			return quarry.Position{Path: string(u.Kind), ID: quarry.EntryID(u.Symbol)}
		},
	}, view.NewUnit)
}
