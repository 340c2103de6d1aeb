package derive

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
)

// slip is a way in which two claims come to differ by a known factor.
type slip struct {
	factor float64
	within float64 // by how much the ratio may be off, as a share
	hint   string
	of     func(quarry.Conflict) bool // what the factor means this of
}

// Numbers are rounded before they are copied, so that few ratios are exact.
const (
	nearly  = 0.015
	closely = 0.003 // where another factor is near
)

// slips returns the ways that are known, the likeliest first. What they say is
// what may be, not what is.
func slips() []slip {
	return []slip{
		{2, nearly, "2:1: one of them may count on sparsity", maySparse},
		{2, nearly, "2:1: one of them may count both directions", mayAddDirections},
		{1000, nearly, "1,000:1: perhaps a slip of the unit's prefix", always},
		{1024, nearly, "1,024:1: perhaps a slip of the unit's prefix", always},
		{1e6, nearly, "1,000,000:1: perhaps a slip of the unit's prefix", always},
		{1.024, closely, "1.024:1: perhaps a decimal prefix taken for a binary one", ofData},
		{1.048576, closely, "1.049:1: perhaps decimal prefixes taken for binary ones", ofData},
		{1.073741824, closely, "1.074:1: perhaps decimal prefixes taken for binary ones", ofData},
		{1.099511627776, closely, "1.1:1: perhaps decimal prefixes taken for binary ones", ofData},
		{8, nearly, "8:1: perhaps bits taken for bytes, or a system of eight for one of them", ofData},
		{8, nearly, "8:1: perhaps a system of eight for one of them", mayAddUp},
	}
}

// variants are what the claims of a conflict say, each once. Of claims that say
// more than a few things it cannot be told how they came to differ.
type variants struct {
	all  map[edges]interval
	many bool
}

// edges tell two intervals apart, also where they come of other numbers: "about
// 100" and "90 to 110".
type edges struct {
	low, high, least, most float64
	engine                 string
}

const mostVariants = 5

func (v *variants) add(may interval) {
	says := edges{may.low, may.high, may.low, may.high, may.engine}
	if may.written.Min != nil {
		says.least = *may.written.Min
	}
	if may.written.Max != nil {
		says.most = *may.written.Max
	}
	if _, known := v.all[says]; known || v.many {
		return
	}
	if v.all == nil {
		v.all = map[edges]interval{}
	}
	v.all[says] = may
	v.many = len(v.all) > mostVariants
}

// hint says what may be the causes of a conflict, the likeliest first; "" where
// no two claims differ by a known slip.
func (v *variants) hint(c quarry.Conflict) string {
	if v.many {
		return ""
	}
	var ratios []float64 // of any two that contradict each other, the greatest first
	for _, low := range v.all {
		for _, high := range v.all {
			if !apart(high.engine, low.engine, high.low, low.high) {
				continue
			}
			if r := ratio(*high.written.Min, *low.written.Max); r != nil {
				ratios = append(ratios, *r)
			}
		}
	}
	slices.SortFunc(ratios, func(a, b float64) int { return cmp.Compare(b, a) })
	var hints []string
	factors := map[float64]bool{}
	for _, s := range slips() {
		fits := func(ratio float64) bool { return math.Abs(ratio/s.factor-1) <= s.within }
		if !factors[s.factor] && s.of(c) && slices.ContainsFunc(ratios, fits) {
			factors[s.factor] = true
			hints = append(hints, s.hint)
		}
	}
	if len(hints) == 0 && mayBeOfPart(c) {
		if parts := slices.IndexFunc(ratios, isPartCount); parts >= 0 {
			hints = append(hints, fmt.Sprintf("%.0f:1: perhaps one of them is of a part, of which the whole has as many", ratios[parts]))
		}
	}
	return strings.Join(hints, "; ")
}

// isPartCount reports whether a whole may have as many parts: a number of them, neither fewer than
// four, for smaller ratios of small numbers are mostly whole ones, nor more than a thousand.
func isPartCount(ratio float64) bool {
	const fewest, most, noise = 4, 1000, 1e-9
	return ratio >= fewest && ratio <= most && math.Abs(ratio-math.Round(ratio)) <= noise*ratio
}

// mayBeOfPart holds for what a whole has more of than its parts, where it is not stated of
// which of them a number is.
func mayBeOfPart(c quarry.Conflict) bool {
	return (mayAddUp(c) || ofData(c)) && c.Unit != "USD" && c.Conditions.Value(quarry.AxisPer) == quarry.Unstated
}

func always(quarry.Conflict) bool { return true }

// maySparse holds for a throughput of which it is not stated whether it is a dense
// one.
func maySparse(c quarry.Conflict) bool {
	operations := strings.HasPrefix(c.Unit, "FLOP/s") || strings.HasPrefix(c.Unit, "OP/s")
	return operations && c.Conditions[quarry.AxisSparsity] == quarry.Unstated
}

// mayAddDirections holds for a data rate of which it is not stated how many
// directions it counts.
func mayAddDirections(c quarry.Conflict) bool {
	_, stated := c.Conditions[quarry.AxisDirection]
	return (c.Unit == "B/s" || c.Unit == "bit/s") && !stated
}

func ofData(c quarry.Conflict) bool {
	return slices.Contains([]string{"B", "bit", "B/s", "bit/s"}, c.Unit)
}

// mayAddUp holds for what a system has more of than its parts: not for a length,
// a time or a clock.
func mayAddUp(c quarry.Conflict) bool {
	return slices.Contains([]string{"FLOP/s", "OP/s", "W", "USD", "1"}, c.Unit)
}
