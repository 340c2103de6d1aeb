package read

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/gin-gonic/gin"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/api/bind"
	"github.com/quarrykb/quarry/api/compare"
	"github.com/quarrykb/quarry/api/rest"
	"github.com/quarrykb/quarry/api/view"
)

// What a comparison shows at most. Bounds, ratios and reasons rest on all
// claims, shown or not.
const (
	fewestCompared    = 2
	mostCompared      = 8
	mostCompareRows   = 200
	mostClaimsPerCell = 50
)

// CompareSpecs answers what is claimed of several devices, side by side.
//
//	@Summary		Compare devices
//	@Description	A row for each attribute and precision, for each currency of a price, for numbers of parts beside those of the whole, and for each basis that is stated of all devices, with a cell for each device and its SKUs; rows that all devices fill come first. `ratios` divides the first device's value by each device's, `ratio` by that of the second where there are two: of the claims that `pairs` names, of equal conditions where there are such; null where what is stated of both differs, and then `pairs` has the nearest pair that has a ratio. `best_claim` of a cell is the claim that leads, which the ratio is of. What all claims share stands in `conditions`, whatever axes they have; a row in which those that lead do not state the same, sources disagree, a device has no claim or one SKU speaks for others that differ, is not `comparable`, and names in `reason` whom that concerns.
//	@Param			devices		query		[]string	true	"two to eight different device ids, names or aliases, a comma within one as `\,`"	collectionFormat(csv)	example(b200,mi300x)
//	@Param			attributes	query		[]string	false	"attribute ids or names, those first that a device has, as its documents call them, or number formats: fp16, fp8 throughput; all that any of the devices has where left out"				collectionFormat(csv)	example(memory_bandwidth)
//	@Param			precision	query		[]string	false	"number formats that the values are for, by any name, or none; an unknown one is noted"	collectionFormat(csv)
//	@Param			sparsity	query		[]string	false	"whether the values count on sparsity"	collectionFormat(csv)	Enums(dense,sparse,unstated)
//	@Param			condition	query		[]string	false	"further conditions that are stated, an axis and its value each: clock:boost"	collectionFormat(csv)
//	@Param			collection	query		[]string	false	"collections that the claims stand in, a comma within one as `\,`; one that holds nothing is noted"	collectionFormat(csv)
//	@Param			min_confidence	query	number		false	"least confidence that the source states a claim so, from 0 to 1"	minimum(0)	maximum(1)
//	@Param			unit		query		string		false	"unit to convert to, where a row can be shown in it; refused where none of the attributes asked for can be"	example(TB/s)
//	@Success		200			{object}	view.Comparison
//	@Failure		404			{object}	view.Problem
//	@Failure		413			{object}	view.Problem
//	@Router			/v1/specs/compare [get]
func (h *Handlers) CompareSpecs(c *gin.Context) error {
	ctx := c.Request.Context()
	asked, err := h.bindCompare(ctx, rest.NewParameters(c))
	if err != nil {
		return err
	}
	claims, revision, err := h.Store.ClaimsOf(ctx, asked.family, asked.narrowed)
	if err != nil {
		return fmt.Errorf("read the claims to compare: %w", err)
	}
	claims = slices.DeleteFunc(claims, func(claim quarry.Spec) bool {
		about := func(s bind.Subject) bool { return s.Has(claim) }
		return !asked.allows(claim) || len(asked.subjects) > 0 && !slices.ContainsFunc(asked.subjects, about)
	})
	for _, subject := range asked.subjects {
		if err := h.noteUnclaimed(ctx, &asked, subject, claims); err != nil {
			return err
		}
	}
	rows := compare.Of(h.Lexicon, asked.Request, claims)
	shown := view.Comparison{Devices: view.Map(asked.Devices, view.NewDeviceRef), Notes: asked.only.Notes}
	if len(rows) > mostCompareRows {
		shown.Notes = append(shown.Notes, fmt.Sprintf(
			"the first %d of %d rows; name attributes to see the others", mostCompareRows, len(rows)))
		rows = rows[:mostCompareRows]
	}
	crowded := false
	shown.Rows = view.Map(rows, func(row compare.Comparison) view.ComparisonRow {
		one := view.ComparisonRow{
			Attribute: view.NewAttributeRef(row.Attribute), Conditions: view.NewConditions(row.Conditions),
			Unit: view.Nullable(row.Unit), Ratios: row.Ratios, Comparable: row.Comparable(),
			Reason: view.Nullable(row.Reason),
			Cells: view.Map(row.Cells, func(cell compare.Cell) view.ComparisonCell {
				crowded = crowded || len(cell.Claims) > mostClaimsPerCell
				shown := view.ComparisonCell{
					DeviceID: string(cell.Device), Min: cell.Min, Max: cell.Max, Conflict: cell.Conflict, ClaimCount: len(cell.Claims),
					Claims: view.Map(cell.Claims[:min(len(cell.Claims), mostClaimsPerCell)], h.viewSpecIn(asked.Unit)),
				}
				if cell.Best != nil {
					best := h.viewSpecIn(asked.Unit)(*cell.Best)
					shown.BestClaim = &best
				}
				return shown
			}),
			Pairs: viewPairs(row),
		}
		if len(row.Ratios) == fewestCompared {
			one.Ratio = row.Ratios[1]
		}
		return one
	})
	if crowded {
		shown.Notes = append(shown.Notes, fmt.Sprintf(
			"a cell shows %d claims at most; /v1/specs lists the others", mostClaimsPerCell))
	}
	return h.AnswerAt(c, revision, shown)
}

// viewPairs shows what the ratios of a row are of, and what stands in for those that are
// missing.
func viewPairs(row compare.Comparison) []view.ComparisonPair {
	shown := []view.ComparisonPair{}
	for i, cell := range row.Cells {
		pair := cmp.Or(row.Pairs[i], row.Nearest[i])
		if i == 0 || pair == nil {
			continue
		}
		shown = append(shown, view.ComparisonPair{
			DeviceID: string(cell.Device), Ratio: pair.Ratio, Values: pair.Values[:], Unit: view.Nullable(pair.Unit),
			Claims:     []string{string(pair.First.ID), string(pair.Other.ID)},
			Conditions: view.NewConditions(pair.Conditions), OneSided: view.Texts(pair.OneSided), Nearest: row.Pairs[i] == nil,
		})
	}
	return shown
}

// comparing is what a caller asks to be compared.
type comparing struct {
	compare.Request

	subjects []bind.Subject       // of which claims are compared; none: of all
	narrowed []quarry.AttributeID // of which alone claims are compared; none where it may be any
	family   []quarry.DeviceID    // the devices with all their SKUs, each once
	only     bind.Asked           // with the precisions, and what is to be noted of them
}

// bindCompare reads what is to be compared. An unknown device is not
// found; one that is named twice is a slip.
func (h *Handlers) bindCompare(ctx context.Context, p *rest.Parameters) (comparing, error) {
	names := p.List("devices")
	if len(names) < fewestCompared || len(names) > mostCompared {
		p.Refuse("devices", fmt.Sprintf("takes %d to %d devices", fewestCompared, mostCompared))
	}
	wanted := comparing{only: bind.Asked{Filter: quarry.Filter{
		Conditions: h.Conditions(p), Collections: p.List("collection"), MinConfidence: p.Share("min_confidence"),
	}}}
	if err := p.Err(); err != nil {
		return wanted, err
	}
	for _, name := range names {
		device, err := h.MustFindDevice(ctx, name)
		if err != nil {
			return wanted, err
		}
		wanted.only.NotePart(name, device)
		if slices.ContainsFunc(wanted.Devices, func(d quarry.Device) bool { return d.ID == device.ID }) {
			p.Refuse("devices", fmt.Sprintf("%q is there twice", name))
		}
		wanted.Devices = append(wanted.Devices, device)
		wanted.family = append(wanted.family, h.Lexicon.DeviceFamily(device.ID)...)
	}
	slices.Sort(wanted.family)
	wanted.family = slices.Compact(wanted.family)
	var err error
	if wanted.subjects, err = h.Subjects(ctx, p, "attributes", wanted.family, false); err != nil {
		return wanted, err
	}
	for _, subject := range wanted.subjects {
		wanted.Attributes = append(wanted.Attributes, subject.Attributes...)
	}
	if !slices.ContainsFunc(wanted.subjects, func(s bind.Subject) bool { return len(s.Attributes) == 0 }) {
		wanted.narrowed = wanted.Attributes
	}
	claimed, err := h.UnitsClaimed(ctx, p, quarry.Filter{Attributes: wanted.narrowed})
	if err != nil {
		return wanted, err
	}
	wanted.Unit = h.Unit(p, claimed)
	if err := p.Err(); err != nil {
		return wanted, err
	}
	h.NotePrecisions(&wanted.only)
	h.NoteConditions(&wanted.only)
	return wanted, h.NotePlaces(ctx, &wanted.only)
}

// allows reports whether a claim is made under the conditions, as surely and in a
// collection as is asked for, whatever it is about.
func (c comparing) allows(claim quarry.Spec) bool {
	if in := c.only.Filter.Collections; len(in) > 0 && !slices.Contains(in, claim.Source.Collection) {
		return false
	}
	if claim.Confidence < c.only.Filter.MinConfidence {
		return false
	}
	for axis, values := range c.only.Filter.Conditions {
		if !slices.Contains(values, claim.Conditions.Value(axis)) {
			return false
		}
	}
	return true
}

// noteUnclaimed says that nothing is claimed of any of the devices in what was asked for,
// where that is so, and which others of that name would have had something.
func (h *Handlers) noteUnclaimed(
	ctx context.Context, asked *comparing, subject bind.Subject, claims []quarry.Spec,
) error {
	others := bind.Namesakes(h.Lexicon, subject.Attributes)
	answers := func(claim quarry.Spec) bool {
		return subject.Has(claim) ||
			slices.ContainsFunc(others, func(n bind.Namesake) bool { return n.ID == claim.Attribute.ID })
	}
	if slices.ContainsFunc(claims, answers) {
		return nil
	}
	noted, err := asked.only.NoteNamesakes(h.Lexicon, subject.Attributes, func(other quarry.AttributeID) (int, error) {
		found, _, err := h.Store.ClaimsOf(ctx, asked.family, []quarry.AttributeID{other})
		found = slices.DeleteFunc(found, func(claim quarry.Spec) bool { return !asked.allows(claim) })
		return len(found), err
	})
	if err != nil {
		return err
	}
	switch {
	case noted:
	case subject.Instead != "":
		asked.only.NoteInstead(subject)
	default:
		asked.only.Note("nothing is claimed in %s", subject.Called)
	}
	return nil
}
