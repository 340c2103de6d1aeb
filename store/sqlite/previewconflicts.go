package sqlite

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/quarrykb/quarry"
)

// PreviewConflicts returns what would become of the conflicts if some specs were
// gone and others were added, and writes nothing. A spec that would be another
// is gone and added. The conflicts are taken as they are derived, which may be
// from less than is stored.
func (s *Store) PreviewConflicts(
	ctx context.Context, gone []quarry.SpecID, added []quarry.Spec, judge Judge,
) (quarry.Derived, error) {
	var derived quarry.Derived
	err := s.view(ctx, func(v *snapshot) error {
		derived.Revision = v.revision
		groups, err := previewed(ctx, v, gone, added)
		if err != nil {
			return err
		}
		for _, claim := range slices.Sorted(maps.Keys(groups)) {
			found, err := detect(ctx, v, *groups[claim], judge)
			if err != nil {
				return fmt.Errorf("judge %q: %w", claim, err)
			}
			found.count(&derived)
		}
		return nil
	})
	if err != nil {
		return quarry.Derived{}, fmt.Errorf("preview conflicts: %w", err)
	}
	return derived, nil
}

// previewed returns the groups that a change of specs is about.
func previewed(
	ctx context.Context, from querier, gone []quarry.SpecID, added []quarry.Spec,
) (map[string]*group, error) {
	listed, err := conflictsOf(ctx, from, gone)
	if err != nil {
		return nil, err
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
		claim := claimOf(spec)
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

// conflictsOf returns the conflicts that specs stand in.
func conflictsOf(ctx context.Context, from querier, ids []quarry.SpecID) (map[quarry.SpecID]string, error) {
	const query = `SELECT spec, conflict FROM conflict_claims WHERE spec IN (SELECT value FROM json_each(?))`
	of := map[quarry.SpecID]string{}
	for some := range slices.Chunk(ids, mostItems) {
		err := each(ctx, from, func(scan scanFunc) error {
			var id quarry.SpecID
			var conflict string
			err := scan(&id, &conflict)
			of[id] = conflict
			return err
		}, query, jsonList(some))
		if err != nil {
			return nil, fmt.Errorf("read conflicts of specs: %w", err)
		}
	}
	return of, nil
}
