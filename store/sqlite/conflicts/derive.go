package conflicts

import (
	"context"
	"database/sql"
	"fmt"
	"iter"
	"math"
	"slices"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/store/sqlite/db"
)

// Judge tells whether claims of one key disagree. It may walk them as often as
// it wants, and is told of each its id, device, attribute, conditions and value.
// The order of the claims must make no difference.
type Judge = func(claims iter.Seq[quarry.Spec]) quarry.Verdict

// ofConflicts names the derivation of conflicts.
const ofConflicts = "conflicts"

const (
	// mostRead is how many changed specs a step looks at. Many of them may make one and the
	// same claim, which is judged once.
	mostRead = 50_000
	// mostJudged is of how many claims it is remembered that they were judged, which takes
	// some 10 MB.
	mostJudged = 100_000
	// mostMoves is after how many specs that join conflicts or leave them a step judges no further
	// claim, so that writers wait for no more than these, those of one claim and what they
	// are taken out of.
	mostMoves = 50_000
)

// DeriveConflicts reads the next changes, judges what the specs claim that
// changed, at most so many claims or about 50,000 that move, and writes what that changed of the
// conflicts, their rows in the feed and how far it came. All is read and judged in
// one snapshot before anything is written, and written in one transaction. Another
// version than the one that derived before begins at the feed's first change; what
// was derived serves until it is judged again. Where nothing is left to read it writes
// nothing. Of several callers one derives at a time.
func (s *Store) DeriveConflicts(ctx context.Context, version string, most int, judge Judge) (quarry.Derived, error) {
	if most < 1 {
		return quarry.Derived{}, quarry.Errorf(quarry.KindInvalid, "at least one claim has to be judged, not %d", most)
	}
	s.deriving.Lock()
	defer s.deriving.Unlock()
	at, err := s.ConflictsDerived(ctx, version)
	if err != nil || at.Cursor == at.Revision {
		return at, err
	}
	if version != s.judgedBy {
		s.judgedBy, s.judgedAt = version, nil
	}
	step, stored, err := db.Viewed(ctx, s.db, func(v *db.Snapshot) (derivation, error) {
		step, err := s.readTouched(ctx, v, at.Cursor, most)
		if err != nil {
			return step, fmt.Errorf("read changes after %d: %w", at.Cursor, err)
		}
		err = s.judgeAll(ctx, v, &step, judge)
		return step, err
	})
	var derived quarry.Derived
	if err == nil {
		err = s.db.UpdateAside(ctx, func(tx *sql.Tx) error {
			var err error
			derived, err = s.write(ctx, tx, step, stored)
			return err
		})
	}
	if err != nil {
		return quarry.Derived{}, fmt.Errorf("derive conflicts: %w", err)
	}
	s.noteJudged(step, stored)
	return derived, nil
}

// DeriveAgain forgets what was judged, and lets all that is derived, conflicts and all else,
// begin at the first change again, as if another version had derived before. What was derived
// serves until it is derived anew. Nothing else may be deriving meanwhile.
func (s *Store) DeriveAgain(ctx context.Context) error {
	s.deriving.Lock()
	defer s.deriving.Unlock()
	s.judgedAt = nil
	err := s.db.Update(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `DELETE FROM derivations`)
		return err
	})
	return db.Wrap(err, "derive again")
}

// ConflictsDerived returns how far a version of the derivation has come: to no
// change where another one came before.
func (s *Store) ConflictsDerived(ctx context.Context, version string) (quarry.Derived, error) {
	return readDerived(ctx, s.db.Reader, version)
}

func readDerived(ctx context.Context, from db.Querier, version string) (quarry.Derived, error) {
	derived, err := db.Derived(ctx, from, ofConflicts, version)
	return derived, db.Wrap(err, "read how far conflicts are derived")
}

// derivation is one step of a derivation. Whatever is stored behind its snapshot stands behind
// its cursor in the feed, and is judged by a later step.
type derivation struct {
	touched []touched       // in the order of the changes
	cursor  quarry.Sequence // the last change that was read, and of which all claims are judged
	end     bool            // none is left
	found   []judgement
}

// touched is a claim that may be in conflict now, or is until now.
type touched struct {
	claim string
	after quarry.Sequence // the last change before the first one that names it
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

// readTouched reads changes until so many claims came together that are not judged yet. A
// claim is judged by all specs that make it, so that it need not be judged again for changes
// that were there already: many documents that speak of the same things would cost the square
// of their number.
func (s *Store) readTouched(ctx context.Context, v *db.Snapshot, after quarry.Sequence, most int) (derivation, error) {
	next := derivation{cursor: after}
	known := map[string]bool{}
	read := 0
	for scan, err := range db.Rows(ctx, v, selectTouched, int64(after), mostRead) {
		var now, before string
		last := next.cursor
		if err == nil {
			err = scan(&next.cursor, &now, &before)
		}
		if err != nil {
			return next, err
		}
		for _, claim := range []string{now, before} {
			if claim != "" && !known[claim] && s.judgedAt[claim] < next.cursor {
				known[claim] = true
				next.touched = append(next.touched, touched{claim, last})
			}
		}
		if read++; len(next.touched) >= most {
			break
		}
	}
	next.end = read < mostRead && len(next.touched) < most
	return next, nil
}

// judgeAll judges what was read until so many specs move that the step ends early, and then
// the conflicts that these are taken out of: the changes that led there may all be read, and none
// would name them again.
func (s *Store) judgeAll(ctx context.Context, v *db.Snapshot, step *derivation, judge Judge) error {
	claims := make([]string, len(step.touched))
	for i, one := range step.touched {
		claims[i] = one.claim
	}
	slices.Sort(claims)
	known := map[string]bool{}
	for most := s.moves; len(claims) > 0; most = math.MaxInt {
		found, err := s.judgeSome(ctx, v, claims, most, judge)
		if err != nil {
			return err
		}
		step.found = append(step.found, found...)
		for _, one := range found {
			known[one.claim] = true
		}
		if claims, err = s.robbed(ctx, v, found); err != nil {
			return fmt.Errorf("read conflicts of claims: %w", err)
		}
		claims = slices.DeleteFunc(claims, func(claim string) bool { return known[claim] })
	}
	left := slices.IndexFunc(step.touched, func(one touched) bool { return !known[one.claim] })
	if left >= 0 {
		step.cursor, step.end = step.touched[left].after, false
	}
	return nil
}

// judgeSome judges claims, which are sorted, one after the other until so many specs or more have
// joined conflicts or left them.
func (s *Store) judgeSome(
	ctx context.Context, v *db.Snapshot, claims []string, most int, judge Judge,
) ([]judgement, error) {
	var all []judgement
	moves := 0
	for g, err := range s.groupsOf(ctx, v, claims) {
		if err != nil {
			return nil, err
		}
		found, err := detect(ctx, v, g, judge)
		if err != nil {
			return nil, err
		}
		all = append(all, found)
		if moves += len(found.joined) + len(found.left); moves >= most {
			break
		}
	}
	return all, nil
}

// robbed returns the conflicts, sorted, that specs stand in which join others.
func (s *Store) robbed(ctx context.Context, v *db.Snapshot, found []judgement) ([]string, error) {
	const query = `SELECT DISTINCT m.conflict FROM json_each(?) w CROSS JOIN conflict_claims m ON m.spec = w.value`
	var joined []quarry.SpecID
	for _, one := range found {
		joined = append(joined, one.joined...)
	}
	var all []string
	for some := range slices.Chunk(joined, s.together) {
		more, err := db.Collect(ctx, v, db.ReadValue[string], query, db.JSONList(some))
		if err != nil {
			return nil, err
		}
		all = append(all, more...)
	}
	slices.Sort(all)
	return slices.Compact(all), nil
}

// write writes what a step found in the snapshot of a revision, tells of it, and notes how far
// the conflicts are derived.
func (s *Store) write(ctx context.Context, tx *sql.Tx, step derivation, stored quarry.Sequence) (quarry.Derived, error) {
	var derived quarry.Derived
	if err := tx.QueryRowContext(ctx, db.SelectRevision).Scan(&derived.Revision); err != nil {
		return derived, fmt.Errorf("read revision: %w", err)
	}
	others := derived.Revision != stored // wrote in between
	var news db.News
	for _, found := range step.found {
		found.count(&derived)
		if err := found.write(ctx, tx, &news); err != nil {
			return derived, err
		}
	}
	if err := s.db.Record(ctx, tx, news); err != nil {
		return derived, err
	}
	derived.Revision += quarry.Sequence(len(news))
	derived.Cursor = step.cursor
	switch {
	case step.end && !others:
		derived.Cursor = derived.Revision // behind what was read are only the conflicts of this step
	case step.end:
		derived.Cursor = stored
	}
	return derived, db.NoteCursor(ctx, tx, ofConflicts, s.judgedBy, derived.Cursor)
}

// noteJudged remembers what a committed step has judged by all that a revision had. At the
// feed's end that is forgotten: what changes from then on is new.
func (s *Store) noteJudged(step derivation, stored quarry.Sequence) {
	if step.end {
		s.judgedAt = nil
		return
	}
	if s.judgedAt == nil || len(s.judgedAt)+len(step.found) > mostJudged {
		s.judgedAt = make(map[string]quarry.Sequence, len(step.found))
	}
	for _, found := range step.found {
		s.judgedAt[found.claim] = stored
	}
}
