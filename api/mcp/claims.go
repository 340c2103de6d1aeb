package mcp

import (
	"cmp"
	"slices"

	"github.com/quarrykb/quarry/api/view"
)

// bothSides is how many claims show a disagreement.
const bothSides = 2

// claimsToShow returns so many claims of a cell: the best one, then the first ones. Where
// sources disagree there are two at least, and before all others the least and the greatest
// of those that contradict each other, then the least and the greatest of all.
func claimsToShow(c view.ComparisonCell, most int) []view.Spec {
	var order []int
	best := slices.IndexFunc(c.Claims, func(claim view.Spec) bool { return c.BestClaim != nil && claim.ID == c.BestClaim.ID })
	if best >= 0 {
		order = append(order, best)
	}
	if c.Conflict {
		most = max(most, bothSides+len(order))
		over := contradicted(c.Claims)
		order = slices.Concat(order,
			ends(c.Claims, func(claim view.Spec) bool { return said(claim.ConflictID) == over }),
			ends(c.Claims, func(view.Spec) bool { return true }))
	}
	for at := range c.Claims {
		order = append(order, at)
	}
	var chosen []int
	for _, at := range order {
		if len(chosen) < most && !slices.Contains(chosen, at) {
			chosen = append(chosen, at)
		}
	}
	slices.Sort(chosen)
	if at := slices.Index(chosen, best); at > 0 {
		chosen = slices.Insert(slices.Delete(chosen, at, at+1), 0, best)
	}
	return view.Map(chosen, func(at int) view.Spec { return c.Claims[at] })
}

// contradicted returns the first conflict that one of the claims is in, "" where none is.
func contradicted(claims []view.Spec) string {
	for _, claim := range claims {
		if claim.ConflictID != nil {
			return *claim.ConflictID
		}
	}
	return ""
}

// ends returns where the least and the greatest of some claims stand: nothing where none
// of them has a bound.
func ends(claims []view.Spec, among func(view.Spec) bool) []int {
	least, greatest := -1, -1
	for at, claim := range claims {
		low, high := bothEnds(claim)
		if low == nil || !among(claim) {
			continue
		}
		if least < 0 {
			least, greatest = at, at
		}
		if lowest, _ := bothEnds(claims[least]); *low < *lowest {
			least = at
		}
		if _, highest := bothEnds(claims[greatest]); *high > *highest {
			greatest = at
		}
	}
	if least < 0 {
		return nil
	}
	return []int{least, greatest}
}

// bothEnds returns the least and the greatest value of a claim, in the base unit where that
// is known. An open side is as far as the other one; both are nil where both are open.
func bothEnds(claim view.Spec) (*float64, *float64) {
	least, greatest := claim.Normalized.Min, claim.Normalized.Max
	if least == nil && greatest == nil {
		least, greatest = claim.Value.Min, claim.Value.Max
	}
	return cmp.Or(least, greatest), cmp.Or(greatest, least)
}
