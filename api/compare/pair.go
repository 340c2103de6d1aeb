package compare

import (
	"math"
	"slices"
	"strings"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/internal/quantity"
)

// Pair is two claims of two devices that go together: neither states a condition of which
// the other states the contrary.
type Pair struct {
	Ratio      float64 // the first one's greatest value ÷ the other's
	First      quarry.Spec
	Other      quarry.Spec
	Values     [2]float64        // that are divided
	Unit       string            // of the values: that of the row
	Conditions quarry.Conditions // what both state alike
	OneSided   []quarry.Axis     // of what only one of them states
}

// candidate is a claim that may lead its cell: the best one under its conditions.
type candidate struct {
	claim quarry.Spec
	max   float64 // its greatest value, in the unit of the row
	cost  cost    // of leading with it, whatever it is paired with
}

// cost tells which of several choices is the best: the one with less of the first, of equals
// with less of the second, and so on.
type cost [6]int

const (
	unpaired    = iota // devices of which no claim goes together with the first one's
	unpreferred        // claims that no person has preferred
	doubtful           // claims that may be of a part, or count on sparsity without saying so
	alike              // conditions that both state alike, below nothing
	oneSided           // conditions that only one states
	rank               // better claims that there are
)

func (c cost) plus(other cost) cost {
	for i := range c {
		c[i] += other[i]
	}
	return c
}

func (c cost) less(other cost) bool { return slices.Compare(c[:], other[:]) < 0 }

// mostCandidates is of how many conditions the claims of a cell are paired: for the others,
// which are the last ones, nobody would look.
const mostCandidates = 50

// candidates returns those among claims, which are given with the best ones first.
func (c comparing) candidates(ranked []quarry.Spec) []candidate {
	var all []candidate
	known := map[string]bool{}
	for _, claim := range ranked {
		value, ok := c.shown(claim)
		under := strings.Join(claim.Conditions.Pairs(), "\n")
		if !ok || value.Max == nil || known[under] || len(all) == mostCandidates {
			continue
		}
		known[under] = true
		one := candidate{claim: claim, max: *value.Max}
		one.cost[rank] = len(all)
		if !claim.Preferred {
			one.cost[unpreferred] = 1
		}
		if !isOfWhole(c.lexicon, claim) {
			one.cost[doubtful] = 1
		}
		all = append(all, one)
	}
	if quantity.IsArithmetic(c.comparedUnit().Kind) {
		for i := range all {
			if slices.ContainsFunc(all, all[i].isTwice) {
				all[i].cost[doubtful] = 1
			}
		}
	}
	return all
}

// isTwice reports whether a throughput of which it is not stated whether it counts on sparsity
// is twice another one that is stated not to.
func (c candidate) isTwice(other candidate) bool {
	const twice, nearly = 2, 0.015
	own, its := c.claim.Conditions, other.claim.Conditions
	return !own.States(quarry.AxisSparsity) && its[quarry.AxisSparsity] == "dense" &&
		len(own.Contrary(its)) == 0 && math.Abs(c.max/other.max/twice-1) <= nearly
}

// lead chooses what each cell leads with, and makes the pairs that the ratios are of: the first
// device's claim that goes together best with claims of all others, and of each of these the
// one that goes together best with it. Where nothing does, the best claim leads, and the pair
// that has a ratio without it is the nearest.
func (c comparing) lead() {
	cells := c.row.Cells
	c.row.Pairs, c.row.Nearest = make([]*Pair, len(cells)), make([]*Pair, len(cells))
	all := make([][]candidate, len(cells))
	for i := range cells {
		if ranked := ranked(c.lexicon, c.devices[i].ID, cells[i].Claims); len(ranked) > 0 {
			cells[i].Best, all[i] = &ranked[0], c.candidates(ranked)
		}
	}
	first := leader(all[0], all[1:]...)
	if first == nil {
		return
	}
	cells[0].Best, c.row.Pairs[0] = &first.claim, c.pair(first, first)
	for i := 1; i < len(cells); i++ {
		if other, _ := first.partner(all[i]); other != nil {
			cells[i].Best, c.row.Pairs[i] = &other.claim, c.pair(first, other)
		} else if near := leader(all[0], all[i]); len(all[i]) > 0 {
			other, _ = near.partner(all[i])
			c.row.Nearest[i] = c.pair(near, other)
		}
	}
}

// leader returns of the candidates of a device the one that goes together best with those of
// some others, nil where there is none.
func leader(own []candidate, others ...[]candidate) *candidate {
	var best *candidate
	var least cost
	for i := range own {
		total := own[i].cost
		for _, among := range others {
			_, its := own[i].partner(among)
			total = total.plus(its)
		}
		if best == nil || total.less(least) {
			best, least = &own[i], total
		}
	}
	return best
}

// partner returns of the candidates of another device the one that goes together best with
// this one, nil where none does, and what that costs.
func (c *candidate) partner(among []candidate) (*candidate, cost) {
	var best *candidate
	least := cost{unpaired: 1}
	for i := range among {
		own, its := c.claim.Conditions, among[i].claim.Conditions
		if len(own.Contrary(its)) > 0 {
			continue
		}
		both, one := shared(own, its)
		if total := among[i].cost.plus(cost{alike: -len(both), oneSided: len(one)}); total.less(least) {
			best, least = &among[i], total
		}
	}
	return best, least
}

// shared returns what two claims state alike, and the axes of what only one of them states.
func shared(a, b quarry.Conditions) (quarry.Conditions, []quarry.Axis) {
	both, one := quarry.Conditions{}, []quarry.Axis(nil) //nolint:exhaustive // what both state
	for axis := range a {
		switch {
		case !a.States(axis):
		case b.States(axis):
			both[axis] = a[axis]
		default:
			one = append(one, axis)
		}
	}
	for axis := range b {
		if b.States(axis) && !a.States(axis) {
			one = append(one, axis)
		}
	}
	slices.Sort(one)
	return both, one
}

// pair makes a pair of two claims that go together, nil where they have no ratio.
func (c comparing) pair(first, other *candidate) *Pair {
	if other == nil || other.max == 0 || first.max < 0 || other.max < 0 || !c.hasRatios() {
		return nil
	}
	ratio := quantity.Tidy(first.max / other.max)
	if !quarry.IsFinite(ratio) {
		return nil
	}
	both, one := shared(first.claim.Conditions, other.claim.Conditions)
	return &Pair{
		Ratio: ratio, First: first.claim, Other: other.claim, Values: [2]float64{first.max, other.max},
		Unit: c.row.Unit, Conditions: both, OneSided: one,
	}
}

// findNearest sets beside each ratio that is missing because of conditions, where its own row
// has none, the pair of another row of the attribute whose conditions are nearest.
func findNearest(rows []Comparison) {
	for i := range rows {
		row := &rows[i]
		for at := 1; at < len(row.Cells); at++ {
			if row.Pairs[at] != nil || row.Nearest[at] != nil || row.Cells[0].Max == nil || row.Cells[at].Max == nil {
				continue
			}
			own, least := row.Cells[0].Best.Conditions, 0
			for _, other := range rows {
				pair := other.Pairs[at]
				if pair == nil || other.Attribute.ID != row.Attribute.ID {
					continue
				}
				if far := len(own.Contrary(pair.First.Conditions)) + len(pair.OneSided); row.Nearest[at] == nil || far < least {
					row.Nearest[at], least = pair, far
				}
			}
		}
	}
}
