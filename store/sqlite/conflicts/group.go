package conflicts

import (
	"context"
	"iter"
	"slices"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/store/sqlite/db"
	"github.com/quarrykb/quarry/store/sqlite/entries"
)

// group is all specs that make one claim. Usually they are a handful; a log of
// readings has a hundred thousand, and is walked page by page.
type group struct {
	claim string          // the id of their conflict
	was   *storedConflict // nil where it was not read yet
	first []claimant      // the stored specs, where they are known
	known bool
	whole bool // the first ones are all of them
	// What a preview says of the specs: those to be left out, those to come after
	// the stored ones, and those that stand in the conflict and will not any more.
	without map[quarry.SpecID]bool
	added   []claimant
	lost    []quarry.SpecID
}

// claimant is one spec of a group.
type claimant struct {
	claim  string
	spec   quarry.Spec // as far as a judge looks at it
	path   string      // the place in the group
	line   int
	number int64
	listed bool // it stands in the conflict, as that was derived before
}

const pageOfClaimants = 1000

// all walks the group, the stored specs by path and line. However often it is walked, the
// first page of them is read once.
func (g group) all(ctx context.Context, from db.Querier) iter.Seq2[claimant, error] {
	return func(yield func(claimant, error) bool) {
		var err error
		if !g.known {
			g.first, err = collectClaimants(ctx, from, selectClaimants, g.claim, "", 0, 0, pageOfClaimants)
			g.known = err == nil
		}
		for found := g.first; ; {
			if err != nil {
				yield(claimant{}, err)
				return
			}
			for _, c := range found {
				if !g.without[c.spec.ID] && !yield(c, nil) {
					return
				}
			}
			if g.whole || len(found) < pageOfClaimants {
				break
			}
			last := found[len(found)-1]
			found, err = collectClaimants(ctx, from, selectClaimants, g.claim, last.path, last.line, last.number, pageOfClaimants)
		}
		for _, c := range g.added {
			if !yield(c, nil) {
				return
			}
		}
	}
}

const (
	claimantColumns = `e.claim, e.path, e.line_start, e.number, e.id, coalesce(m.conflict = e.claim, 0), e.device_id, e.attribute_id,
		e.attribute_kind, e.conditions, e.value_min, e.value_max, e.value_unit, e.qualifier, e.value_step,
		e.normalized_min, e.normalized_max, e.normalized_unit
		FROM specs e LEFT JOIN conflict_claims m ON m.spec = e.id`
	selectClaimants = `SELECT ` + claimantColumns + `
		WHERE e.claim = ? AND (e.path, e.line_start, e.number) > (?, ?, ?)
		ORDER BY e.path, e.line_start, e.number LIMIT ?`
	selectClaimantsOf = `SELECT ` + claimantColumns + `
		WHERE e.claim IN (SELECT value FROM json_each(?)) ORDER BY e.claim, e.path, e.line_start, e.number LIMIT ?`
)

func collectClaimants(ctx context.Context, from db.Querier, query string, args ...any) ([]claimant, error) {
	var before string
	var known quarry.Conditions // of that text: those of a group are the same
	found, err := db.Collect(ctx, from, func(scan db.ScanFunc) (claimant, error) {
		var c claimant
		var conditions string
		s := &c.spec
		err := scan(&c.claim, &c.path, &c.line, &c.number, &s.ID, &c.listed,
			&s.Device.ID, &s.Attribute.ID, &s.Attribute.Kind, &conditions,
			&s.Value.Min, &s.Value.Max, &s.Value.Unit, &s.Value.Qualifier, &s.Value.Step,
			&s.Normalized.Min, &s.Normalized.Max, &s.Normalized.Unit)
		if err == nil && (known == nil || conditions != before) {
			before = conditions
			known, err = entries.ConditionsOf(conditions)
		}
		s.Conditions = known
		return c, err
	}, query, args...)
	return found, db.Wrap(err, "read claims")
}

// Most groups are a handful of specs: they are read together, so many claims
// and about so many specs at a time.
const (
	claimsTogether = 200
	specsTogether  = 4000
)

// groupsOf returns the groups of some claims. Each has read its specs already,
// unless they are too many.
func groupsOf(ctx context.Context, from db.Querier, claims []string) iter.Seq2[group, error] {
	return func(yield func(group, error) bool) {
		for some := range slices.Chunk(claims, claimsTogether) {
			groups, err := prefetch(ctx, from, some)
			if err != nil {
				yield(group{}, err)
				return
			}
			for _, g := range groups {
				if !yield(g, nil) {
					return
				}
			}
		}
	}
}

// prefetch reads the specs and the stored conflicts of some claims, which are
// sorted.
func prefetch(ctx context.Context, from db.Querier, claims []string) ([]group, error) {
	stored, err := readStoredConflicts(ctx, from, claims)
	if err != nil {
		return nil, err
	}
	found, err := collectClaimants(ctx, from, selectClaimantsOf, db.JSONList(claims), specsTogether)
	if err != nil {
		return nil, err
	}
	whole := len(found) < specsTogether // the last of them may go on behind what was read
	groups := make([]group, 0, len(claims))
	for _, claim := range claims {
		was := stored[claim]
		g := group{claim: claim, was: &was}
		end := 0
		for end < len(found) && found[end].claim == claim {
			end++
		}
		if whole || end < len(found) {
			g.first, g.known, g.whole = found[:end:end], true, true
		}
		found = found[end:]
		groups = append(groups, g)
	}
	return groups, nil
}

func readStoredConflicts(ctx context.Context, from db.Querier, claims []string) (map[string]storedConflict, error) {
	const query = `SELECT id, ratio, hint, claims FROM conflicts WHERE id IN (SELECT value FROM json_each(?))`
	stored := make(map[string]storedConflict, len(claims))
	err := db.Each(ctx, from, func(scan db.ScanFunc) error {
		var was storedConflict
		err := scan(&was.id, &was.ratio, &was.hint, &was.claims)
		stored[string(was.id)] = was
		return err
	}, query, db.JSONList(claims))
	return stored, db.Wrap(err, "read conflicts")
}

// Misstated reads every spec that is said to claim something, works out anew what it
// claims, and returns those for which that is something else, at most so many.
func (s *Store) Misstated(ctx context.Context, most int) ([]quarry.SpecID, error) {
	const query = `SELECT ` + claimantColumns + ` WHERE e.number > ? AND e.claim <> '' ORDER BY e.number LIMIT ?`
	var wrong []quarry.SpecID
	for last, more := int64(0), true; more && len(wrong) < most; {
		found, err := collectClaimants(ctx, s.db.Reader, query, last, pageOfClaimants)
		if err != nil {
			return nil, db.Explain(err)
		}
		for _, c := range found {
			if last = c.number; entries.ClaimOf(c.spec) != c.claim && len(wrong) < most {
				wrong = append(wrong, c.spec.ID)
			}
		}
		more = len(found) == pageOfClaimants
	}
	return wrong, nil
}
