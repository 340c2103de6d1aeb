package api

import (
	"context"
	"fmt"

	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/quantity"
)

// SpecReader is what the spec routes need from a store.
type SpecReader interface {
	Specs(ctx context.Context, f quarry.Filter, p quarry.PageRequest) (quarry.Page[quarry.Spec], error)
	Spec(ctx context.Context, id quarry.SpecID) (quarry.Spec, quarry.Sequence, error)
}

// SpecView is one typed value of one attribute of one device.
type SpecView struct {
	// its id
	ID string `json:"id" validate:"required" example:"s_7k4zntq5ravcbyh6xw2m"`
	// always spec
	Kind string `json:"kind" validate:"required" example:"spec" enums:"spec"`
	// what it is claimed of
	Device DeviceMentionView `json:"device" validate:"required"`
	// what is claimed of the device
	Attribute AttributeMentionView `json:"attribute" validate:"required"`
	// what is stated of the numbers, by axis; unstated, or none as precision, where the sources do not say
	Conditions map[string]string `json:"conditions" validate:"required"`
	// the number as its source writes it, or in the unit that was asked for
	Value ValueView `json:"value" validate:"required"`
	// the same in the base unit, for computing with; all null where the unit is not known
	Normalized BoundsView `json:"normalized" validate:"required"`
	// how likely it is that the source states it so, from 0 to 1
	Confidence float64 `json:"confidence" validate:"required" example:"0.93" minimum:"0" maximum:"1"`
	// how hard it is; null where its source does not say
	Difficulty *string `json:"difficulty" validate:"required" example:"medium" enums:"easy,medium,hard" extensions:"x-nullable"`
	// where the difficulty comes from: the source (stated), an estimate, or nowhere (none)
	DifficultySource string `json:"difficulty_source" validate:"required" example:"estimated" enums:"none,stated,estimated"`
	// ids of its topics in /v1/topics
	Topics []string `json:"topics" validate:"required" example:"memory"`
	// why the number may not be what it seems; empty where nothing is to be said
	Notes []string `json:"notes" validate:"required" example:"read as FLOP/s, as FP16 is a floating-point format"`
	// id of the conflict that it is in; null where no other claim disagrees
	ConflictID *string `json:"conflict_id" validate:"required" example:"c_q5ravcbyh6xw2m7k4znt" extensions:"x-nullable"`
	// where it stands
	Source SourceView `json:"source" validate:"required"`
}

// DeviceRefView is a device that something is said of.
type DeviceRefView struct {
	// its id, to be used as device
	ID string `json:"id" validate:"required" example:"nvidia-h100"`
	// its name
	Name string `json:"name" validate:"required" example:"NVIDIA H100"`
	// who makes it; null if that is unknown
	Vendor *string `json:"vendor" validate:"required" example:"NVIDIA" extensions:"x-nullable"`
	// what sort of device it is, such as gpu; unknown if no source says
	Class string `json:"class" validate:"required" example:"gpu"`
	// id of the device that it is a SKU of; null where it is none
	Family *string `json:"family" validate:"required" example:"nvidia-hopper" extensions:"x-nullable"`
	// whether documents brought it, and no lexicon has it
	Discovered bool `json:"discovered" validate:"required" example:"false"`
}

// AttributeRefView is an attribute that something is said in.
type AttributeRefView struct {
	// its id, to be used as attribute
	ID string `json:"id" validate:"required" example:"memory_bandwidth"`
	// its name
	Name string `json:"name" validate:"required" example:"Memory bandwidth"`
	// whether documents brought it, and no lexicon has it
	Discovered bool `json:"discovered" validate:"required" example:"false"`
}

// DeviceMentionView is a device and the words by which the source names it.
type DeviceMentionView struct {
	// its id, to be used as device
	ID string `json:"id" validate:"required" example:"nvidia-h100"`
	// its name
	Name string `json:"name" validate:"required" example:"NVIDIA H100"`
	// how the source calls it
	Written string `json:"written" validate:"required" example:"H100"`
	// who makes it; null if that is unknown
	Vendor *string `json:"vendor" validate:"required" example:"NVIDIA" extensions:"x-nullable"`
	// what sort of device it is, such as gpu; unknown if no source says
	Class string `json:"class" validate:"required" example:"gpu"`
	// id of the device that it is a SKU of; null where it is none
	Family *string `json:"family" validate:"required" example:"nvidia-hopper" extensions:"x-nullable"`
	// whether documents brought it, and no lexicon has it
	Discovered bool `json:"discovered" validate:"required" example:"false"`
}

// AttributeMentionView is an attribute and the words by which the source names
// it.
type AttributeMentionView struct {
	// its id, to be used as attribute
	ID string `json:"id" validate:"required" example:"compute_throughput"`
	// its name
	Name string `json:"name" validate:"required" example:"Compute throughput"`
	// how the source calls it
	Written string `json:"written" validate:"required" example:"FP16"`
	// whether documents brought it, and no lexicon has it
	Discovered bool `json:"discovered" validate:"required" example:"false"`
}

// ValueView is a number with its unit; text stays as the source writes it. Step
// is one unit of the last digit that is written, null if that is unknown.
type ValueView struct {
	// the value as its source writes it
	Text string `json:"text" validate:"required" example:"1,979 TFLOPS"`
	// least value, in unit; null where that side is open
	Min *float64 `json:"min" validate:"required" example:"1979" extensions:"x-nullable"`
	// greatest value, in unit; null where that side is open
	Max *float64 `json:"max" validate:"required" example:"1979" extensions:"x-nullable"`
	// unit of min, max and step; null where none is stated
	Unit *string `json:"unit" validate:"required" example:"TFLOPS" extensions:"x-nullable"`
	// one unit of the last digit that is written, in unit: 0.01 of 3.35; null if that is unknown
	Step *float64 `json:"step" validate:"required" example:"1" extensions:"x-nullable"`
	// how exactly the number is meant
	Qualifier string `json:"qualifier" validate:"required" example:"exact" enums:"exact,approx,up_to,at_least,less_than,range"`
}

// BoundsView is an interval in one unit; null is an open bound, or an unknown
// unit.
type BoundsView struct {
	// least value, in unit; null where that side is open, or the unit not known
	Min *float64 `json:"min" validate:"required" example:"1979000000000000" extensions:"x-nullable"`
	// greatest value, in unit; null where that side is open, or the unit not known
	Max *float64 `json:"max" validate:"required" example:"1979000000000000" extensions:"x-nullable"`
	// the base unit; null where the unit is not known
	Unit *string `json:"unit" validate:"required" example:"FLOP/s" extensions:"x-nullable"`
}

func viewSpec(s quarry.Spec) SpecView {
	return SpecView{
		ID: string(s.ID), Kind: string(quarry.EntrySpec), Device: viewDeviceMention(s.Device),
		Attribute: AttributeMentionView{
			ID: string(s.Attribute.ID), Name: s.Attribute.Name, Written: s.Attribute.Written,
			Discovered: s.Attribute.Discovered,
		},
		Conditions: viewConditions(s.Conditions), Value: viewValue(s.Value),
		Normalized: BoundsView{Min: s.Normalized.Min, Max: s.Normalized.Max, Unit: nullable(s.Normalized.Unit)},
		Confidence: s.Confidence, Difficulty: nullable(s.Grade.Difficulty), DifficultySource: string(s.Grade.Source),
		Topics: texts(s.Topics), Notes: texts(s.Notes), ConflictID: nullable(s.ConflictID), Source: viewSource(s.Source),
	}
}

func viewValue(q quarry.Quantity) ValueView {
	view := ValueView{
		Text: q.Text, Min: q.Min, Max: q.Max, Unit: nullable(q.Unit), Qualifier: string(q.Qualifier),
	}
	if q.Step != 0 {
		view.Step = &q.Step
	}
	return view
}

func viewConditions(conditions quarry.Conditions) map[string]string {
	view := make(map[string]string, len(conditions))
	for axis, value := range conditions {
		view[string(axis)] = value
	}
	return view
}

func viewDeviceRef(d quarry.Device) DeviceRefView {
	return DeviceRefView{
		ID: string(d.ID), Name: d.Name, Vendor: nullable(d.Vendor), Class: string(d.Class),
		Family: nullable(d.Family), Discovered: d.Discovered,
	}
}

func viewAttributeRef(a quarry.Attribute) AttributeRefView {
	return AttributeRefView{ID: string(a.ID), Name: a.Name, Discovered: a.Discovered}
}

func viewDeviceMention(d quarry.DeviceMention) DeviceMentionView {
	return DeviceMentionView{
		ID: string(d.ID), Name: d.Name, Written: d.Written, Vendor: nullable(d.Vendor),
		Class: string(d.Class), Family: nullable(d.Family), Discovered: d.Discovered,
	}
}

// listSpecs answers a part of the specs.
//
//	@ID				listSpecs
//	@Summary		List specs
//	@Description	Specs in the order of path, line and id. With `unit` the value's bounds are converted where the unit can hold them, and its text stays as written; `min` and `max` match every claim whose interval meets theirs, an open bound counting as infinite.
//	@Tags			specs
//	@Produce		json
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
//	@Param			topic		query		[]string	false	"topics; a parent stands for its children too"				collectionFormat(csv)
//	@Param			difficulty	query		[]string	false	"difficulties; entries of unknown difficulty never match"	collectionFormat(csv)	Enums(easy,medium,hard)
//	@Param			document	query		[]string	false	"document ids or paths, a comma within one as `\,`; an unknown one is noted"			collectionFormat(csv)	example(notes/gpu.md)
//	@Param			collection	query		[]string	false	"collections, a comma within one as `\,`"												collectionFormat(csv)	example(main)
//	@Param			limit		query		integer		false	"specs per page"											minimum(1)	maximum(100)	default(20)
//	@Param			cursor		query		string		false	"next_cursor of the page before; it goes with the filters of that page"	example(kUw1mM8bqXd7InAiOiJncHUubWQifQ)
//	@Success		200			{object}	List[SpecView]
//	@Success		304			"the caller has this answer already"
//	@Router			/v1/specs [get]
func (s *Server) listSpecs(c *gin.Context) {
	serveList(s, c, s.read.Specs.Specs, s.viewSpecIn(s.askedUnit(newParameters(c))))
}

// viewSpecIn shows specs in a unit; one of another kind of quantity as it is.
func (s *Server) viewSpecIn(unit string) func(quarry.Spec) SpecView {
	return func(spec quarry.Spec) SpecView {
		converted, err := s.inUnit(spec, unit)
		if err != nil {
			return viewSpec(spec)
		}
		return viewSpec(converted)
	}
}

// getSpec answers one spec.
//
//	@ID				getSpec
//	@Summary		Read one spec
//	@Description	One spec by its id, its value converted where a unit is given; a unit that the value cannot be shown in is refused.
//	@Tags			specs
//	@Produce		json
//	@Param			id		path		string	true	"spec id"	example(s_7k4zntq5ravcbyh6xw2m)
//	@Param			unit	query		string	false	"unit to convert to"
//	@Success		200		{object}	SpecView
//	@Success		304		"the caller has this answer already"
//	@Failure		404		{object}	Problem
//	@Router			/v1/specs/{id} [get]
func (s *Server) getSpec(c *gin.Context) {
	p := newParameters(c)
	unit := s.bindUnit(p, measured{})
	if err := p.err(); err != nil {
		s.fail(c, err)
		return
	}
	serveOne(s, c, func(ctx context.Context, id quarry.SpecID) (quarry.Spec, quarry.Sequence, error) {
		spec, revision, err := s.read.Specs.Spec(ctx, id)
		if err != nil {
			return spec, revision, err
		}
		converted, err := s.inUnit(spec, unit)
		if err != nil {
			s.refuseUnit(p, fmt.Sprintf("%q", spec.Value.Text), func(u quantity.Unit) bool {
				_, err := s.inUnit(spec, u.Symbol)
				return err == nil
			})
		}
		return converted, revision, p.err()
	}, viewSpec)
}

// inUnit converts the value's bounds and its step, where a unit is asked for.
func (s *Server) inUnit(spec quarry.Spec, unit string) (quarry.Spec, error) {
	if unit == "" {
		return spec, nil
	}
	value, err := s.lexicon.ValueIn(spec, unit)
	if err != nil {
		return spec, err
	}
	spec.Value = value
	return spec, nil
}

// verifySpec holds a spec against its source.
//
//	@ID				verifySpec
//	@Summary		Verify a spec
//	@Description	Does the stored text really say this? Device, attribute and value, each as written, are held against quote, context and headings.
//	@Tags			specs
//	@Produce		json
//	@Param			id		path		string	true	"spec id"	example(s_7k4zntq5ravcbyh6xw2m)
//	@Success		200		{object}	VerificationView
//	@Success		304		"the caller has this answer already"
//	@Failure		404		{object}	Problem
//	@Router			/v1/specs/{id}/verify [get]
func (s *Server) verifySpec(c *gin.Context) { s.serveVerify(c, quarry.EntrySpec) }
