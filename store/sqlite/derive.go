package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"iter"
	"maps"
	"slices"

	"github.com/quarrykb/quarry"
)

// Judge tells whether claims of one key disagree. It may walk them as often as
// it wants, and is told of each its id, device, attribute, conditions and value.
// Where some disagree it returns their conflict, which needs no claims, and
// tells of any of them whether it is one of those; nil where none does. The
// order of the claims must make no difference.
type Judge = func(claims iter.Seq[quarry.Spec]) (quarry.Conflict, func(quarry.Spec) bool)

// ofConflicts names the derivation of conflicts.
const ofConflicts = "conflicts"

// mostRead is how many changed specs a transaction looks at. Many of them may
// make one and the same claim, which is judged once.
const mostRead = 50_000

// DeriveConflicts reads the next changes, judges what the specs claim that
// changed, at most so many claims, and writes what that changed of the
// conflicts, their rows in the feed and how far it came, all in one transaction.
// Another version than the one that derived before begins at the feed's first
// change; what was derived serves until it is judged again. Where nothing is
// left to read it writes nothing.
func (s *Store) DeriveConflicts(ctx context.Context, version string, most int, judge Judge) (quarry.Derived, error) {
	if most < 1 {
		return quarry.Derived{}, quarry.Errorf(quarry.KindInvalid, "at least one claim has to be judged, not %d", most)
	}
	derived, err := s.ConflictsDerived(ctx, version)
	if err != nil || derived.Cursor == derived.Revision {
		return derived, err
	}
	s.judged.begin(version)
	var next touched
	err = s.update(ctx, func(tx *sql.Tx) error {
		var err error
		if next, err = s.readTouched(ctx, tx, derived.Cursor, most); err != nil {
			return fmt.Errorf("read changes after %d: %w", derived.Cursor, err)
		}
		derived, err = s.derive(ctx, tx, derivation{touched: next, version: version, judge: judge})
		return err
	})
	if err != nil {
		return quarry.Derived{}, fmt.Errorf("derive conflicts: %w", err)
	}
	if s.judged.note(version, next.claims, next.stored); next.end {
		s.judged.forget()
	}
	return derived, nil
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

// derivation is one step of a derivation.
type derivation struct {
	touched

	version string
	judge   Judge
}

func (s *Store) derive(ctx context.Context, tx *sql.Tx, d derivation) (quarry.Derived, error) {
	var derived quarry.Derived
	if err := s.judgeAll(ctx, tx, d.claims, d.judge, &derived); err != nil {
		return derived, err
	}
	if err := tx.QueryRowContext(ctx, selectRevision).Scan(&derived.Revision); err != nil {
		return derived, fmt.Errorf("read revision: %w", err)
	}
	derived.Cursor = d.cursor
	if d.end {
		derived.Cursor = derived.Revision // behind it are only the conflicts of this transaction
	}
	const note = `INSERT OR REPLACE INTO derivations (name, version, cursor) VALUES (?, ?, ?)`
	if _, err := tx.ExecContext(ctx, note, ofConflicts, d.version, int64(derived.Cursor)); err != nil {
		return derived, fmt.Errorf("note the cursor: %w", err)
	}
	return derived, nil
}

// judgeAll judges some claims, and writes and counts what that changed. Where one
// of them takes claims out of a conflict, that one is judged too: the changes
// that led there may all be read, and none would name it again.
func (s *Store) judgeAll(
	ctx context.Context, tx *sql.Tx, claims []string, judge Judge, derived *quarry.Derived,
) error {
	news := news{}
	seen := map[string]bool{}
	for next := claims; len(next) > 0; {
		for _, claim := range next {
			seen[claim] = true
		}
		robbed := map[string]bool{}
		for g, err := range groupsOf(ctx, tx, next) {
			if err != nil {
				return err
			}
			found, err := resolve(ctx, tx, g, judge)
			if err != nil {
				return fmt.Errorf("judge %q: %w", g.claim, err)
			}
			found.count(derived)
			found.tell(&news)
			note(robbed, found.robs, seen)
		}
		next = slices.Sorted(maps.Keys(robbed))
	}
	if len(news) == 0 {
		return nil
	}
	return s.record(ctx, tx, news)
}

// resolve judges a group and writes what that changed.
func resolve(ctx context.Context, tx *sql.Tx, g group, judge Judge) (judgement, error) {
	found, err := weigh(ctx, tx, g, judge)
	if err != nil {
		return found, err
	}
	if found.robs, err = found.robbed(ctx, tx); err != nil {
		return found, err
	}
	return found, found.write(ctx, tx)
}

// note notes those claims that were not seen.
func note(into map[string]bool, claims []string, seen map[string]bool) {
	for _, claim := range claims {
		if !seen[claim] {
			into[claim] = true
		}
	}
}

// touched is what some changes are about.
type touched struct {
	claims []string        // that may be in conflict now, or are until now; sorted
	cursor quarry.Sequence // the last change that was read
	end    bool            // none is left
	stored quarry.Sequence // the store's revision
}

// selectTouched selects, for every changed spec behind a cursor, what it claims
// now, where it is not the only one, and the conflict that it was in. The plus
// sign keeps SQLite on the feed's order.
const selectTouched = `SELECT c.sequence,
	CASE WHEN s.claim <> '' AND EXISTS (SELECT 1 FROM specs o WHERE o.claim = s.claim AND o.number <> s.number)
		THEN s.claim ELSE '' END,
	coalesce(m.conflict, '')
	FROM changes c LEFT JOIN specs s ON s.id = c.id LEFT JOIN conflict_claims m ON m.spec = c.id
	WHERE +c.kind = 'spec' AND c.sequence > ? ORDER BY c.sequence LIMIT ?`

// readTouched reads changes until so many claims came together that are not
// judged yet. The cursor that it begins at is the one that was committed: only
// one step is under way at a time, or else the last of them wins, and what the
// others judged is judged again.
func (s *Store) readTouched(ctx context.Context, tx *sql.Tx, after quarry.Sequence, most int) (touched, error) {
	next := touched{cursor: after}
	if err := tx.QueryRowContext(ctx, selectRevision).Scan(&next.stored); err != nil {
		return next, fmt.Errorf("read revision: %w", err)
	}
	rows, err := tx.QueryContext(ctx, selectTouched, int64(after), mostRead)
	if err != nil {
		return next, err
	}
	defer func() { _ = rows.Close() }()
	claims := map[string]bool{}
	read := 0
	for ; len(claims) < most && rows.Next(); read++ {
		var now, before string
		if err := rows.Scan(&next.cursor, &now, &before); err != nil {
			return next, err
		}
		s.judged.pick(claims, next.cursor, now, before)
	}
	next.claims = slices.Sorted(maps.Keys(claims))
	next.end = read < mostRead && len(claims) < most
	return next, rows.Err()
}
