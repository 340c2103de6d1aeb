package view

import (
	"slices"

	"github.com/quarrykb/quarry"
)

// Spec is one typed value of one attribute of one device.
type Spec struct {
	// its id
	ID string `json:"id" validate:"required" example:"s_7k4zntq5ravcbyh6xw2m"`
	// always spec
	Kind string `json:"kind" validate:"required" example:"spec" enums:"spec"`
	// what it is claimed of
	Device DeviceMention `json:"device" validate:"required"`
	// what is claimed of the device
	Attribute AttributeMention `json:"attribute" validate:"required"`
	// what is stated of the numbers, by axis; unstated, or none as precision, where the sources do not say
	Conditions map[string]string `json:"conditions" view:"unless=unstated,none" validate:"required"`
	// the number as its source writes it, or in the unit that was asked for
	Value Value `json:"value" validate:"required"`
	// the same in the base unit, for computing with; all null where the unit is not known
	Normalized Bounds `json:"normalized" view:"full" validate:"optional"`
	// how likely it is that the source states it so, from 0 to 1
	Confidence float64 `json:"confidence" view:"full" validate:"optional" example:"0.93" minimum:"0" maximum:"1"`
	// how hard it is, as its source says or as is estimated; null where neither is so
	Difficulty *string `json:"difficulty" validate:"required" example:"medium" enums:"easy,medium,hard" extensions:"x-nullable"`
	// where the difficulty comes from: the source (stated), an estimate, or nowhere (none)
	DifficultySource string `json:"difficulty_source" view:"unless=stated,none" validate:"optional" example:"estimated" enums:"none,stated,estimated"`
	// how likely the difficulty is right: 1 where the source states it; null where there is none
	DifficultyConfidence *float64 `json:"difficulty_confidence" view:"full" validate:"optional" example:"0.58" minimum:"0" maximum:"1" extensions:"x-nullable"`
	// ids of its topics in /v1/topics
	Topics []string `json:"topics" validate:"required" example:"memory"`
	// why the number may not be what it seems; empty where nothing is to be said
	Notes []string `json:"notes" view:"full" validate:"optional" example:"read as FLOP/s, as FP16 is a floating-point format"`
	// id of the conflict that it is in; null where no other claim disagrees
	ConflictID *string `json:"conflict_id" view:"some" validate:"optional" example:"c_q5ravcbyh6xw2m7k4znt" extensions:"x-nullable"`
	// true: of all claims in this attribute, at this precision, the one that is told first; left out of the others, and where that was not worked out
	Best bool `json:"best,omitempty" validate:"optional" example:"true"`
	// where it stands
	Source Source `json:"source" validate:"required"`
	// whether a person has named it the better one of those that claim the same; left out where not
	Preferred bool `json:"preferred,omitempty" validate:"optional" example:"true"`
	// what people said of it beside its source, which stands; left out where nothing was said
	Corrected []Correction `json:"corrected,omitempty" view:"some" validate:"optional"`
}

// DeviceName is how a device is called.
type DeviceName struct {
	// its id, to be used as device
	ID string `json:"id" validate:"required" example:"nvidia-h100"`
	// its name
	Name string `json:"name" validate:"required" example:"NVIDIA H100"`
}

// DeviceSort is what sort of device it is.
type DeviceSort struct {
	// who makes it; null if that is unknown
	Vendor *string `json:"vendor" validate:"optional" example:"NVIDIA" extensions:"x-nullable"`
	// what sort of device it is, such as gpu; unknown if no source says
	Class string `json:"class" validate:"optional" example:"gpu"`
	// id of the device that it is a SKU of; null where it is none
	Family *string `json:"family" view:"full" validate:"optional" example:"nvidia-hopper" extensions:"x-nullable"`
	// whether documents brought it, and no lexicon has it
	Discovered bool `json:"discovered" view:"full" validate:"optional" example:"false"`
}

// DeviceRef is a device that something is said of.
type DeviceRef struct {
	DeviceName
	DeviceSort `view:"full"`
}

// AttributeRef is an attribute that something is said in.
type AttributeRef struct {
	// its id, to be used as attribute
	ID string `json:"id" validate:"required" example:"memory_bandwidth"`
	// its name
	Name string `json:"name" validate:"required" example:"Memory bandwidth"`
	// whether documents brought it, and no lexicon has it
	Discovered bool `json:"discovered" view:"full" validate:"optional" example:"false"`
}

// DeviceMention is a device and the words by which the source names it.
type DeviceMention struct {
	DeviceName

	// how the source calls it
	Written string `json:"written" view:"full" validate:"optional" example:"H100"`

	DeviceSort `view:"full"`
}

// AttributeMention is an attribute and the words by which the source names
// it.
type AttributeMention struct {
	// its id, to be used as attribute
	ID string `json:"id" validate:"required" example:"compute_throughput"`
	// its name
	Name string `json:"name" validate:"required" example:"Compute throughput"`
	// how the source calls it
	Written string `json:"written" view:"full" validate:"optional" example:"FP16"`
	// whether documents brought it, and no lexicon has it
	Discovered bool `json:"discovered" view:"full" validate:"optional" example:"false"`
}

// Value is a number with its unit; text stays as the source writes it. Step
// is one unit of the last digit that is written, null if that is unknown.
type Value struct {
	// the value as its source writes it
	Text string `json:"text" validate:"required" example:"1,979 TFLOPS"`
	// least value, in unit; null where that side is open
	Min *float64 `json:"min" validate:"required" example:"1979" extensions:"x-nullable"`
	// greatest value, in unit; null where that side is open
	Max *float64 `json:"max" validate:"required" example:"1979" extensions:"x-nullable"`
	// unit of min, max and step; null where none is stated
	Unit *string `json:"unit" validate:"required" example:"TFLOPS" extensions:"x-nullable"`
	// one unit of the last digit that is written, in unit: 0.01 of 3.35; null if that is unknown
	Step *float64 `json:"step" view:"full" validate:"optional" example:"1" extensions:"x-nullable"`
	// how exactly the number is meant
	Qualifier string `json:"qualifier" view:"full" validate:"optional" example:"exact" enums:"exact,approx,up_to,at_least,less_than,range"`
}

// Bounds is an interval in one unit; null is an open bound, or an unknown
// unit.
type Bounds struct {
	// least value, in unit; null where that side is open, or the unit not known
	Min *float64 `json:"min" validate:"required" example:"1979000000000000" extensions:"x-nullable"`
	// greatest value, in unit; null where that side is open, or the unit not known
	Max *float64 `json:"max" validate:"required" example:"1979000000000000" extensions:"x-nullable"`
	// the base unit; null where the unit is not known
	Unit *string `json:"unit" validate:"required" example:"FLOP/s" extensions:"x-nullable"`
}

// NewSpec shows a spec.
func NewSpec(s quarry.Spec) Spec {
	device := NewDeviceRef(s.Device.Device)
	return Spec{
		ID: string(s.ID), Kind: string(quarry.EntrySpec),
		Device: DeviceMention{DeviceName: device.DeviceName, Written: s.Device.Written, DeviceSort: device.DeviceSort},
		Attribute: AttributeMention{
			ID: string(s.Attribute.ID), Name: s.Attribute.Name, Written: s.Attribute.Written,
			Discovered: s.Attribute.Discovered,
		},
		Conditions: NewConditions(s.Conditions), Value: viewValue(s.Value),
		Normalized: Bounds{Min: s.Normalized.Min, Max: s.Normalized.Max, Unit: Nullable(s.Normalized.Unit)},
		Confidence: s.Confidence, Difficulty: Nullable(s.Grade.Difficulty),
		DifficultySource: string(s.Grade.Source), DifficultyConfidence: ConfidenceOf(s.Grade),
		Topics: Texts(s.Topics), Notes: Texts(s.Notes), ConflictID: Nullable(s.ConflictID),
		Source: NewSource(s.Source), Preferred: s.Preferred, Corrected: newCorrections(s.Corrected),
	}
}

// BestFirst puts those claims first that are told first, and keeps the order of the others.
func BestFirst(specs []Spec) {
	slices.SortStableFunc(specs, func(a, b Spec) int {
		switch {
		case a.Best == b.Best:
			return 0
		case a.Best:
			return -1
		}
		return 1
	})
}

func viewValue(q quarry.Quantity) Value {
	view := Value{
		Text: q.Text, Min: q.Min, Max: q.Max, Unit: Nullable(q.Unit), Qualifier: string(q.Qualifier),
	}
	if q.Step != 0 {
		view.Step = &q.Step
	}
	return view
}

// NewConditions shows conditions.
func NewConditions(conditions quarry.Conditions) map[string]string {
	view := make(map[string]string, len(conditions))
	for axis, value := range conditions {
		view[string(axis)] = value
	}
	return view
}

// NewDeviceRef shows a device that something is said of.
func NewDeviceRef(d quarry.Device) DeviceRef {
	return DeviceRef{
		DeviceName{ID: string(d.ID), Name: d.Name},
		DeviceSort{Vendor: Nullable(d.Vendor), Class: string(d.Class), Family: Nullable(d.Family), Discovered: d.Discovered},
	}
}

// NewAttributeRef shows an attribute that something is said in.
func NewAttributeRef(a quarry.Attribute) AttributeRef {
	return AttributeRef{ID: string(a.ID), Name: a.Name, Discovered: a.Discovered}
}
