package read

import (
	"context"
	"fmt"

	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/bind"
	"github.com/quarrykb/quarry/api/rest"
	"github.com/quarrykb/quarry/api/view"
	"github.com/quarrykb/quarry/internal/quantity"
)

// SpecReader is what the spec routes need from a store.
type SpecReader interface {
	Specs(ctx context.Context, f quarry.Filter, p quarry.PageRequest) (quarry.Page[quarry.Spec], error)
	Spec(ctx context.Context, id quarry.SpecID) (quarry.Spec, quarry.Sequence, error)
	// ClaimsOf returns everything that is claimed of devices: of these attributes, or of all
	// where none is named. The claims come by path, line and id.
	ClaimsOf(ctx context.Context, devices []quarry.DeviceID, attributes []quarry.AttributeID) (
		[]quarry.Spec, quarry.Sequence, error)
}

// ListSpecs answers a part of the specs.
//
//	@Summary		List specs
//	@Description	Specs in the order of path, line and id. With `unit` the value's bounds are converted where the unit can hold them, and its text stays as written; `min` and `max` match every claim whose interval meets theirs, an open bound counting as infinite.
//	@x-takes		["topic", "difficulty", "document", "collection"]
//	@Param			device		query		[]string	false	"device ids, names or aliases, a comma within one as `\,`; a family stands for its SKUs too, and part of a discovered name for the one device that has it; an unknown one is noted"	collectionFormat(csv)	example(h100)
//	@Param			attribute	query		[]string	false	"attribute ids or names, those first that the devices have, as their documents call them; one may state a condition: fp16"																				collectionFormat(csv)	example(memory_bandwidth)
//	@Param			precision	query		[]string	false	"number formats that the value is for, by any name, or none; an unknown one is noted"		collectionFormat(csv)	example(fp16)
//	@Param			sparsity	query		[]string	false	"whether the value counts on sparsity"														collectionFormat(csv)	Enums(dense,sparse,unstated)
//	@Param			per			query		[]string	false	"what the value is counted for: gpu, sm, link, pin, tile, system, unstated"					collectionFormat(csv)	example(gpu)
//	@Param			basis		query		[]string	false	"on what the value rests: peak, achievable, estimated, unstated"							collectionFormat(csv)	example(peak)
//	@Param			condition	query		[]string	false	"further conditions that are stated, an axis and its value each: clock:boost"	collectionFormat(csv)	example(clock:boost)
//	@Param			min			query		number		false	"least value, no more than max; needs unit"	example(0.5)
//	@Param			max			query		number		false	"greatest value; needs unit"	example(4)
//	@Param			unit		query		string		false	"unit to convert to; refused where none of the attributes asked for can be shown in it"
//	@Param			conflict	query		boolean		false	"whether another claim disagrees"
//	@Param			min_confidence	query	number		false	"least confidence that the source states it so, from 0 to 1"	minimum(0)	maximum(1)	example(0.9)
//	@Success		200			{object}	view.List[view.Spec]
//	@Router			/v1/specs [get]
func (h *Handlers) ListSpecs(c *gin.Context) error {
	return serveList(h, c, h.ClaimFilter, h.Store.Specs, h.viewSpecIn(h.AskedUnit(rest.NewParameters(c))))
}

// viewSpecIn shows specs in a unit; one of another kind of quantity as it is.
func (h *Handlers) viewSpecIn(unit string) func(quarry.Spec) view.Spec {
	return func(spec quarry.Spec) view.Spec {
		converted, err := h.inUnit(spec, unit)
		if err != nil {
			return view.NewSpec(spec)
		}
		return view.NewSpec(converted)
	}
}

// GetSpec answers one spec.
//
//	@Summary		Read one spec
//	@Description	One spec by its id, its value converted where a unit is given; a unit that the value cannot be shown in is refused.
//	@Param			id		path		string	true	"spec id"	example(s_7k4zntq5ravcbyh6xw2m)
//	@Param			unit	query		string	false	"unit to convert to"
//	@Success		200		{object}	view.Spec
//	@Router			/v1/specs/{id} [get]
func (h *Handlers) GetSpec(c *gin.Context) error {
	p := rest.NewParameters(c)
	unit := h.Unit(p, bind.Measured{})
	if err := p.Err(); err != nil {
		return err
	}
	return serveOne(h, c, func(ctx context.Context, id quarry.SpecID) (quarry.Spec, quarry.Sequence, error) {
		spec, revision, err := h.Store.Spec(ctx, id)
		if err != nil {
			return spec, revision, err
		}
		converted, err := h.inUnit(spec, unit)
		if err != nil {
			h.RefuseUnit(p, fmt.Sprintf("%q", spec.Value.Text), func(u quantity.Unit) bool {
				_, err := h.inUnit(spec, u.Symbol)
				return err == nil
			})
		}
		return converted, revision, p.Err()
	}, view.NewSpec)
}

// inUnit converts the value's bounds and its step, where a unit is asked for.
func (h *Handlers) inUnit(spec quarry.Spec, unit string) (quarry.Spec, error) {
	if unit == "" {
		return spec, nil
	}
	value, err := h.Lexicon.ValueIn(spec, unit)
	if err != nil {
		return spec, err
	}
	spec.Value = value
	return spec, nil
}

// VerifySpec holds a spec against its source.
//
//	@Summary		Verify a spec
//	@Description	Does the stored text really say this? Device, attribute and value, each as written, are held against quote, context and headings.
//	@Success		200		{object}	view.Verification
//	@Router			/v1/specs/{id}/verify [get]
func (h *Handlers) VerifySpec(c *gin.Context) error {
	return h.serveVerify(c, quarry.EntrySpec)
}
