package view

// Comparison is what sources claim of several devices, side by side.
type Comparison struct {
	// what is compared, in the order in which it was asked for
	Devices []DeviceRef `json:"devices" validate:"required"`
	// an attribute each, at one precision; those that all devices fill come first
	Rows []ComparisonRow `json:"rows" validate:"required"`
	// what the caller should know of this answer, such as a filter that is not known; left out where there is nothing
	Notes []string `json:"notes,omitempty" validate:"optional" example:"the first 200 of 312 rows; name attributes to see the others"`
}

// ComparisonRow is one attribute at one precision, or on one basis where that is stated of all devices. Conditions that not all
// claims share are named in the reason, and ratios are given even then.
type ComparisonRow struct {
	// what is compared
	Attribute AttributeRef `json:"attribute" validate:"required"`
	// what all claims of the row share, by axis
	Conditions map[string]string `json:"conditions" validate:"required"`
	// unit of min and max of the cells; null where the claims have none
	Unit *string `json:"unit" validate:"required" example:"TB/s" extensions:"x-nullable"`
	// what is claimed of each device, in the order of devices
	Cells []ComparisonCell `json:"cells" validate:"required"`
	// of two devices the greatest value of the first divided by that of the second; null where there is none, or more devices
	Ratio *float64 `json:"ratio" validate:"required" example:"1.5094339622642" extensions:"x-nullable"`
	// the greatest value of the first device divided by that of each; null where there is none
	Ratios []*float64 `json:"ratios" validate:"required" example:"1,1.5094339622642" extensions:"x-nullable-items"`
	// whether the ratios mean anything
	Comparable bool `json:"comparable" validate:"required" example:"false"`
	// why the ratios do not mean what they seem to; null where they do
	Reason *string `json:"reason" validate:"required" example:"sources disagree on NVIDIA B200" extensions:"x-nullable"`
}

// ComparisonCell is what is claimed of one device and its SKUs; null bounds
// are open ones, as the least of "up to 192", or those of a cell without claims.
type ComparisonCell struct {
	// id of the device
	DeviceID string `json:"device_id" validate:"required" example:"nvidia-b200"`
	// what is claimed of the device and its SKUs; empty where nothing is
	Claims []Spec `json:"claims" validate:"required"`
	// least value, in the unit of the row; null where that is open or nothing is claimed
	Min *float64 `json:"min" validate:"required" example:"7.7" extensions:"x-nullable"`
	// greatest value, in the unit of the row; null where that is open or nothing is claimed
	Max *float64 `json:"max" validate:"required" example:"8" extensions:"x-nullable"`
	// whether another claim disagrees with one of these
	Conflict bool `json:"conflict" validate:"required" example:"true"`
}
