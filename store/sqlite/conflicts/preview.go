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
		groups, err := previewed(ctx, v, gone, added)
		if err != nil {
			return derived, err
		}
		for _, claim := range slices.Sorted(maps.Keys(groups)) {
			found, err := detect(ctx, v, *groups[claim], judge)
			if err != nil {
				return derived, fmt.Errorf("judge %q: %w", claim, err)
			}
			found.count(&derived)
		}
		return derived, nil
	})
	return derived, db.Wrap(err, "preview conflicts")
}

// previewed returns the groups that a change of specs is about.
func previewed(
	ctx context.Context, from db.Querier, gone []quarry.SpecID, added []quarry.Spec,
) (map[string]*group, error) {
	const query = `SELECT spec, conflict FROM conflict_claims WHERE spec IN (SELECT value FROM json_each(?))`
	listed, err := db.Pairs[quarry.SpecID, string](ctx, from, query, db.JSONList(gone))
	if err != nil {
		return nil, fmt.Errorf("read conflicts of specs: %w", err)
	}
	without := make(map[quarry.SpecID]bool, len(gone))
	for _, id := range gone {
		without[id] = true
	}
	groups := map[string]*group{}
	of := func(claim string) *group {
		if groups[claim] == nil {
			groups[claim] = &group{claim: claim, without: without}
		}
		return groups[claim]
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
	return groups, nil
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
		wrong, err = rejudge(ctx, v, judge)
		return err
	})
	return wrong, derived, db.Wrap(err, "judge all claims")
}

const (
	// selectGroups selects the claims that more than one spec makes.
	selectGroups = `SELECT claim FROM specs WHERE claim > ? GROUP BY claim HAVING count(*) > 1 ORDER BY claim LIMIT ?`
	// selectLonely selects the conflicts whose claim fewer specs make.
	selectLonely = `SELECT c.id FROM conflicts c WHERE c.id > ?
		AND 2 > (SELECT count(*) FROM (SELECT 1 FROM specs s WHERE s.claim = c.id LIMIT 2)) ORDER BY c.id LIMIT ?`
)

func rejudge(ctx context.Context, v *db.Snapshot, judge Judge) ([]quarry.ConflictID, error) {
	var wrong []quarry.ConflictID
	for _, query := range []string{selectGroups, selectLonely} {
		for last, more := "", true; more; {
			claims, err := db.Collect(ctx, v, db.ReadValue[string], query, last, pageOfClaimants)
			if err != nil {
				return wrong, fmt.Errorf("read claims: %w", err)
			}
			for g, err := range groupsOf(ctx, v, claims) {
				if err != nil {
					return wrong, err
				}
				found, err := detect(ctx, v, g, judge)
				if err != nil {
					return wrong, fmt.Errorf("judge %q: %w", g.claim, err)
				}
				if found.op() != "" {
					wrong = append(wrong, quarry.ConflictID(g.claim))
				}
			}
			if more = len(claims) == pageOfClaimants; more {
				last = claims[len(claims)-1]
			}
		}
	}
	return wrong, nil
}
