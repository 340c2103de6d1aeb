package compare

import (
	"cmp"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/lexicon"
	"github.com/quarrykb/quarry/internal/quantity"
)

// Comparison is what sources claim of several devices in one attribute and at
// one precision, side by side.
type Comparison struct {
	Attribute  quarry.Attribute  // of several names that documents have for it, the first in the order of the alphabet
	Conditions quarry.Conditions // that all claims share; the others are named in Reason
	Unit       string            // of the cells' bounds; "" where the claims have none
	Cells      []Cell
	Ratios     []*float64 // the first cell's value ÷ each cell's, as paired; nil where there is none
	Pairs      []*Pair    // what each ratio is of; nil where there is none
	Nearest    []*Pair    // where there is none because conditions differ: the nearest pair
	Reason     string     // why the numbers cannot be held against each other; "" where they can
}

// Cell is what is claimed of one device and its SKUs, as far as it is
// in the comparison's kind of unit. Its greatest value is the greatest that is
// claimed, open only where every claim leaves it open: who says "more than 4"
// takes nothing from who says 8. So is its least value, but who says "less than
// 4" leaves open how much less: where all others say more, it is open.
type Cell struct {
	quarry.Bounds

	Device   quarry.DeviceID
	Claims   []quarry.Spec // in the order in which they were given
	Best     *quarry.Spec  // the one of them that leads: which the ratio is of, or the best one; nil where there is none
	Conflict bool          // another claim disagrees with one of them
}

// Comparable reports whether the numbers can be held against each other.
func (c Comparison) Comparable() bool { return c.Reason == "" }

// Request says what is compared, and how it is shown.
type Request struct {
	Devices    []quarry.Device
	Attributes []quarry.AttributeID // in whose order the comparisons come; none: the lexicon's order
	Unit       string               // of those comparisons that can be shown in it; "" for the claims' own
}

// Of sets claims of several devices side by side: a comparison for each attribute and
// precision, for each currency of a price, for numbers of parts where there are others of
// the whole, and for each basis that is stated of every device; those of which every device has a claim come first. A device means its SKUs too.
// What the claims that lead do not share, a condition, a kind of unit, a SKU, is named as the
// reason why they cannot be compared: nothing is assumed to be equal because no source says
// that it differs.
func Of(l *lexicon.Lexicon, r Request, claims []quarry.Spec) []Comparison {
	cellsOf := make(map[quarry.DeviceID][]int, len(r.Devices))
	for i, device := range r.Devices {
		for _, id := range l.DeviceFamily(device.ID) {
			cellsOf[id] = append(cellsOf[id], i)
		}
	}
	type subject struct {
		attribute quarry.AttributeID
		precision string
	}
	at := map[subject]int{}
	var rows []Comparison
	for _, claim := range claims {
		of := subject{claim.Attribute.ID, claim.Conditions[quarry.AxisPrecision]}
		row, known := at[of]
		if !known {
			row = len(rows)
			at[of] = row
			cells := make([]Cell, len(r.Devices))
			for i, device := range r.Devices {
				cells[i].Device = device.ID
			}
			rows = append(rows, Comparison{Attribute: claim.Attribute.Attribute, Cells: cells})
		}
		rows[row].Attribute.Name = min(rows[row].Attribute.Name, claim.Attribute.Name)
		for _, cell := range cellsOf[claim.Device.ID] {
			rows[row].Cells[cell].Claims = append(rows[row].Cells[cell].Claims, claim)
		}
	}
	var parted []Comparison
	for _, row := range rows {
		for _, part := range row.byCurrency() {
			for _, of := range part.byPart(l) {
				parted = append(parted, of.byBasis()...)
			}
		}
	}
	rows = parted
	for i := range rows {
		comparing{lexicon: l, devices: r.Devices, row: &rows[i]}.judge(r.Unit)
	}
	sortComparisons(l, rows, r.Attributes)
	findNearest(rows)
	return rows
}

// filled counts the cells that have claims.
func (c Comparison) filled() int {
	count := 0
	for _, cell := range c.Cells {
		count += min(len(cell.Claims), 1)
	}
	return count
}

// sortComparisons puts those that all devices fill first, then goes by
// attribute and precision.
func sortComparisons(l *lexicon.Lexicon, rows []Comparison, wanted []quarry.AttributeID) {
	place := make(map[quarry.AttributeID]int, len(l.Attributes()))
	for i, id := range wanted {
		place[id] = i
	}
	if len(wanted) == 0 {
		for i, attribute := range l.Attributes() {
			place[attribute.ID] = i
		}
	}
	rank := func(c Comparison) int {
		if at, known := place[c.Attribute.ID]; known {
			return at
		}
		return len(place) // discovered ones last, by id
	}
	slices.SortStableFunc(rows, func(a, b Comparison) int {
		return cmp.Or(
			cmp.Compare(min(len(b.Cells), b.filled())/len(b.Cells), min(len(a.Cells), a.filled())/len(a.Cells)),
			cmp.Compare(rank(a), rank(b)), cmp.Compare(a.Attribute.ID, b.Attribute.ID),
			cmp.Compare(a.Conditions[quarry.AxisPrecision], b.Conditions[quarry.AxisPrecision]))
	})
}

// comparing fills in a comparison whose cells have their claims.
type comparing struct {
	lexicon   *lexicon.Lexicon
	devices   []quarry.Device
	row       *Comparison
	dimension string // the kind of unit that is compared, as dimensionOf has it
}

// judge chooses the unit, works out bounds and ratios, and says why they may
// mean little.
func (c comparing) judge(unit string) {
	c.dimension = c.commonDimension(unit)
	c.row.Unit = c.unit(unit)
	for i := range c.row.Cells {
		c.bound(&c.row.Cells[i])
	}
	c.lead()
	c.row.Ratios = make([]*float64, len(c.row.Cells))
	for i, pair := range c.row.Pairs {
		if pair != nil {
			c.row.Ratios[i] = &pair.Ratio
		}
	}
	c.row.Conditions = quarry.Conditions{} //nolint:exhaustive // what all claims share
	reasons := slices.Concat(c.gaps(), c.foreignUnits(), c.conditions(), c.unpaired(), c.skus(), c.conflicts(), c.openEnds(), c.ratioless())
	c.row.Reason = strings.Join(reasons, "; ")
}

// dimensionOf names the kind of unit in which a claim is made: what is of one
// dimension can be converted, rates of bits to those of bytes among it.
func dimensionOf(claim quarry.Spec) string {
	if base := claim.Normalized.Unit; base != "" {
		return quarry.Dimension(base)
	}
	return "written " + claim.Value.Unit
}

// commonDimension returns that of the unit that is asked for, where a claim is
// of it; otherwise the one that most devices are claimed in, of equals the first.
func (c comparing) commonDimension(wanted string) string {
	asked, known := c.lexicon.FindUnit(wanted)
	cellsOf := map[string]int{}
	for _, cell := range c.row.Cells {
		dimensions := map[string]bool{}
		for _, claim := range cell.Claims {
			dimensions[dimensionOf(claim)] = true
		}
		for dimension := range dimensions {
			cellsOf[dimension]++
		}
	}
	if base := quarry.Dimension(asked.Base); known && cellsOf[base] > 0 {
		return base
	}
	best := ""
	for claim := range c.claims() {
		if of := dimensionOf(claim); cellsOf[of] > cellsOf[best] {
			best = of
		}
	}
	return best
}

// claims goes over all claims, cell by cell.
func (c comparing) claims() func(yield func(quarry.Spec) bool) {
	return func(yield func(quarry.Spec) bool) {
		for _, cell := range c.row.Cells {
			for _, claim := range cell.Claims {
				if !yield(claim) {
					return
				}
			}
		}
	}
}

// unit returns the unit of the cells: the one that is asked for, or that of the
// first claim, where the claims can be shown in it.
func (c comparing) unit(wanted string) string {
	if unit, known := c.lexicon.FindUnit(wanted); known && quarry.Dimension(unit.Base) == c.dimension {
		return unit.Symbol
	}
	for claim := range c.claims() {
		if dimensionOf(claim) != c.dimension {
			continue
		}
		unit, known := c.lexicon.FindUnit(claim.Value.Unit)
		if claim.Normalized.Unit == "" || known && quarry.Dimension(unit.Base) == c.dimension {
			return claim.Value.Unit
		}
	}
	return c.dimension
}

// shown returns a claim's value in the unit of the cells, open where its
// qualifier leaves it open.
func (c comparing) shown(claim quarry.Spec) (quarry.Quantity, bool) {
	if dimensionOf(claim) != c.dimension {
		return quarry.Quantity{}, false
	}
	value, ok := claim.Value, true // in an unknown unit, as all of its dimension are
	if claim.Normalized.Unit != "" {
		converted, err := c.lexicon.ValueIn(claim, c.row.Unit)
		value = converted
		if err != nil {
			value.Bounds, value.Step = claim.Normalized, 0
			ok = claim.Normalized.Unit == c.row.Unit
		}
	}
	value.Bounds = value.Claimed()
	return value, ok
}

// bound works out from where to where the claims of a cell go.
func (c comparing) bound(cell *Cell) {
	cell.Bounds = quarry.Bounds{Unit: c.row.Unit}
	var ceiling *float64 // the least that a claim ends with which is open below
	for _, claim := range cell.Claims {
		cell.Conflict = cell.Conflict || claim.ConflictID != ""
		value, ok := c.shown(claim)
		if !ok {
			continue
		}
		if value.Min == nil {
			ceiling = lesser(ceiling, value.Max)
		}
		cell.Min, cell.Max = lesser(cell.Min, value.Min), greater(cell.Max, value.Max)
	}
	if ceiling != nil && cell.Min != nil && *ceiling < *cell.Min {
		cell.Min = nil
	}
}

// lesser returns the lower of two bounds; an open one gives way.
func lesser(a, b *float64) *float64 {
	if a == nil || b != nil && *b < *a {
		return b
	}
	return a
}

// greater returns the higher of two bounds; an open one gives way.
func greater(a, b *float64) *float64 {
	if a == nil || b != nil && *b > *a {
		return b
	}
	return a
}

// comparedUnit is the unit of the cells, or the zero one where it is not known.
func (c comparing) comparedUnit() quantity.Unit {
	if unit, known := c.lexicon.FindUnit(c.row.Unit); known && unit.Base == c.dimension {
		return unit
	}
	return quantity.Unit{}
}

// isNegative reports whether any value is less than nothing.
func (c Cell) isNegative() bool {
	return c.Min != nil && *c.Min < 0 || c.Max != nil && *c.Max < 0
}
