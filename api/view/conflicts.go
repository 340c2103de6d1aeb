package view

import "github.com/quarrykb/quarry"

// Conflict is what sources claim of the same thing and disagree on.
type Conflict struct {
	// its id, kept when further claims join it
	ID string `json:"id" validate:"required" example:"c_q5ravcbyh6xw2m7k4znt"`
	// always conflict
	Kind string `json:"kind" validate:"required" example:"conflict" enums:"conflict"`
	// what the claims are about
	Device DeviceRef `json:"device" validate:"required"`
	// what is claimed of the device
	Attribute AttributeRef `json:"attribute" validate:"required"`
	// what is stated of the numbers, by axis; unstated, or none as precision, where the sources do not say
	Conditions map[string]string `json:"conditions" view:"unless=unstated,none" validate:"required"`
	// unit in which the claims are compared; null where they have none
	Unit *string `json:"unit" validate:"required" example:"FLOP/s" extensions:"x-nullable"`
	// the claims by path and line, of many the first ones
	Claims []Spec `json:"claims" validate:"required"`
	// how many claims there are in it
	ClaimCount int `json:"claim_count" validate:"required" example:"2" minimum:"2"`
	// the largest claim divided by the smallest; null where that says nothing, as of a zero
	Ratio *float64 `json:"ratio" validate:"required" example:"2" extensions:"x-nullable"`
	// what may be the cause, where the ratio is that of a known slip; null otherwise
	Hint *string `json:"hint" view:"some" validate:"optional" example:"one may count on 2:1 sparsity, the other not" extensions:"x-nullable"`
	// claims that may be the same one: of a SKU or the family, or with less stated
	Related []Spec `json:"related" view:"full" validate:"optional"`
}

// NewConflict shows a conflict.
func NewConflict(c quarry.Conflict) Conflict {
	return Conflict{
		ID: string(c.ID), Kind: string(quarry.EntryConflict), Device: NewDeviceRef(c.Device),
		Attribute: NewAttributeRef(c.Attribute), Conditions: NewConditions(c.Conditions), Unit: Nullable(c.Unit),
		Claims: Map(c.Claims, NewSpec), ClaimCount: c.ClaimCount, Ratio: c.Ratio, Hint: Nullable(c.Hint),
		Related: Map(c.Related, NewSpec),
	}
}

// ConflictRef names a conflict whose claims stand elsewhere.
type ConflictRef struct {
	// id of the conflict
	ID string `json:"id" validate:"required" example:"c_q5ravcbyh6xw2m7k4znt"`
	// id of the device that it is about: the one asked for, or a SKU
	DeviceID string `json:"device_id" validate:"required" example:"nvidia-h100"`
	// what is stated of the numbers, by axis; unstated, or none as precision, where the sources do not say
	Conditions map[string]string `json:"conditions" view:"unless=unstated,none" validate:"required"`
	// the largest claim divided by the smallest; null where that says nothing, as of a zero
	Ratio *float64 `json:"ratio" validate:"required" example:"2" extensions:"x-nullable"`
	// what may be the cause, where the ratio is that of a known slip; null otherwise
	Hint *string `json:"hint" validate:"required" example:"one may count on 2:1 sparsity, the other not" extensions:"x-nullable"`
	// address of the conflict with its claims, relative to the server
	URL string `json:"url" validate:"required" example:"/v1/conflicts/c_q5ravcbyh6xw2m7k4znt"`
}

func viewConflictRef(c quarry.Conflict) ConflictRef {
	return ConflictRef{
		ID: string(c.ID), DeviceID: string(c.Device.ID), Conditions: NewConditions(c.Conditions),
		Ratio: c.Ratio, Hint: Nullable(c.Hint), URL: "/v1/conflicts/" + string(c.ID),
	}
}
