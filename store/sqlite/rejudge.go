package sqlite

import (
	"context"
	"fmt"

	"github.com/quarrykb/quarry"
)

// RejudgeConflicts judges all claims anew, as far as the conflicts are derived
// from everything, and returns those that are not what they should be; it
// writes nothing. How far they are derived comes with them: where that is not
// the end, nothing is judged.
func (s *Store) RejudgeConflicts(
	ctx context.Context, version string, judge Judge,
) ([]quarry.ConflictID, quarry.Derived, error) {
	var wrong []quarry.ConflictID
	var derived quarry.Derived
	err := s.view(ctx, func(v *snapshot) error {
		var err error
		if derived, err = readDerived(ctx, v, version); err != nil || derived.Cursor < derived.Revision {
			return err
		}
		wrong, err = rejudge(ctx, v, judge)
		return err
	})
	if err != nil {
		return nil, derived, fmt.Errorf("judge all claims: %w", err)
	}
	return wrong, derived, nil
}

const (
	// selectGroups selects the claims that more than one spec makes.
	selectGroups = `SELECT claim FROM specs WHERE claim > ? GROUP BY claim HAVING count(*) > 1 ORDER BY claim LIMIT ?`
	// selectLonely selects the conflicts whose claim fewer specs make.
	selectLonely = `SELECT c.id FROM conflicts c WHERE c.id > ?
		AND 2 > (SELECT count(*) FROM (SELECT 1 FROM specs s WHERE s.claim = c.id LIMIT 2)) ORDER BY c.id LIMIT ?`
)

func rejudge(ctx context.Context, v *snapshot, judge Judge) ([]quarry.ConflictID, error) {
	var wrong []quarry.ConflictID
	for _, query := range []string{selectGroups, selectLonely} {
		for last, more := "", true; more; {
			claims, err := collect(ctx, v, readValue[string], query, last, pageOfClaimants)
			if err != nil {
				return wrong, fmt.Errorf("read claims: %w", err)
			}
			some, err := misjudged(ctx, v, claims, judge)
			if err != nil {
				return wrong, err
			}
			wrong = append(wrong, some...)
			if more = len(claims) == pageOfClaimants; more {
				last = claims[len(claims)-1]
			}
		}
	}
	return wrong, nil
}

// misjudged returns those of some claims that are judged otherwise now.
func misjudged(ctx context.Context, v *snapshot, claims []string, judge Judge) ([]quarry.ConflictID, error) {
	var wrong []quarry.ConflictID
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
	return wrong, nil
}
