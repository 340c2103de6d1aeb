package conflicts

import (
	"context"
	"database/sql"
	"fmt"
	"iter"
	"maps"
	"slices"

	"github.com/quarrykb/quarry"
	"github.com/quarrykb/quarry/store/sqlite/db"
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
	step := &derivation{
		store: s, version: version, judge: judge,
		found: map[string]judgement{}, verdicts: map[string]*cachedVerdict{},
	}
	step.touched, _, err = db.Viewed(ctx, s.db, func(v *db.Snapshot) (touched, error) {
		next, err := s.readTouched(ctx, v, at.Cursor, most)
		return next, db.Wrap(err, "read changes after %d", at.Cursor)
	})
	if err == nil {
		err = step.run(ctx)
	}
	if err != nil {
		return quarry.Derived{}, fmt.Errorf("derive conflicts: %w", err)
	}
	s.judged.note(step, s.LongGroup)
	return step.derived, nil
}

// DeriveAgain forgets what was judged, and lets all that is derived, conflicts and all else,
// begin at the first change again, as if another version had derived before. What was derived
// serves until it is derived anew. Nothing may be deriving meanwhile.
func (s *Store) DeriveAgain(ctx context.Context) error {
	err := s.db.Update(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `DELETE FROM derivations`)
		return err
	})
	if err == nil {
		s.judged.forget()
	}
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
func (s *Store) readTouched(ctx context.Context, v *db.Snapshot, after quarry.Sequence, most int) (touched, error) {
	next := touched{cursor: after, stored: v.Revision, specs: map[string][]quarry.SpecID{}}
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

// derivation is one step of a derivation. It judges in snapshots, as that may
// take long, and writes in transactions that are short. Whatever is stored in
// between stands behind the cursor in the feed, and is judged by a later step.
type derivation struct {
	touched

	store   *Store
	version string
	judge   Judge

	found    map[string]judgement      // that is not written yet, by claim
	order    []string                  // in which it was found
	moves    int                       // of claims, in all of it
	resumed  []string                  // claims that were judged by what changed of them alone
	verdicts map[string]*cachedVerdict // of the claims that were judged
	derived  quarry.Derived
	written  quarry.Sequence // of the last transaction, 0 for none
	others   bool            // wrote in between
}

// mostHeld is how many moves are held until they are written.
const mostHeld = 5000

// run judges all claims that were touched, and writes what that changed.
func (d *derivation) run(ctx context.Context) error {
	d.written = d.stored
	for left := d.claims; ; {
		var err error
		left, _, err = db.Viewed(ctx, d.store.db, func(v *db.Snapshot) ([]string, error) { return d.judgeSome(ctx, v, left) })
		if err == nil {
			err = d.flush(ctx, left)
		}
		if err != nil || len(left) == 0 {
			return err
		}
	}
}

// judgeSome judges claims in one snapshot until there is much to write, and returns those
// that are left. First it judges those of which it is enough to know what changed.
func (d *derivation) judgeSome(ctx context.Context, v *db.Snapshot, claims []string) ([]string, error) {
	long := make([]string, 0, len(claims))
	for _, claim := range claims {
		found, enough, err := d.resume(ctx, v, claim)
		if err != nil {
			return nil, fmt.Errorf("judge %q by what changed: %w", claim, err)
		}
		if !enough {
			long = append(long, claim)
			continue
		}
		d.resumed = append(d.resumed, claim)
		if err := d.take(ctx, v, claim, found); err != nil {
			return nil, err
		}
	}
	walked := 0
	for g, err := range groupsOf(ctx, v, long) {
		if err == nil {
			err = d.walk(ctx, v, g)
		}
		if err != nil {
			return nil, err
		}
		if walked++; d.moves >= mostHeld {
			break
		}
	}
	return long[walked:], nil
}

// walk judges a group by all of its claims.
func (d *derivation) walk(ctx context.Context, v *db.Snapshot, g group) error {
	found, err := detect(ctx, v, g, d.judge)
	if err != nil {
		return fmt.Errorf("judge %q: %w", g.claim, err)
	}
	return d.take(ctx, v, g.claim, found)
}

// take takes a judgement, and judges the conflicts that it takes claims out of:
// the changes that led there may all be read, and none would name them again.
func (d *derivation) take(ctx context.Context, v *db.Snapshot, claim string, found judgement) error {
	robbed, err := found.robbed(ctx, v)
	if err != nil {
		return err
	}
	was, known := d.found[claim]
	if !known {
		d.order = append(d.order, claim)
	}
	d.moves += found.moves() - was.moves()
	d.found[claim], d.verdicts[claim] = found, found.cached
	for _, other := range robbed {
		if _, known := d.found[other]; known && !slices.Contains(d.resumed, other) {
			continue
		}
		d.resumed = slices.DeleteFunc(d.resumed, func(c string) bool { return c == other })
		if err := d.walk(ctx, v, group{claim: other}); err != nil {
			return err
		}
	}
	return nil
}

// flush writes what is kept, in as many transactions as it takes, and with the last of them
// the cursor, where no claims are left to be judged.
func (d *derivation) flush(ctx context.Context, left []string) error {
	all := d.transactions()
	for i, pieces := range all {
		err := d.store.db.UpdateAside(ctx, func(tx *sql.Tx) error {
			err := d.write(ctx, tx, pieces)
			if err == nil && i == len(all)-1 && len(left) == 0 {
				err = d.noteCursor(ctx, tx)
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// transactions parts what is kept into transactions, at least one, and keeps it
// no more. A conflict that loses claims to another comes before that one.
func (d *derivation) transactions() [][]judgement {
	var all [][]judgement
	var now []judgement
	moves := 0
	for _, claim := range slices.Backward(d.order) {
		d.found[claim].count(&d.derived)
		for _, piece := range d.found[claim].pieces() {
			if moves += 1 + piece.moves(); moves > mostMoved && len(now) > 0 {
				all, now, moves = append(all, now), nil, 1+piece.moves()
			}
			now = append(now, piece)
		}
	}
	d.found, d.order, d.moves = map[string]judgement{}, nil, 0
	return append(all, now)
}

// write writes some judgements and tells of them.
func (d *derivation) write(ctx context.Context, tx *sql.Tx, pieces []judgement) error {
	var before quarry.Sequence
	if err := tx.QueryRowContext(ctx, db.SelectRevision).Scan(&before); err != nil {
		return fmt.Errorf("read revision: %w", err)
	}
	d.others = d.others || before != d.written
	var news db.News
	for _, found := range pieces {
		if err := found.write(ctx, tx, &news); err != nil {
			return err
		}
	}
	d.written = before + quarry.Sequence(len(news))
	if len(news) == 0 {
		return nil
	}
	return d.store.db.Record(ctx, tx, news)
}

// noteCursor writes how far the conflicts are derived.
func (d *derivation) noteCursor(ctx context.Context, tx *sql.Tx) error {
	d.derived.Revision, d.derived.Cursor = d.written, d.cursor
	switch {
	case d.end && !d.others:
		d.derived.Cursor = d.written // behind what was read are only the conflicts of this step
	case d.end:
		d.derived.Cursor = d.stored
	}
	return db.NoteCursor(ctx, tx, ofConflicts, d.version, d.derived.Cursor)
}
