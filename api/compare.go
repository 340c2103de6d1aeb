package api

import (
	"context"
	"fmt"
	"slices"

	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/compare"
)

// ClaimReader reads everything that is claimed of devices: of these attributes,
// or of all where none is named. The claims come by path, line and id.
type ClaimReader interface {
	ClaimsOf(ctx context.Context, devices []quarry.DeviceID, attributes []quarry.AttributeID) (
		[]quarry.Spec, quarry.Sequence, error)
}

// What a comparison shows at most. Bounds, ratios and reasons rest on all
// claims, shown or not.
const (
	fewestCompared    = 2
	mostCompared      = 8
	mostCompareRows   = 200
	mostClaimsPerCell = 50
)

// ComparisonView is what sources claim of several devices, side by side.
type ComparisonView struct {
	// what is compared, in the order in which it was asked for
	Devices []DeviceRefView `json:"devices" validate:"required"`
	// an attribute each, at one precision; those that all devices fill come first
	Rows []ComparisonRowView `json:"rows" validate:"required"`
	// what the caller should know of this answer, such as a filter that is not known; left out where there is nothing
	Notes []string `json:"notes,omitempty" validate:"optional" example:"the first 200 of 312 rows; name attributes to see the others"`
}

// ComparisonRowView is one attribute at one precision, or on one basis where that is stated of all devices. Conditions that not all
// claims share are named in the reason, and ratios are given even then.
type ComparisonRowView struct {
	// what is compared
	Attribute AttributeRefView `json:"attribute" validate:"required"`
	// what all claims of the row share, by axis
	Conditions map[string]string `json:"conditions" validate:"required"`
	// unit of min and max of the cells; null where the claims have none
	Unit *string `json:"unit" validate:"required" example:"TB/s" extensions:"x-nullable"`
	// what is claimed of each device, in the order of devices
	Cells []ComparisonCellView `json:"cells" validate:"required"`
	// of two devices the greatest value of the first divided by that of the second; null where there is none, or more devices
	Ratio *float64 `json:"ratio" validate:"required" example:"1.5094339622642" extensions:"x-nullable"`
	// the greatest value of the first device divided by that of each; null where there is none
	Ratios []*float64 `json:"ratios" validate:"required" example:"1,1.5094339622642" extensions:"x-nullable-items"`
	// whether the ratios mean anything
	Comparable bool `json:"comparable" validate:"required" example:"false"`
	// why the ratios do not mean what they seem to; null where they do
	Reason *string `json:"reason" validate:"required" example:"sources disagree on NVIDIA B200" extensions:"x-nullable"`
}

// ComparisonCellView is what is claimed of one device and its SKUs; null bounds
// are open ones, as the least of "up to 192", or those of a cell without claims.
type ComparisonCellView struct {
	// id of the device
	DeviceID string `json:"device_id" validate:"required" example:"nvidia-b200"`
	// what is claimed of the device and its SKUs; empty where nothing is
	Claims []SpecView `json:"claims" validate:"required"`
	// least value, in the unit of the row; null where that is open or nothing is claimed
	Min *float64 `json:"min" validate:"required" example:"7.7" extensions:"x-nullable"`
	// greatest value, in the unit of the row; null where that is open or nothing is claimed
	Max *float64 `json:"max" validate:"required" example:"8" extensions:"x-nullable"`
	// whether another claim disagrees with one of these
	Conflict bool `json:"conflict" validate:"required" example:"true"`
}

// compareSpecs answers what is claimed of several devices, side by side.
//
//	@ID				compareSpecs
//	@Summary		Compare devices
//	@Description	A row for each attribute and precision, for each currency of a price, and for each basis that is stated of all devices, with a cell for each device and its SKUs; rows that all devices fill come first. `ratios` divides the first device's greatest value by each device's, `ratio` by that of the second where there are two. What the claims share stands in `conditions`, whatever axes they have; a row of which they do not share everything, or disagree, in which a device has no claim or one SKU alone speaks for its family, is not `comparable`, and names in `reason` whom that concerns.
//	@Tags			specs
//	@Produce		json
//	@Param			devices		query		[]string	true	"two to eight different device ids, names or aliases, a comma within one as `\,`"	collectionFormat(csv)	example(b200,mi300x)
//	@Param			attributes	query		[]string	false	"attribute ids or names, those first that a device has, as its documents call them, or number formats: fp16, fp8 throughput; all that any of the devices has where left out"				collectionFormat(csv)	example(memory_bandwidth)
//	@Param			precision	query		[]string	false	"number formats that the values are for, by any name, or none; an unknown one is noted"	collectionFormat(csv)
//	@Param			sparsity	query		[]string	false	"whether the values count on sparsity"	collectionFormat(csv)	Enums(dense,sparse,unstated)
//	@Param			condition	query		[]string	false	"further conditions that are stated, an axis and its value each: clock:boost"	collectionFormat(csv)
//	@Param			collection	query		[]string	false	"collections that the claims stand in, a comma within one as `\,`; one that holds nothing is noted"	collectionFormat(csv)
//	@Param			min_confidence	query	number		false	"least confidence that the source states a claim so, from 0 to 1"	minimum(0)	maximum(1)
//	@Param			unit		query		string		false	"unit to convert to, where a row can be shown in it; refused where none of the attributes asked for can be"	example(TB/s)
//	@Success		200			{object}	ComparisonView
//	@Success		304			"the caller has this answer already"
//	@Failure		404			{object}	Problem
//	@Failure		413			{object}	Problem
//	@Router			/v1/specs/compare [get]
func (s *Server) compareSpecs(c *gin.Context) {
	ctx := c.Request.Context()
	asked, err := s.bindCompare(ctx, newParameters(c))
	if err != nil {
		s.fail(c, err)
		return
	}
	family := s.familyOf(asked.Devices)
	claims, revision, err := s.read.Claims.ClaimsOf(ctx, family, asked.narrowed())
	if err != nil {
		s.fail(c, fmt.Errorf("read the claims to compare: %w", err))
		return
	}
	claims = slices.DeleteFunc(claims, func(claim quarry.Spec) bool { return !asked.has(claim) })
	if err := s.noteUnclaimed(ctx, &asked, family, claims); err != nil {
		s.fail(c, err)
		return
	}
	s.answerAt(c, revision, s.viewComparison(asked, compare.Of(s.lexicon, asked.Request, claims)))
}

func (s *Server) viewComparison(asked comparing, rows []compare.Comparison) ComparisonView {
	view := ComparisonView{Devices: mapped(asked.Devices, viewDeviceRef), Notes: asked.only.notes}
	if len(rows) > mostCompareRows {
		view.Notes = append(view.Notes, fmt.Sprintf(
			"the first %d of %d rows; name attributes to see the others", mostCompareRows, len(rows)))
		rows = rows[:mostCompareRows]
	}
	if slices.ContainsFunc(rows, hasCrowdedCell) {
		view.Notes = append(view.Notes, fmt.Sprintf(
			"a cell shows %d claims at most; /v1/specs lists the others", mostClaimsPerCell))
	}
	view.Rows = mapped(rows, func(row compare.Comparison) ComparisonRowView { return s.viewCompared(row, asked.Unit) })
	return view
}

func hasCrowdedCell(row compare.Comparison) bool {
	return slices.ContainsFunc(row.Cells, func(c compare.Cell) bool { return len(c.Claims) > mostClaimsPerCell })
}

func (s *Server) viewCompared(row compare.Comparison, unit string) ComparisonRowView {
	view := ComparisonRowView{
		Attribute: viewAttributeRef(row.Attribute), Conditions: viewConditions(row.Conditions),
		Unit: nullable(row.Unit), Ratios: row.Ratios, Comparable: row.Comparable(), Reason: nullable(row.Reason),
		Cells: mapped(row.Cells, func(cell compare.Cell) ComparisonCellView {
			return ComparisonCellView{
				DeviceID: string(cell.Device), Min: cell.Min, Max: cell.Max, Conflict: cell.Conflict,
				Claims: mapped(cell.Claims[:min(len(cell.Claims), mostClaimsPerCell)], s.viewSpecIn(unit)),
			}
		}),
	}
	if len(row.Ratios) == fewestCompared {
		view.Ratio = row.Ratios[1]
	}
	return view
}
