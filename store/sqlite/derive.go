package sqlite

import (
	"context"
	"fmt"
	"iter"
	"maps"
	"slices"

	"github.com/quarrykb/quarry"
)

// Judge tells whether claims of one key disagree. It may walk them as often as
// it wants, and is told of each its id, device, attribute, conditions and value.
// The order of the claims must make no difference but to the core.
type Judge = func(claims iter.Seq[quarry.Spec]) quarry.Verdict

// ofConflicts names the derivation of conflicts.
const ofConflicts = "conflicts"

// mostRead is how many changed specs a transaction looks at. Many of them may
// make one and the same claim, which is judged once.
const mostRead = 50_000

// DeriveConflicts reads the next changes, judges what the specs claim that
// changed, at most so many claims, and writes what that changed of the
// conflicts, their rows in the feed and how far it came. All that is read and
// judged before anything is written, and what is written is one transaction, or
// several short ones where very many claims come into conflicts or leave them;
// the last of them writes how far it came, so that who is interrupted before
// does the step again. Another version than the one that derived before begins
// at the feed's first change; what was derived serves until it is judged again.
// Where nothing is left to read it writes nothing.
func (s *Store) DeriveConflicts(ctx context.Context, version string, most int, judge Judge) (quarry.Derived, error) {
	if most < 1 {
		return quarry.Derived{}, quarry.Errorf(quarry.KindInvalid, "at least one claim has to be judged, not %d", most)
	}
	at, err := s.ConflictsDerived(ctx, version)
	if err != nil || at.Cursor == at.Revision {
		return at, err
	}
	s.judged.begin(version, at.Cursor)
	step := &derivation{store: s, version: version, judge: judge, found: map[string]judgement{}}
	err = s.view(ctx, func(v *snapshot) error {
		var err error
		if step.touched, err = s.readTouched(ctx, v, at.Cursor, most); err != nil {
			return fmt.Errorf("read changes after %d: %w", at.Cursor, err)
		}
		return nil
	})
	if err == nil {
		err = step.run(ctx)
	}
	if err != nil {
		return quarry.Derived{}, fmt.Errorf("derive conflicts: %w", err)
	}
	s.judged.note(step)
	return step.derived, nil
}

// ConflictsDerived returns how far a version of the derivation has come: to no
// change where another one came before.
func (s *Store) ConflictsDerived(ctx context.Context, version string) (quarry.Derived, error) {
	return readDerived(ctx, s.reader.db, version)
}

func readDerived(ctx context.Context, from querier, version string) (quarry.Derived, error) {
	var derived quarry.Derived
	const query = `SELECT (` + selectRevision + `), coalesce((` + selectCursor + `), 0)`
	err := from.QueryRowContext(ctx, query, ofConflicts, version).Scan(&derived.Revision, &derived.Cursor)
	if err != nil {
		return derived, fmt.Errorf("read how far conflicts are derived: %w", explain(err))
	}
	return derived, nil
}

const selectCursor = `SELECT cursor FROM derivations WHERE name = ? AND version = ?`

// touched is what some changes are about.
type touched struct {
	claims []string                   // that may be in conflict now, or are until now; sorted
	specs  map[string][]quarry.SpecID // that changed, of claims with a cached verdict
	cursor quarry.Sequence            // the last change that was read
	end    bool                       // none is left
	stored quarry.Sequence            // the store's revision
}

// selectTouched selects, for every changed spec behind a cursor, what it claims
// now, where it is not the only one, and the conflict that it was in. The plus
// sign keeps SQLite on the feed's order.
const selectTouched = `SELECT c.sequence, c.id,
	CASE WHEN s.claim <> '' AND EXISTS (SELECT 1 FROM specs o WHERE o.claim = s.claim AND o.number <> s.number)
		THEN s.claim ELSE '' END,
	coalesce(m.conflict, '')
	FROM changes c LEFT JOIN specs s ON s.id = c.id LEFT JOIN conflict_claims m ON m.spec = c.id
	WHERE +c.kind = 'spec' AND c.sequence > ? ORDER BY c.sequence LIMIT ?`

// readTouched reads changes until so many claims came together that are not
// judged yet. The cursor that it begins at is the one that was committed: only
// one step is under way at a time, or else the last of them wins, and what the
// others judged is judged again.
func (s *Store) readTouched(ctx context.Context, v *snapshot, after quarry.Sequence, most int) (touched, error) {
	next := touched{cursor: after, stored: v.revision, specs: map[string][]quarry.SpecID{}}
	rows, err := v.QueryContext(ctx, selectTouched, int64(after), mostRead)
	if err != nil {
		return next, err
	}
	defer func() { _ = rows.Close() }()
	claims := map[string]bool{}
	read := 0
	for ; len(claims) < most && rows.Next(); read++ {
		var spec quarry.SpecID
		var now, before string
		if err := rows.Scan(&next.cursor, &spec, &now, &before); err != nil {
			return next, err
		}
		for _, claim := range s.judged.pick(next.cursor, now, before) {
			claims[claim] = true
			if s.judged.cached(claim) != nil {
				next.specs[claim] = append(next.specs[claim], spec)
			}
		}
	}
	next.claims = slices.Sorted(maps.Keys(claims))
	next.end = read < mostRead && len(claims) < most
	return next, rows.Err()
}
