package conflicts

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/store/sqlite/db"
	"github.com/quarrykb/quarry/store/sqlite/entries"
)

// PreviewConflicts returns what would become of the conflicts if some specs were
// gone and others were added, and writes nothing. A spec that would be another
// is gone and added. The conflicts are taken as they are derived, which may be
// from less than is stored.
func (s *Store) PreviewConflicts(
	ctx context.Context, gone []quarry.SpecID, added []quarry.Spec, judge Judge,
) (quarry.Derived, error) {
	derived, _, err := db.Viewed(ctx, s.db, func(v *db.Snapshot) (quarry.Derived, error) {
		derived := quarry.Derived{Revision: v.Revision}
		changes, err := previewed(ctx, v, gone, added)
		if err != nil {
			return derived, err
		}
		without := make(map[quarry.SpecID]bool, len(gone))
		for _, id := range gone {
			without[id] = true
		}
		for g, err := range s.groupsOf(ctx, v, slices.Sorted(maps.Keys(changes))) {
			if err != nil {
				return derived, err
			}
			found, err := detect(ctx, v, changes[g.claim].of(g, without), judge)
			if err != nil {
				return derived, err
			}
			found.count(&derived)
		}
		return derived, nil
	})
	return derived, db.Wrap(err, "preview conflicts")
}

// preview is what would become of a group: specs that would come, and those that stand in the
// conflict and would not any more.
type preview struct {
	added []claimant
	lost  []quarry.SpecID
}

// of is the group as it would be, without the specs that would be gone.
func (p *preview) of(g group, without map[quarry.SpecID]bool) group {
	stored := g.all
	g.lost = p.lost
	g.all = func(yield func(claimant, error) bool) {
		for c, err := range stored {
			if !without[c.spec.ID] && !yield(c, err) {
				return
			}
		}
		alreadyRead(p.added)(yield)
	}
	return g
}

// previewed returns what a change of specs is about, by claim.
func previewed(
	ctx context.Context, from db.Querier, gone []quarry.SpecID, added []quarry.Spec,
) (map[string]*preview, error) {
	const query = `SELECT spec, conflict FROM conflict_claims WHERE spec IN (SELECT value FROM json_each(?))`
	listed, err := db.Pairs[quarry.SpecID, string](ctx, from, query, db.JSONList(gone))
	if err != nil {
		return nil, fmt.Errorf("read conflicts of specs: %w", err)
	}
	all := map[string]*preview{}
	of := func(claim string) *preview {
		if all[claim] == nil {
			all[claim] = &preview{}
		}
		return all[claim]
	}
	for _, spec := range added {
		claim := entries.ClaimOf(spec)
		if claim == "" {
			continue
		}
		stays := listed[spec.ID] == claim
		if stays {
			delete(listed, spec.ID)
		}
		of(claim).added = append(of(claim).added, claimant{spec: spec, listed: stays})
	}
	for id, claim := range listed {
		of(claim).lost = append(of(claim).lost, id)
	}
	return all, nil
}

// RejudgeConflicts judges all claims anew, as far as the conflicts are derived
// from everything, and returns those that are not what they should be; it
// writes nothing. How far they are derived comes with them: where that is not
// the end, nothing is judged.
func (s *Store) RejudgeConflicts(
	ctx context.Context, version string, judge Judge,
) ([]quarry.ConflictID, quarry.Derived, error) {
	var wrong []quarry.ConflictID
	var derived quarry.Derived
	err := s.db.View(ctx, func(v *db.Snapshot) error {
		var err error
		if derived, err = readDerived(ctx, v, version); err != nil || derived.Cursor < derived.Revision {
			return err
		}
		wrong, err = s.rejudge(ctx, v, judge)
		return err
	})
	return wrong, derived, db.Wrap(err, "judge all claims")
}

// selectClaims selects the claims that more than one spec makes, and those of the conflicts.
const selectClaims = `SELECT claim FROM specs WHERE claim > ?1 GROUP BY claim HAVING count(*) > 1
	UNION SELECT id FROM conflicts WHERE id > ?1 ORDER BY 1 LIMIT ?2`

func (s *Store) rejudge(ctx context.Context, v *db.Snapshot, judge Judge) ([]quarry.ConflictID, error) {
	var wrong []quarry.ConflictID
	for last, more := "", true; more; {
		claims, err := db.Collect(ctx, v, db.ReadValue[string], selectClaims, last, pageOfSpecs)
		if err != nil {
			return wrong, fmt.Errorf("read claims: %w", err)
		}
		for g, err := range s.groupsOf(ctx, v, claims) {
			if err != nil {
				return wrong, err
			}
			found, err := detect(ctx, v, g, judge)
			if err != nil {
				return wrong, err
			}
			if found.op() != "" {
				wrong = append(wrong, quarry.ConflictID(g.claim))
			}
			last = g.claim
		}
		more = len(claims) == pageOfSpecs
	}
	return wrong, nil
}
