package read

import (
	"context"
	"fmt"

	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/bind"
	"github.com/quarrykb/quarry/api/compare"
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
//	@Description	Specs in the order of path, line and id, or as `sort` says. Where devices are asked for, `best` marks of each attribute and precision the claim that is told first. With `unit` the value's bounds are converted where the unit can hold them, and its text stays as written; `min` and `max` match every claim whose interval meets theirs, an open bound counting as infinite.
//	@x-takes		["topic", "difficulty", "difficulty_source", "document", "collection"]
//	@Param			device		query		[]string	false	"device ids, names or aliases, a comma within one as `\,`; a family stands for its SKUs too, and part of a discovered name for the one device that has it; an unknown one is noted"	collectionFormat(csv)	example(h100)
//	@Param			attribute	query		[]string	false	"attribute ids or names, those first that the devices have, as their documents call them; one may state a condition: fp16"																				collectionFormat(csv)	example(memory_bandwidth)
//	@Param			class		query		[]string	false	"classes of devices: gpu, memory, format; those of number formats are left out where an attribute of hardware is asked for and no device"	collectionFormat(csv)	example(gpu)
//	@Param			sort		query		string		false	"order: value by the least value, -value by the greatest, each base unit by itself; device by its name; date of the document; what has none comes last"	Enums(path,value,-value,device,-device,date,-date)	default(path)
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
//	@Param			min_difficulty_confidence	query	number	false	"least confidence of the difficulty, from 0 to 1; a stated one has 1"	minimum(0)	maximum(1)	example(0.6)
//	@Success		200			{object}	view.List[view.Spec]
//	@Router			/v1/specs [get]
func (h *Handlers) ListSpecs(c *gin.Context) error {
	show := h.viewSpecIn(h.AskedUnit(rest.NewParameters(c)))
	var bests map[quarry.SpecID]bool
	read := func(ctx context.Context, f quarry.Filter, p quarry.PageRequest) (quarry.Page[quarry.Spec], error) {
		page, err := h.Store.Specs(ctx, f, p)
		if err == nil && page.Total == 0 && len(f.NotClasses) > 0 { // only number formats have it
			f.NotClasses = nil
			page, err = h.Store.Specs(ctx, f, p)
		}
		if err == nil && len(f.Devices) > 0 && len(page.Items) > 0 {
			bests, err = h.bestOf(ctx, f, page)
		}
		return page, err
	}
	return serveList(h, c, h.SpecFilter, read, func(s quarry.Spec) view.Spec {
		shown := show(s)
		shown.Best = bests[s.ID]
		return shown
	}, quarry.SortValue, quarry.SortDevice, quarry.SortDate)
}

// bestOf returns the best claims of devices among those that a filter lets through, of many
// the first ones, of which a page is known.
func (h *Handlers) bestOf(ctx context.Context, f quarry.Filter, known quarry.Page[quarry.Spec]) (map[quarry.SpecID]bool, error) {
	all := known
	if len(known.Items) < known.Total {
		var err error
		if all, err = h.Store.Specs(ctx, f, quarry.PageRequest{Limit: mostDeviceSpecs}); err != nil {
			return nil, fmt.Errorf("read the claims that the best is one of: %w", err)
		}
	}
	return compare.Bests(h.Lexicon, f.Devices, all.Items), nil
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
			written, _ := h.Lexicon.FindUnit(spec.Value.Unit)
			h.RefuseUnit(p, fmt.Sprintf("%q", spec.Value.Text), func(u quantity.Unit) bool {
				_, err := h.inUnit(spec, u.Symbol)
				return err == nil && u.Symbol != ""
			}, written)
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
//	@x-whole		true
//	@Success		200		{object}	view.Verification
//	@Router			/v1/specs/{id}/verify [get]
func (h *Handlers) VerifySpec(c *gin.Context) error {
	return h.serveVerify(c, quarry.EntrySpec)
}
