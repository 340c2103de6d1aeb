package sqlite

import (
	"context"
	"fmt"
	"iter"
	"slices"
)

// Most groups are a handful of specs: they are read together, so many claims
// and about so many specs at a time.
const (
	claimsTogether = 200
	specsTogether  = 4000
)

// groupsOf returns the groups of some claims. Each has read its specs already,
// unless they are too many.
func groupsOf(ctx context.Context, from querier, claims []string) iter.Seq2[group, error] {
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
func prefetch(ctx context.Context, from querier, claims []string) ([]group, error) {
	stored, err := readStoredConflicts(ctx, from, claims)
	if err != nil {
		return nil, err
	}
	found, err := collectClaimants(ctx, from, selectClaimantsOf, jsonList(claims), specsTogether)
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
			g.first, g.known = found[:end:end], true
		}
		found = found[end:]
		groups = append(groups, g)
	}
	return groups, nil
}

const selectStoredConflicts = `SELECT id, ratio, hint, claims FROM conflicts
	WHERE id IN (SELECT value FROM json_each(?))`

func readStoredConflicts(ctx context.Context, from querier, claims []string) (map[string]storedConflict, error) {
	stored := make(map[string]storedConflict, len(claims))
	err := each(ctx, from, func(scan scanFunc) error {
		var was storedConflict
		err := scan(&was.id, &was.ratio, &was.hint, &was.claims)
		stored[string(was.id)] = was
		return err
	}, selectStoredConflicts, jsonList(claims))
	if err != nil {
		return nil, fmt.Errorf("read conflicts: %w", err)
	}
	return stored, nil
}
