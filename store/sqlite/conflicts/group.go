package conflicts

import (
	"cmp"
	"context"
	"iter"
	"slices"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/store/sqlite/db"
	"github.com/quarrykb/quarry/store/sqlite/entries"
)

// group is all specs that make one claim. Usually they are a handful, which were read
// already; a log of readings has a hundred thousand, and is read each time that it is walked.
type group struct {
	claim string // the id of their conflict
	was   storedConflict
	all   iter.Seq2[claimant, error] // by path and line
	lost  []quarry.SpecID            // that stand in the conflict, and will not any more
}

// claimant is one spec of a group.
type claimant struct {
	claim  string
	number int64
	spec   quarry.Spec // as far as a judge looks at it
	listed bool        // it stands in the conflict, as that was derived before
}

const (
	selectClaimants = `SELECT e.claim, e.number, e.id, coalesce(m.conflict = e.claim, 0), e.device_id, e.attribute_id,
		e.attribute_kind, e.conditions, e.value_min, e.value_max, e.value_unit, e.qualifier, e.value_step,
		e.normalized_min, e.normalized_max, e.normalized_unit
		FROM specs e LEFT JOIN conflict_claims m ON m.spec = e.id`
	claimantsOf     = selectClaimants + ` WHERE e.claim = ? ORDER BY e.path, e.line_start, e.number`
	claimantsOfMany = selectClaimants + ` WHERE e.claim IN (SELECT value FROM json_each(?))
		ORDER BY e.claim, e.path, e.line_start, e.number LIMIT ?`
)

// claimants walks the specs that a query selects. For a context that can end, the driver
// would begin a goroutine for every row.
func claimants(ctx context.Context, from db.Querier, query string, args ...any) iter.Seq2[claimant, error] {
	return func(yield func(claimant, error) bool) {
		var before string
		var known quarry.Conditions // of that text: those of a group are the same
		for scan, err := range db.Rows(context.WithoutCancel(ctx), from, query, args...) {
			var c claimant
			var conditions string
			s := &c.spec
			if err = cmp.Or(err, ctx.Err()); err == nil {
				err = scan(&c.claim, &c.number, &s.ID, &c.listed, &s.Device.ID, &s.Attribute.ID, &s.Attribute.Kind, &conditions,
					&s.Value.Min, &s.Value.Max, &s.Value.Unit, &s.Value.Qualifier, &s.Value.Step,
					&s.Normalized.Min, &s.Normalized.Max, &s.Normalized.Unit)
			}
			if err == nil && (known == nil || conditions != before) {
				before = conditions
				known, err = entries.ConditionsOf(conditions)
			}
			s.Conditions = known
			if !yield(c, db.Wrap(err, "read claims")) || err != nil {
				return
			}
		}
	}
}

// Most groups are a handful of specs: they are read together, so many claims
// and about so many specs at a time.
const (
	claimsTogether = 200
	specsTogether  = 4000
)

// groupsOf returns the groups of some claims, which are sorted.
func (s *Store) groupsOf(ctx context.Context, from db.Querier, claims []string) iter.Seq2[group, error] {
	return func(yield func(group, error) bool) {
		for some := range slices.Chunk(claims, claimsTogether) {
			groups, err := s.readGroups(ctx, from, some)
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

// readGroups reads the stored conflicts of some claims and their specs, as far as these are
// not too many.
func (s *Store) readGroups(ctx context.Context, from db.Querier, claims []string) ([]group, error) {
	stored, err := readStoredConflicts(ctx, from, claims)
	if err != nil {
		return nil, err
	}
	specs := map[string][]claimant{}
	read, last := 0, ""
	for c, err := range claimants(ctx, from, claimantsOfMany, db.JSONList(claims), s.together) {
		if err != nil {
			return nil, err
		}
		specs[c.claim] = append(specs[c.claim], c)
		read, last = read+1, c.claim
	}
	groups := make([]group, 0, len(claims))
	for _, claim := range claims {
		g := group{claim: claim, was: stored[claim], all: alreadyRead(specs[claim])}
		if read == s.together && claim >= last { // there may be more
			g.all = claimants(ctx, from, claimantsOf, claim)
		}
		groups = append(groups, g)
	}
	return groups, nil
}

// alreadyRead walks specs.
func alreadyRead(specs []claimant) iter.Seq2[claimant, error] {
	return func(yield func(claimant, error) bool) {
		for _, c := range specs {
			if !yield(c, nil) {
				return
			}
		}
	}
}

func readStoredConflicts(ctx context.Context, from db.Querier, claims []string) (map[string]storedConflict, error) {
	const query = `SELECT id, ratio, hint, claims FROM conflicts WHERE id IN (SELECT value FROM json_each(?))`
	stored := make(map[string]storedConflict, len(claims))
	err := db.Each(ctx, from, func(scan db.ScanFunc) error {
		var id string
		was := storedConflict{there: true}
		err := scan(&id, &was.ratio, &was.hint, &was.claims)
		stored[id] = was
		return err
	}, query, db.JSONList(claims))
	return stored, db.Wrap(err, "read conflicts")
}

// pageOfSpecs is how many specs or claims are read at a time where all are looked at.
const pageOfSpecs = 1000

// Misstated reads every spec that is said to claim something, works out anew what it
// claims, and returns those for which that is something else, at most so many.
func (s *Store) Misstated(ctx context.Context, most int) ([]quarry.SpecID, error) {
	const query = selectClaimants + ` WHERE e.number > ? AND e.claim <> '' ORDER BY e.number LIMIT ?`
	var wrong []quarry.SpecID
	for last, more := int64(0), true; more; {
		read := 0
		for c, err := range claimants(ctx, s.db.Reader, query, last, pageOfSpecs) {
			if err != nil {
				return nil, db.Explain(err)
			}
			last = c.number
			read++
			if entries.ClaimOf(c.spec) != c.claim {
				wrong = append(wrong, c.spec.ID)
			}
		}
		more = read == pageOfSpecs && len(wrong) < most
	}
	return wrong[:min(len(wrong), most)], nil
}
