package sqlite

import (
	"cmp"
	"context"
	"slices"

	"github.com/quarrykb/quarry"
)

// cachedVerdict is what is kept of a long group once it was judged. As long as its
// core is there, a claim more or less is judged by the core alone: a log of a
// hundred thousand readings is not walked for each further one. It is kept in
// memory, and missing after a start: then the group is walked once.
type cachedVerdict struct {
	core    []quarry.Spec
	outside int // claims that agree with all others, at most
	walked  int // claims that it was judged by
}

// A verdict is cached for groups of so many claims or more, and for so many groups.
const (
	leastCached = pageOfClaimants
	mostCached  = 1000
)

// resume judges a claim by its cached verdict and by the specs that changed. It
// reports whether that is enough to know: otherwise the group has to be walked.
func (d *derivation) resume(ctx context.Context, v *snapshot, claim string) (judgement, bool, error) {
	var found judgement
	cached := d.store.judged.cached(claim)
	changed, known := d.specs[claim]
	if !known || cached == nil || len(cached.core) == 0 {
		return found, false, nil
	}
	stored, err := readStoredConflicts(ctx, v, []string{claim})
	if err != nil {
		return found, false, err
	}
	found.was = stored[claim]
	core, err := readNamed(ctx, v, claim, idsOf(cached.core))
	if err != nil || !slices.EqualFunc(core, sortedByID(cached.core), isStill) {
		return found, false, err
	}
	fresh, err := readNamed(ctx, v, claim, changed)
	if err != nil {
		return found, false, err
	}
	if found.left, err = readGoneOf(ctx, v, claim, changed); err != nil {
		return found, false, err
	}
	return found, found.resume(claim, *cached, fresh, d.judge), nil
}

// resume judges claims that are new by a cached verdict, and reports whether that
// tells all: what else is in the conflict stays there, and nothing else comes in.
func (j *judgement) resume(claim string, cached cachedVerdict, fresh []claimant, judge Judge) bool {
	old := idsOf(cached.core)
	specs := slices.Clone(cached.core)
	for _, c := range fresh {
		if !slices.Contains(old, c.spec.ID) {
			specs = append(specs, c.spec)
		}
	}
	verdict := judge(slices.Values(specs))
	widened := slices.ContainsFunc(verdict.Core, func(s quarry.Spec) bool { return !slices.Contains(old, s.ID) })
	disagree := verdict.Disagrees != nil
	if disagree && widened && cached.outside > 0 || disagree != (j.was.id != "") {
		return false
	}
	if widened {
		cached.core = verdict.Core
	}
	j.finds(claim, verdict)
	for _, c := range fresh {
		if !disagree || !verdict.Disagrees(c.spec) {
			cached.outside++
		}
		j.settle(c, verdict)
	}
	j.claims = 0
	if disagree {
		j.claims = j.was.claims + len(j.joined) - len(j.left)
	}
	j.cached = &cached
	return true
}

// readNamed reads those of some specs that make a claim, by id.
func readNamed(ctx context.Context, from querier, claim string, ids []quarry.SpecID) ([]claimant, error) {
	const query = `SELECT ` + claimantColumns + `
		WHERE e.id IN (SELECT value FROM json_each(?)) AND +e.claim = ? ORDER BY e.id`
	return collectClaimants(ctx, from, query, jsonList(ids), claim)
}

func idsOf(specs []quarry.Spec) []quarry.SpecID {
	ids := make([]quarry.SpecID, 0, len(specs))
	for _, s := range specs {
		ids = append(ids, s.ID)
	}
	return ids
}

func sortedByID(specs []quarry.Spec) []quarry.Spec {
	return slices.SortedFunc(slices.Values(specs), func(a, b quarry.Spec) int { return cmp.Compare(a.ID, b.ID) })
}

// isStill reports whether a claim is what a judge was told of it.
func isStill(c claimant, told quarry.Spec) bool {
	now := c.spec
	return now.ID == told.ID && now.Attribute.Kind == told.Attribute.Kind &&
		now.Value.Qualifier == told.Value.Qualifier && now.Value.Step == told.Value.Step &&
		sameBounds(now.Value.Bounds, told.Value.Bounds) && sameBounds(now.Normalized, told.Normalized)
}

func sameBounds(a, b quarry.Bounds) bool {
	return a.Unit == b.Unit && sameBound(a.Min, b.Min) && sameBound(a.Max, b.Max)
}

func sameBound(a, b *float64) bool {
	if a == nil || b == nil {
		return a == b
	}
	return *a == *b
}
