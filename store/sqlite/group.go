package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"iter"

	"github.com/quarrykb/quarry"
)

// group is all specs that make one claim. Usually they are a handful; a log of
// readings has a hundred thousand, and is walked page by page.
type group struct {
	claim string          // the id of their conflict
	was   *storedConflict // nil where it was not read yet
	first []claimant      // the stored specs, where they are known
	known bool
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

// all walks the group, the stored specs by path and line.
func (g group) all(ctx context.Context, from querier) iter.Seq2[claimant, error] {
	stored := pages{from: from, claim: g.claim, first: g.first, known: g.known, whole: g.known}
	return func(yield func(claimant, error) bool) {
		for c, err := range stored.walk(ctx) {
			if !g.without[c.spec.ID] && !yield(c, err) {
				return
			}
		}
		yieldAll(g.added, yield)
	}
}

// pages reads the stored specs of a claim. A group that fits a page is read
// once, however often it is walked.
type pages struct {
	from  querier
	claim string
	first []claimant
	known bool
	whole bool // the first page is all of it
}

func (p *pages) walk(ctx context.Context) iter.Seq2[claimant, error] {
	return func(yield func(claimant, error) bool) {
		var last *claimant
		for more := true; more; {
			found, err := p.behind(ctx, last)
			if err != nil {
				yield(claimant{}, err)
				return
			}
			if !yieldAll(found, yield) {
				return
			}
			if more = !p.whole && len(found) == pageOfClaimants; more {
				last = &found[len(found)-1]
			}
		}
	}
}

func (p *pages) behind(ctx context.Context, last *claimant) ([]claimant, error) {
	if last == nil && p.known {
		return p.first, nil
	}
	found, err := readClaimants(ctx, p.from, p.claim, last)
	if last == nil {
		p.first, p.known = found, err == nil
	}
	return found, err
}

func yieldAll(found []claimant, yield func(claimant, error) bool) bool {
	for _, c := range found {
		if !yield(c, nil) {
			return false
		}
	}
	return true
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

func readClaimants(ctx context.Context, from querier, claim string, last *claimant) ([]claimant, error) {
	if last == nil {
		last = &claimant{}
	}
	return collectClaimants(ctx, from, selectClaimants, claim, last.path, last.line, last.number, pageOfClaimants)
}

func collectClaimants(ctx context.Context, from querier, query string, args ...any) ([]claimant, error) {
	var text string
	var known quarry.Conditions // of that text: those of a group are the same
	found, err := collect(ctx, from, func(scan scanFunc) (claimant, error) {
		c, conditions, err := readClaimant(scan)
		if err == nil && (known == nil || conditions != text) {
			text = conditions
			known, err = conditionsOf(conditions)
		}
		c.spec.Conditions = known
		return c, err
	}, query, args...)
	if err != nil {
		return nil, fmt.Errorf("read claims: %w", err)
	}
	return found, nil
}

// readClaimant reads a claimant but for its conditions, which come as a text.
func readClaimant(scan scanFunc) (claimant, string, error) {
	var c claimant
	var conditions string
	var bounds [4]sql.NullFloat64
	s := &c.spec
	err := scan(&c.claim, &c.path, &c.line, &c.number, &s.ID, &c.listed, &s.Device.ID, &s.Attribute.ID, &s.Attribute.Kind, &conditions,
		&bounds[0], &bounds[1], &s.Value.Unit, &s.Value.Qualifier, &s.Value.Step,
		&bounds[2], &bounds[3], &s.Normalized.Unit)
	s.Value.Min, s.Value.Max = boundOf(bounds[0]), boundOf(bounds[1])
	s.Normalized.Min, s.Normalized.Max = boundOf(bounds[2]), boundOf(bounds[3])
	return c, conditions, err
}
