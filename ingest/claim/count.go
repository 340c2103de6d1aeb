package claim

import (
	"math"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/quantity"
	"github.com/quarrykb/quarry/internal/text"
)

// countsIn reports whether numbers under a label count things, for all that is
// known: all that it may mean are counts, or it is unknown and ends in a
// plural, "Uplinks".
func (r *Reader) countsIn(attributes []quarry.Attribute, bare string) bool {
	if len(attributes) == 0 {
		return r.isPlural(bare)
	}
	return !slices.ContainsFunc(attributes, func(a quarry.Attribute) bool { return !isCount(a) })
}

// isPlural reports whether a name ends in a word for several things, and not for
// how fast they are.
func (r *Reader) isPlural(name string) bool {
	word := name[strings.LastIndexByte(name, ' ')+1:]
	return r.english.IsPlural(word) && !r.cues[pluralMeasures].Has(strings.ToLower(word))
}

// isFew reports whether a number is a small whole one, as things are counted.
func isFew(q *quarry.Quantity) bool {
	const many = 100
	return q.Min != nil && q.Max != nil && *q.Min >= 0 && *q.Max < many && *q.Min == math.Trunc(*q.Min) && *q.Max == math.Trunc(*q.Max)
}

// asCount reads how many things there are where each of them is told with what it
// has, or what it is: "256x200GbE" ports are 256, and so are "4x NVMe" drives
// four. What each of them has is not multiplied.
func (r *Reader) asCount(q *quarry.Quantity, behind string) bool {
	if q.Unit == multiplier {
		behind = strings.TrimLeft(behind, " ")
		if q.Min == nil || *q.Min != float64(int(*q.Min)) || behind == "" || !text.IsUpper(behind[0]) {
			return false
		}
		q.Unit, q.Text = "", strings.TrimRight(q.Text, "xX× ")
		return true
	}
	kind := r.kindOf(q.Unit)
	factors := quantity.FactorsOf(q.Text)
	if len(factors) != 2 || kind == kindOfCounts {
		return false
	}
	count, ok := r.lexicon.ReadQuantity(factors[0])
	if !ok || count.Unit != "" || count.Min == nil || count.Max == nil || q.Min == nil || q.Max == nil {
		return false
	}
	q.Bounds, q.Step = count.Bounds, count.Step
	return true
}

// isRate reports whether a unit is one of data in a time, as ports have it.
func (r *Reader) isRate(unit string) bool {
	return isOfData(r.kindOf(unit)) || unit == multiplier
}

// isOfData reports whether a kind is of data in a time.
func isOfData(kind quarry.QuantityKind) bool { return kind == "bit_rate" || kind == "data_rate" }

// tellsLanes reports whether a number is the generation of a link before its lanes,
// "5.0 x16", or both multiplied.
func tellsLanes(q *quarry.Quantity, rest string) bool {
	if rest == "" {
		return len(quantity.FactorsOf(q.Text)) > 1
	}
	return (rest[0] == 'x' || rest[0] == 'X') && isNumeral(rest[1:])
}

// countThings reads the numbers of a line as counts where its key says that they
// are.
func (r *Reader) countThings(style quantity.NumberStyle, s *statement, key meaning, label string) {
	if !r.countsIn(key.attributes, label) || label == "" {
		return
	}
	for i := range s.numbers {
		n := &s.numbers[i]
		if n.Unit != "" && (len(key.attributes) > 0 || r.isRate(n.Unit)) {
			each, rate := r.eachOf(style, n.Text), r.isRate(n.Unit)
			if r.asCount(&n.Quantity, s.text[n.end:]) && rate {
				n.each = each
			}
		}
	}
}
