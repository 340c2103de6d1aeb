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

// ComparisonRow is one attribute at one precision, or on one basis where that is stated of all devices. Conditions that
// the claims that lead do not share are named in the reason, and ratios are given even then.
type ComparisonRow struct {
	// what is compared
	Attribute AttributeRef `json:"attribute" validate:"required"`
	// what all claims of the row share, by axis
	Conditions map[string]string `json:"conditions" view:"unless=unstated,none" validate:"required"`
	// unit of min and max of the cells; null where the claims have none
	Unit *string `json:"unit" validate:"required" example:"TB/s" extensions:"x-nullable"`
	// what is claimed of each device, in the order of devices
	Cells []ComparisonCell `json:"cells" validate:"required"`
	// of two devices the value of the first divided by that of the second, as paired; null where no claims go together, or there are more devices
	Ratio *float64 `json:"ratio" validate:"required" example:"1.5094339622642" extensions:"x-nullable"`
	// the value of the first device divided by that of each, as paired; null where there is none
	Ratios []*float64 `json:"ratios" validate:"required" example:"1,1.5094339622642" extensions:"x-nullable-items"`
	// what each ratio is of, for every device but the first that has one; and where what is stated of two devices differs, so that they have none, the nearest pair of the attribute that has
	Pairs []ComparisonPair `json:"pairs" view:"some" validate:"optional"`
	// whether the ratios mean anything
	Comparable bool `json:"comparable" validate:"required" example:"false"`
	// why the ratios do not mean what they seem to; null where they do
	Reason *string `json:"reason" validate:"required" example:"sources disagree on NVIDIA B200" extensions:"x-nullable"`
}

// ComparisonPair is two claims that are held against each other: of all that do not contradict each other in what they
// state those of equal conditions, or of the most that are known of both.
type ComparisonPair struct {
	// id of the device that the first one is held against
	DeviceID string `json:"device_id" validate:"required" example:"amd-mi300x"`
	// value of the first device divided by that of this one
	Ratio float64 `json:"ratio" validate:"required" example:"0.7568456478507"`
	// the two values that are divided, the first device's and this one's
	Values []float64 `json:"values" validate:"required" example:"989.5,1307.4"`
	// their unit; null where the claims have none
	Unit *string `json:"unit" validate:"required" example:"TFLOPS" extensions:"x-nullable"`
	// ids of the two claims, the first device's and this one's
	Claims []string `json:"claims" view:"full" validate:"optional" example:"s_7k4zntq5ravcbyh6xw2m,s_ravcbyh6xw2m7k4zntq5"`
	// what both state alike, by axis
	Conditions map[string]string `json:"conditions" view:"unless=unstated,none" validate:"required"`
	// the axes of what only one of them states
	OneSided []string `json:"one_sided" view:"some" validate:"optional" example:"engine"`
	// whether it stands in for a ratio that is null: of other claims than those that lead, or of another row
	Nearest bool `json:"nearest" validate:"required" example:"false"`
}

// ComparisonCell is what is claimed of one device and its SKUs; null bounds
// are open ones, as the least of "up to 192", or those of a cell without claims.
type ComparisonCell struct {
	// id of the device
	DeviceID string `json:"device_id" validate:"required" example:"nvidia-b200"`
	// how many claims there are of the device and its SKUs
	ClaimCount int `json:"claim_count" validate:"required" example:"2" minimum:"0"`
	// the one of them that leads: which the ratio is of, or the best one where there is none, of a SKU where its device is another; null where nothing is claimed
	BestClaim *Spec `json:"best_claim" validate:"required" extensions:"x-nullable"`
	// all of them, the first 50 where there are more; empty where there is none
	Claims []Spec `json:"claims" view:"full" validate:"optional"`
	// least value, in the unit of the row; null where that is open or nothing is claimed
	Min *float64 `json:"min" validate:"required" example:"7.7" extensions:"x-nullable"`
	// greatest value, in the unit of the row; null where that is open or nothing is claimed
	Max *float64 `json:"max" validate:"required" example:"8" extensions:"x-nullable"`
	// whether another claim disagrees with one of these
	Conflict bool `json:"conflict" validate:"required" example:"true"`
}
